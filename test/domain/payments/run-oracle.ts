/** `npm run payments:oracle`: the matcher beside a second opinion, a million cases. Exit code 1: they differ. */
import { parseArgs } from 'node:util';
import { judgeCases } from './payment-oracle.ts';

const usage = 'npm run payments:oracle -- [--cases 1000000] [--seed 20261128]';
/** So many are drawn from one seed; the next part takes the next one. */
const partOf = 20_000;

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '20261128' },
    help: { type: 'boolean', default: false },
  },
});
const cases = Number(values.cases);
const seed = Number(values.seed);

function judgeAll(): number {
  const startMs = performance.now();
  let matches = 0;
  for (let done = 0, part = 0; done < cases; done += partOf, part += 1) {
    matches += judgeCases(Math.min(partOf, cases - done), seed + part);
    const seconds = ((performance.now() - startMs) / 1_000).toFixed(0);
    process.stdout.write(
      `${Math.min(cases, done + partOf)} of ${cases} cases, ${matches} with a match, ${seconds} s\n`,
    );
  }
  return matches;
}

if (values.help || !Number.isInteger(cases) || cases < 1 || !Number.isInteger(seed)) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 4;
} else {
  process.stdout.write(`${cases} cases, seed ${seed}\n`);
  const matches = judgeAll();
  process.stdout.write(`no payment for two orders, none matched on a hint; ${matches} cases have a match\n`);
}
