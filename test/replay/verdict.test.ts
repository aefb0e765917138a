import { describe, expect, it } from 'vitest';
import { verdictText } from '../../src/cli/replay/replay-verdict.ts';
import { outsideIn, type ServerRun } from '../../src/client/versions/server-runs.ts';
import type { Replayed } from '../../src/workers/replay/replay-histories.ts';
import { verdictOf, verdictsOf } from '../../src/workers/replay/verdict.ts';

function order(number: number): ServerRun {
  const workflowId = `order:acme:${number}`;
  return { workflowId, runId: `run-${number}`, workflowType: 'orderLifecycle', startedAtMs: number, builds: [] };
}

function replayed(run: ServerRun, failure: string | null = null): Replayed {
  return { ...run, name: run.workflowId, events: 9, failure };
}

const orders = Array.from({ length: 2_000 }, (_, at) => order(at + 1));

describe('the verdict about an upgrade', () => {
  it('is safe when all that is open replays', () => {
    const verdicts = verdictsOf({ open: orders.slice(0, 2), replayed: orders.slice(0, 2).map((run) => replayed(run)) });
    expect(verdictOf(verdicts)).toBe('safe');
    expect(verdictText(verdicts)).toContain('Safe: 2 of 2 histories replay on this code.');
  });

  it('is unknown, and the word safe stands nowhere, when only some of what is open was read', () => {
    const read = orders.slice(0, 50);
    const verdicts = verdictsOf({ open: orders, replayed: read.map((run) => replayed(run)), unread: orders.slice(50) });
    expect(verdictOf(verdicts)).toBe('unknown');
    expect(verdictText(verdicts)).toContain('unknown: read 50 of 2,000 open');
    expect(verdictText(verdicts)).toContain('Unknown: 50 of 2,000 open were read');
    expect(verdictText(verdicts)).not.toMatch(/safe/i);
  });

  it('is not safe when one does not replay, whatever was not read', () => {
    const [first = order(0)] = orders;
    const verdicts = verdictsOf({ open: orders, replayed: [replayed(first, 'a timer')], unread: orders.slice(1) });
    expect(verdictOf(verdicts)).toBe('not safe');
    expect(verdictText(verdicts)).toContain('not safe: 1 of 1 do not replay, read 1 of 2,000 open');
    expect(verdictText(verdicts)).toContain('order:acme:1 (run run-1, 9 events) does not replay:\n  a timer');
  });

  it('is unknown without any history, which a wrong namespace has, too', () => {
    const verdicts = verdictsOf({ types: ['guard'], replayed: [] });
    expect(verdictOf(verdicts)).toBe('unknown');
    expect(verdictText(verdicts)).toContain('Is it the right namespace?');
  });
});

describe('what is read first', () => {
  const ids = (runs: readonly ServerRun[]): number[] => runs.map(({ startedAtMs }) => startedAtMs);

  it('is the oldest and the newest, then what stands between them, each once', () => {
    expect(ids(outsideIn([3, 1, 5, 2, 4].map(order)))).toEqual([1, 5, 2, 4, 3]);
    expect(ids(outsideIn([1, 2, 3, 4].map(order)))).toEqual([1, 4, 2, 3]);
    expect(outsideIn([])).toEqual([]);
  });
});
