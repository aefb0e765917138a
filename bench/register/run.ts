/**
 * `npm run bench:register`: how long claim, arm and the note of the answer take together, in a file and in PostgreSQL, beside
 * what they may add to a money call. Takes about a minute. A measurement, not a test.
 */
import { PostgresProcess, postgresMissing } from '../../test/register/postgres-process.ts';
import { SqliteFolder } from '../../test/register/sqlite-folder.ts';
import { measureRounds } from './register-rounds.ts';

const rounds = 2_000;
const warmUp = 50;

function report(name: string, tookMs: readonly number[], budgetMs: number): void {
  const sorted = tookMs.slice(warmUp).toSorted((left, right) => left - right);
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(2);
  console.log(`${name}: min ${at(0)}, p50 ${at(0.5)}, p95 ${at(0.95)} (budget ${budgetMs}), max ${at(1)} ms`);
}

const folder = new SqliteFolder();
try {
  report('SQLite', await measureRounds(await folder.open(await folder.create()), rounds + warmUp), 5);
} finally {
  await folder.end();
}

const missing = postgresMissing();
if (missing !== null) console.log(`PostgreSQL: not measured, ${missing}`);
else {
  const server = new PostgresProcess();
  try {
    await server.start();
    report('PostgreSQL', await measureRounds(await server.open(await server.create()), rounds + warmUp), 15);
  } finally {
    await server.end();
  }
}
