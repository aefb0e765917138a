import { expect, inject, test } from 'vitest';
import { runChaos } from './chaos-run.ts';

test('I1 to I7: two workers that are killed and frozen, switches, resets and a new desk: nothing happens twice, nothing is lost', async () => {
  const seed = 20_261_121;
  console.log(`seed ${seed}`);
  const { kills, freezes, operations, summary } = await runChaos({
    seed,
    forMs: 60_000,
    faults: 'storm',
    ordersPerMinute: 40,
    killEveryMs: [6_000, 10_000],
    freeze: { everyMs: [4_000, 6_000], forMs: [3_000, 6_000] },
    operateEveryMs: [1_000, 3_000],
    companions: [{}],
    // All of its ban: how fast the news travels between workers, one of them frozen, depends on the machine.
    banNewsMs: 10_000,
    env: { ...process.env, TEMPORAL_CLI_PATH: inject('temporalCli') },
    log: (line) => console.log(line),
  });
  console.log(JSON.stringify({ kills, freezes, operations, ...summary }));
  expect(Math.min(kills, freezes, operations?.['throw-switch'] ?? 0)).toBeGreaterThanOrEqual(1);
  expect(summary).toMatchObject({ ok: true, problems: [], workerRestarts: kills });
  expect(summary.orders.completed).toBeGreaterThan(0);
});
