/**
 * `npm run payments:chaos`: a desk that releases by signed payments alone, while its workers are killed and frozen and its door
 * is killed. Then the same with a merchant who believes his phone, who must lose money: else the run would be blind. Exit
 * code 1: something was released that must not be, or a paid order neither was nor asks a person.
 */
import { parseArgs } from 'node:util';
import { parseDurationMs } from '../../../src/domain/duration.ts';
import { runPayments, type PaymentsReport } from './payments-run.ts';

const usage = 'npm run payments:chaos -- [--for 10m] [--seed 1]';
const blindMs = 45_000;
const say = (line: string): void => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);

function textOf(arm: string, { disturbances, wrong, ...counts }: PaymentsReport): string {
  const parts = Object.entries({ ...counts, ...disturbances }).map(([name, count]) => `${name} ${count}`);
  return `${arm}: ${parts.join(', ')}, wrong ${wrong.length}`;
}

const { values } = parseArgs({
  options: {
    for: { type: 'string', default: '10m' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});
const forMs = parseDurationMs(values.for) ?? 0;
const seed = Number(values.seed);
if (values.help || forMs < blindMs || !Number.isInteger(seed)) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 4;
} else {
  say(`seed ${seed}`);
  const usual = { seed, orderEveryMs: [1_000, 4_000], disturbEveryMs: [4_000, 12_000], log: say } as const;
  const report = await runPayments({ ...usual, forMs, believesHints: false });
  say(textOf('signed evidence', report));
  for (const line of report.wrong) say(line);
  const believing = await runPayments({ ...usual, forMs: blindMs, believesHints: true });
  say(textOf('believing hints', believing));
  const { doubleReleases, releasesWithoutMoney, wrong } = report;
  const isRight = doubleReleases === 0 && releasesWithoutMoney === 0 && wrong.length === 0;
  const isSighted = believing.releasesWithoutMoney > 0;
  if (!isSighted) say('NOT ok: who believes hints has lost no money, so that the run shows nothing');
  if (isRight && isSighted)
    say('ok: every paid order is released, once, or asks a person about its release, and no other one is');
  process.exitCode = isRight && isSighted ? 0 : 1;
}
