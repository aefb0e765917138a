import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OrderTrouble } from '../../../src/domain/orders/order-wait.ts';
import { orderInputSchema, type OrderMemory } from '../../../src/workflows/contract/order-contract.ts';
import { createRun } from '../../../src/workflows/kit/run.ts';
import type { TroubleWatch } from '../../../src/workflows/kit/trouble.ts';
import { freshMemory } from '../../../src/workflows/order/order-run.ts';
import { createOrderWaits } from '../../../src/workflows/order/order-waiting.ts';
import { orderInput } from '../fixtures.ts';

const nowMs = Date.UTC(2026, 10, 29, 12);
const hourMs = 3_600_000;
const nothing = (): void => undefined;
const troubles: TroubleWatch<OrderTrouble> = { note: nothing, noteUrgent: nothing, noteAs: nothing, clear: nothing };

function waitsOf(part: Partial<OrderMemory> = {}) {
  const fresh = freshMemory(orderInputSchema.parse(orderInput('acme')));
  const run = createRun<OrderMemory>({ ...fresh, ...part }, () => ({ details: '', attributes: [] }));
  // What the Web UI shows is Temporal's.
  const shown = vi.spyOn(run, 'present').mockImplementation(nothing);
  return { run, shown, waits: createOrderWaits(run, troubles) };
}

beforeEach(() => vi.useFakeTimers({ now: nowMs }));
afterEach(() => vi.useRealTimers());

describe('W10: a round of an order', () => {
  it('is overtaken by what changes since it began, and by nothing that is only remembered', () => {
    const { run, waits } = waitsOf();
    run.change({});
    waits.beginRound();
    run.remember({ stale: true });
    expect([waits.round, waits.isOvertaken()]).toEqual([1, false]);
    run.change({});
    expect([waits.round, waits.isOvertaken()]).toEqual([1, true]);
    waits.beginRound();
    expect(waits.isOvertaken()).toBe(false);
  });
});

describe('P5: a wait of an order', () => {
  it('is shown at once, asks no one by itself, and keeps its beginning while it goes on', () => {
    const { run, shown, waits } = waitsOf();
    waits.show({ code: 'awaiting-payment' });
    vi.setSystemTime(nowMs + 1_000);
    waits.show({ code: 'awaiting-payment' }, { asks: 'human', untilMs: nowMs + hourMs });
    const what = { code: 'awaiting-payment' };
    expect(run.memory.wait).toEqual({ what, asks: 'human', sinceMs: nowMs, untilMs: nowMs + hourMs });
    waits.show({ code: 'blocked' });
    expect(run.memory.wait).toEqual({
      what: { code: 'blocked' },
      asks: 'nobody',
      sinceMs: nowMs + 1_000,
      untilMs: null,
    });
    expect(shown).toHaveBeenCalledTimes(3);
  });
});

describe('P3: the pause before the next look', () => {
  it('grows while looks bring no news, up to an hour', () => {
    const pauses = [0, 1, 2, 3, 4, 5, 50].map((idleLooks) => waitsOf({ idleLooks }).waits.idlePauseMs());
    expect(pauses).toEqual([15_000, 15_000, 30_000, 120_000, 900_000, hourMs, hourMs]);
  });

  it('lasts until a deadline and a little longer, an hour at most, and is that of idle looks after it', () => {
    const { waits } = waitsOf({ idleLooks: 2 });
    const deadlines = [null, nowMs + 60_000, nowMs + 2 * hourMs, nowMs - 5_000];
    expect(deadlines.map((untilMs) => waits.untilDeadlineMs(untilMs))).toEqual([hourMs, 65_000, hourMs, 30_000]);
  });
});
