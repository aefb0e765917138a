import { describe, expect, it } from 'vitest';
import { NoticeNotDelivered } from '../../../src/activities/notices/notice-activities.ts';
import type { Channel } from '../../../src/domain/notices/reported-needs.ts';
import { sendDirectly } from '../../../src/workers/notices/direct-message.ts';

const message = { account: 'main', type: 'desk', fact: { code: 'served-again' }, sinceMs: 1, told: [] } as const;

/** Two ways, of which that of the address fails so many times, and pauses that cost no time. */
function world(failures: number) {
  const over = new AbortController();
  const pausesMs: number[] = [];
  const tried: Channel[] = [];
  const told: (readonly Channel[])[] = [];
  const url = async (): Promise<void> => {
    tried.push('url');
    if (tried.filter((channel) => channel === 'url').length <= failures) throw new NoticeNotDelivered('HTTP 500');
  };
  const ways = {
    couriers: { url: { deliver: url }, command: { deliver: async (): Promise<void> => void tried.push('command') } },
    report: () => undefined,
    clock: Date,
    pause: async (ms: number): Promise<void> => void pausesMs.push(ms),
  };
  const send = () => sendDirectly(ways, message, { over: over.signal, onReported: (ways) => told.push(ways) });
  return { send, over, ways, pausesMs, tried, told };
}

describe('what a process says itself to a person', () => {
  it('is tried again on the way that failed alone, after 5 s, 15 s, 45 s and so on to ten minutes', async () => {
    const { send, pausesMs, tried, told } = world(7);
    await send();
    expect(pausesMs).toEqual([5_000, 15_000, 45_000, 135_000, 405_000, 600_000, 600_000]);
    expect(tried.filter((channel) => channel === 'command')).toHaveLength(1);
    expect(told).toEqual([['command'], ['command', 'url']]);
  });

  it('is given up after a day', async () => {
    const { send, pausesMs } = world(1_000);
    await send();
    const waitedMs = pausesMs.reduce((sum, ms) => sum + ms, 0);
    expect([waitedMs >= 86_400_000, waitedMs < 87_000_000]).toEqual([true, true]);
  });

  it('is out of date once another one takes its place: what arrives then is not noted, and nothing is tried again', async () => {
    const { send, over, ways, tried, told } = world(3);
    ways.couriers.command.deliver = async () => over.abort();
    await send();
    expect([tried, told]).toEqual([['url'], []]);
  });
});
