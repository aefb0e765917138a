/**
 * `npm run losses`: the register is lost, put back from an older backup or copied, and Temporal is put back from an older
 * file, a key is revoked, a disk is full, Temporal is another one, while workers are killed in the middle of releases. The operator does what the runbook says, buyers show payments
 * that were used, and the ledger of the service is the judge. Exit code 1: something was released that must not be, or
 * no money moves in the end.
 */
import { parseArgs } from 'node:util';
import { caseNames, fileRegisterCases, fullCases, liveCases, type CaseName } from './case-names.ts';
import { runCase, type CaseRun } from './judge.ts';
import { backendNames, missingBackend, type BackendName } from './keepers.ts';
import { missingCertificates } from './live-service.ts';
import { missingLimit } from './own-temporal.ts';

const usage = `npm run losses -- [--case ${caseNames.join('|')}] [--backend ${backendNames.join('|')}] [--seed 1] [--rounds 1] [--orders 200]`;
const say = (line: string): void => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);

function chosen<Name extends string>(what: string, names: readonly Name[], wish: string | undefined): readonly Name[] {
  if (wish === undefined) return names;
  const found = names.filter((name) => name === wish);
  if (found.length === 0) throw new TypeError(`--${what} is one of ${names.join(', ')}`);
  return found;
}

function numberOf(what: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least) throw new TypeError(`--${what} is a whole number from ${least}`);
  return value;
}

const isPossible = ({ name, backend }: { name: CaseName; backend: BackendName }): boolean =>
  backend === 'sqlite' || !fileRegisterCases.has(name);

/** Returns the runs in their order; null: the usage was wanted. */
function readRuns(): CaseRun[] | null {
  const { values } = parseArgs({
    options: {
      case: { type: 'string' },
      backend: { type: 'string' },
      seed: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '1' },
      orders: { type: 'string', default: '200' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const names = chosen('case', caseNames, values.case);
  const backends = chosen('backend', backendNames, values.backend);
  const [seed, rounds] = [numberOf('seed', values.seed, 0), numberOf('rounds', values.rounds, 1)];
  const orders = numberOf('orders', values.orders, 14);
  const seeds = Array.from({ length: rounds }, (_, round) => seed + round);
  return seeds.flatMap((one) =>
    backends.flatMap((backend) => names.map((name) => ({ name, backend, seed: one, orders })).filter(isPossible)),
  );
}

const missingFor = ({ name, backend }: CaseRun): string | null =>
  missingBackend(backend) ??
  (liveCases.has(name) ? missingCertificates() : null) ??
  (fullCases.has(name) ? missingLimit() : null);

async function runAll(runs: readonly CaseRun[], over: AbortSignal): Promise<number> {
  let faults = 0;
  let done = 0;
  for (const run of runs) {
    if (over.aborted) break;
    const missing = missingFor(run);
    if (missing === null) {
      const { line, wrong, seen } = await runCase({ ...run, over });
      say(line);
      for (const one of seen) say(`  ${one}`);
      faults += wrong.length;
      done += 1;
    } else say(`${run.name} on ${run.backend} is left out: ${missing}`);
  }
  say(faults === 0 ? `ok: ${done} cases` : `NOT ok: ${faults} faults in ${done} cases`);
  return faults;
}

try {
  const runs = readRuns();
  if (runs === null) process.stdout.write(`${usage}\n`);
  else {
    const over = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => over.abort());
    const faults = await runAll(runs, over.signal);
    process.exitCode = over.signal.aborted ? 130 : Math.min(faults, 1);
    // What still waits for an answer of a world that is closed keeps no process.
    process.exit();
  }
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message}\n${usage}\n`);
  process.exitCode = 4;
}
