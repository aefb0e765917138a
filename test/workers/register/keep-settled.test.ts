/** What the leader does for the register beside the workflows: the comparison with the service, and steps without an end. */
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { keepSettled } from '../../../src/workers/register/keep-settled.ts';
import { openActivityWorld, type ActivityWorld } from '../../activities/activity-fixture.ts';
import { placeInput, untilShownMs } from '../../activities/money/money-fixture.ts';

const everyMs = 15_000;

interface Rounds {
  world: ActivityWorld;
  /** The comparison. */
  compared: () => Promise<readonly string[]>;
  /** What happens while it waits for the next round; after the last one its term ends. */
  waits: readonly (() => void | Promise<void>)[];
}

/** Runs as many rounds as there are waits; returns what was logged, and how long it waited each time. */
async function runRounds({ world, compared, waits }: Rounds) {
  const ending = new AbortController();
  const said: unknown[] = [];
  const logger = pino(
    { formatters: { level: (level) => ({ level }) } },
    { write: (line) => said.push(JSON.parse(line)) },
  );
  const pauses: number[] = [];
  const pause = async (ms: number): Promise<void> => {
    await waits[pauses.length]?.();
    pauses.push(ms);
    if (pauses.length === waits.length) ending.abort();
  };
  await keepSettled({ deps: world.deps, compared, logger, signal: ending.signal, pause });
  return { said, pauses };
}

describe('ADR 0048: the releases of the service are compared with the register', () => {
  it('in every round, where that is due; what was found is said once', async () => {
    const world = await openActivityWorld();
    const found: (readonly string[])[] = [[], ['order-8'], ['order-8', 'order-9']];
    // A comparison that was complete is answered from memory until the next standstill.
    const rounds = [0, 0, 1, 1, 2].map((index) => found[index] ?? []);
    const waits = rounds.map(() => () => undefined);
    const compared = async (): Promise<readonly string[]> => rounds.shift() ?? [];
    const { said, pauses } = await runRounds({ world, compared, waits });
    expect(pauses).toEqual(waits.map(() => everyMs));
    expect(said).toEqual([
      expect.objectContaining({ level: 'error', orders: ['order-8'] }),
      expect.objectContaining({ level: 'error', orders: ['order-8', 'order-9'] }),
    ]);
  });

  it('again in the next round, where the service did not answer', async () => {
    const world = await openActivityWorld();
    let begun = 0;
    const compared = async (): Promise<string[]> => {
      begun += 1;
      if (begun < 3) throw new Error('no answer');
      return [];
    };
    const waits = [1, 2, 3, 4].map(() => () => world.clock.advance(everyMs));
    const { said } = await runRounds({ world, compared, waits });
    expect(begun).toBe(4);
    const failed = expect.objectContaining({ level: 'warn', error: 'Error: no answer' });
    expect(said).toEqual([failed, failed]);
  });
});

it('design 6: a step that reads cannot end is said once in a term', async () => {
  const world = await openActivityWorld();
  world.simulator.setFaults([{ operation: 'placeOrder', fault: { kind: 'reset', when: 'after' } }]);
  await world.asPlacement('r1').run(world.money.placeOrder, placeInput());
  const waits = [() => world.clock.advance(untilShownMs + everyMs + 1), () => undefined, () => undefined];
  const { said } = await runRounds({ world, compared: async () => [], waits });
  expect(said).toEqual([expect.objectContaining({ level: 'error', orderNumber: 'r1', operation: 'place' })]);
});
