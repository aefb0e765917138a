import { expect, inject, test } from 'vitest';
import { runChaos } from './chaos-run.ts';

test('I1 to I7: a desk whose worker is killed under a storm of faults does nothing twice and loses nothing', async () => {
  const seed = 20_261_121;
  console.log(`seed ${seed}`);
  const { kills, summary } = await runChaos({
    seed,
    forMs: 60_000,
    faults: 'storm',
    ordersPerMinute: 40,
    killEveryMs: [4_000, 9_000],
    env: { ...process.env, TEMPORAL_CLI_PATH: inject('temporalCli') },
    log: (line) => console.log(line),
  });
  console.log(JSON.stringify(summary));
  expect(kills).toBeGreaterThanOrEqual(1);
  expect(summary).toMatchObject({ ok: true, problems: [], workerRestarts: kills });
  expect(summary.orders.completed).toBeGreaterThan(0);
});
