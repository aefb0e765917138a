import { expect, inject, it } from 'vitest';
import { runChaos } from './chaos-run.ts';

it('I1 to I7: two workers on two hosts that are killed, frozen and cut off, a Temporal that stands still, switches, resets and a new desk: nothing happens twice, nothing is lost', async () => {
  const seed = 20_261_121;
  console.log(`seed ${seed}`);
  const {
    memory: _memory,
    summary,
    ...report
  } = await runChaos({
    seed,
    forMs: 45_000,
    faults: 'storm',
    ordersPerMinute: 40,
    killEveryMs: [6_000, 10_000],
    freeze: { everyMs: [4_000, 6_000], forMs: [3_000, 6_000] },
    stall: { everyMs: [10_000, 15_000], forMs: [1_000, 3_000] },
    cut: { everyMs: [6_000, 9_000], forMs: [500, 3_000] },
    operateEveryMs: [500, 1_500],
    companions: [{ shiftMs: -5_000, shiftAfterMs: 25_000, host: 'elsewhere' }],
    // The whole ban: how fast the news travels between workers, one of them frozen, depends on the machine.
    banNewsMs: 10_000,
    env: { ...process.env, TEMPORAL_CLI_PATH: inject('temporalCli') },
    log: (line) => console.log(line),
  });
  console.log(JSON.stringify({ ...report, ...summary }));
  const { kills, freezes, stalls, cuts, shiftedClocks, operations, calm } = report;
  expect(
    Math.min(kills, freezes, stalls, cuts, shiftedClocks, ...Object.values(operations ?? {})),
  ).toBeGreaterThanOrEqual(1);
  expect(summary).toMatchObject({ ok: true, problems: [], workerRestarts: kills });
  expect(calm.unsettled).toEqual([]);
  expect(summary.orders.completed).toBeGreaterThan(0);
});
