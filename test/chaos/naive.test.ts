import { expect, it } from 'vitest';
import { harderFaults } from './harder-faults.ts';
import { naiveText, runNaive } from './naive-run.ts';

const options = { seed: 20_261_121, faults: 'storm', ordersPerMinute: 40, forMs: 300_000 } as const;

it('the books are not blind: a client that simply retries does everything twice under the faults of chaos', async () => {
  const report = await runNaive(options);
  console.log(`seed ${options.seed}: ${naiveText(report)}`);
  expect(report.ledger.doublePlacements).toBeGreaterThan(0);
  expect(report.ledger.doublePayments).toBeGreaterThan(0);
  expect(report.ledger.doubleReleases).toBeGreaterThan(0);
  expect(report.ledger.callsDuringBan).toBeGreaterThan(0);
  expect(await runNaive(options)).toEqual(report);
});

it('the same under lags, false successes and releases that roll back', async () => {
  const report = await runNaive({ ...options, moreFaults: harderFaults });
  console.log(naiveText(report));
  expect(report.doubles).toBeGreaterThan(0);
});

it('it is the faults that double: without them the same client does nothing twice', async () => {
  const report = await runNaive({ ...options, faults: 'none' });
  console.log(naiveText(report));
  expect(report).toMatchObject({ doubles: 0, ledger: { repeatedAttempts: 0, callsDuringBan: 0 } });
  expect(Math.min(report.ledger.placements, report.ledger.payments, report.ledger.releases)).toBeGreaterThan(0);
});
