import type { Client } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import type { Need } from '../../../src/domain/notices/need.ts';
import { DailySummary } from '../../../src/workers/notices/daily-summary.ts';

const rule = { at: '21:00', timezone: 'America/La_Paz' };
const evening = Date.parse('2026-11-29T21:00:00-04:00');
const hourMs = 3_600_000;

/** A server that counts as the test says, or does not answer. */
function worldOf(wanted: typeof rule | null = rule) {
  const clock = { nowMs: evening };
  const server = { isSilent: false, completed: 2 };
  const asked: string[] = [];
  const client = {
    withDeadline: <T>(_atMs: number, ask: () => T): T => ask(),
    workflow: {
      count: async (query: string) => {
        asked.push(query);
        if (server.isSilent) throw new Error('no answer');
        return { count: query.includes("'completed'") ? server.completed : 0 };
      },
    },
  } as unknown as Client;
  const make = () => new DailySummary({ client, account: 'main', rule: wanted, clock: { now: () => clock.nowMs } });
  return { clock, server, asked, make };
}

const order: Need = {
  key: 'order:main:1/held',
  workflowId: 'order:main:1',
  type: 'order',
  fact: { code: 'held' },
  sinceMs: 1,
  urgentAtMs: 2,
};

describe('ADR 0020: the summary of a day', () => {
  it('is counted once a day, and says what waits at each look', async () => {
    const { clock, server, asked, make } = worldOf();
    const summary = make();
    const [first] = await summary.needs([order]);
    expect(first).toMatchObject({
      key: 'desk:main/daily/2026-11-29',
      workflowId: 'desk:main',
      fact: { completed: 2, orders: 1 },
    });
    server.completed = 3;
    clock.nowMs += hourMs;
    expect(await summary.needs([])).toMatchObject([{ key: first?.key, fact: { completed: 2, orders: 0 } }]);
    expect(asked).toHaveLength(4);
    clock.nowMs = evening + 24 * hourMs;
    expect(await summary.needs([])).toMatchObject([{ key: 'desk:main/daily/2026-11-30', fact: { completed: 3 } }]);
    expect(asked).toHaveLength(8);
  });

  it('after a restart, or in the process that takes over, is the same one', async () => {
    const { make } = worldOf();
    const [one] = await make().needs([]);
    expect(await make().needs([])).toEqual([one]);
  });

  it('is none outside its hours, and where none is wanted: then nothing is asked', async () => {
    const early = worldOf();
    early.clock.nowMs -= 1;
    expect(await early.make().needs([order])).toEqual([]);
    const unwanted = worldOf(null);
    expect(await unwanted.make().needs([order])).toEqual([]);
    expect([early.asked, unwanted.asked]).toEqual([[], []]);
  });

  it('that cannot be counted is left out, and tried again a minute later', async () => {
    const { clock, server, asked, make } = worldOf();
    const summary = make();
    server.isSilent = true;
    expect(await summary.needs([order])).toEqual([]);
    server.isSilent = false;
    clock.nowMs += 59_999;
    expect(await summary.needs([order])).toEqual([]);
    expect(asked).toHaveLength(4);
    clock.nowMs += 1;
    expect(await summary.needs([order])).toHaveLength(1);
  });
});
