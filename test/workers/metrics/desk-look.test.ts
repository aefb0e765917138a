import type { Client } from '@temporalio/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepLooking } from '../../../src/workers/metrics/desk-look.ts';
import { MetricRegistry } from '../../../src/workers/metrics/metric-registry.ts';

const clock = { nowMs: 0, now: () => clock.nowMs };
const state = { name: 'PeerdeskState' };

/** What Temporal lists: orders, and nothing that needs a human. */
function listed(states: readonly string[]) {
  return states.map((text, index) => ({
    type: 'orderLifecycle',
    typedSearchAttributes: { get: (key: typeof state) => (key.name === state.name && text !== '' ? text : undefined) },
    startTime: new Date(clock.nowMs - 10_000 * (index + 1)),
  }));
}

let answer: () => ReturnType<typeof listed> = () => [];
let isLeading = true;
const failures: unknown[] = [];
let over = new AbortController();

function look(): MetricRegistry {
  const registry = new MetricRegistry();
  const list = async function* ({ query }: { query: string }) {
    await Promise.resolve();
    if (query.includes('WorkflowType IN')) yield* answer();
  };
  const client = { withAbortSignal: (_signal: AbortSignal, run: () => unknown) => run(), workflow: { list } };
  const onError = (error: unknown): void => void failures.push(error);
  const place = { client: client as unknown as Client, account: 'acme', clock, onError };
  const readNeeds = async () => ({ needs: [], isCut: false });
  const options = { ...place, isLeading: () => isLeading, intervalMs: 15_000, readNeeds };
  void keepLooking(options, registry, over.signal);
  return registry;
}

beforeEach(() => {
  clock.nowMs = 1_000_000_000;
  failures.length = 0;
  isLeading = true;
  over = new AbortController();
});
afterEach(() => over.abort());

const samples = (registry: MetricRegistry): string[] =>
  registry
    .text()
    .split('\n')
    .filter((line) => line.startsWith('peerdesk_'));

it('orders are counted by state with the age of the oldest, and one without a state yet is new', async () => {
  answer = () => listed(['release-gate', '', 'release-gate']);
  const registry = look();
  await vi.waitFor(() => expect(samples(registry)).not.toEqual([]));
  expect(samples(registry)).toEqual([
    'peerdesk_orders{account="acme",state="release-gate"} 2',
    'peerdesk_orders{account="acme",state="new"} 1',
    'peerdesk_order_oldest_age_seconds{account="acme",state="release-gate"} 30',
    'peerdesk_order_oldest_age_seconds{account="acme",state="new"} 20',
    'peerdesk_desk_look_age_seconds{account="acme"} 0',
  ]);
  isLeading = false;
  expect(samples(registry)).toEqual([]);
});

it('what was read more than a minute ago is absent', async () => {
  answer = () => listed(['release-gate']);
  const registry = look();
  await vi.waitFor(() => expect(samples(registry)).not.toEqual([]));
  clock.nowMs += 59_000;
  expect(samples(registry)).toContain('peerdesk_desk_look_age_seconds{account="acme"} 59');
  clock.nowMs += 1_000;
  expect(samples(registry)).toEqual([]);
});

it('a look that fails is reported, has no samples, and ends nothing', async () => {
  answer = () => {
    throw new Error('no server');
  };
  const registry = look();
  await vi.waitFor(() => expect(failures).toHaveLength(1));
  expect(samples(registry)).toEqual([]);
});
