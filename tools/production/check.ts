/**
 * `npm run production-check [-- --for 60s --seed 1]`: builds the production server from its Go module, runs it on
 * PostgreSQL with the scripts of docker/temporal, reads its metrics, lets a desk meet a short chaos on it, and then dumps both databases,
 * restores them into empty ones and compares what is there. Needs Go (GO names another one) and PostgreSQL, and leaves
 * nothing behind but the cache.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findTemporalCli } from '../../src/server/find-server.ts';
import { inProject } from '../../src/server/project-root.ts';
import { productionServer } from './binaries.ts';
import { run } from './command.ts';
import { databaseUser, rest, startDatabase } from './database.ts';
import * as stack from './stack.ts';

const say = (line: string): void => void process.stdout.write(`production-check: ${line}\n`);
const databases = ['temporal', 'temporal_visibility'];

const { values } = parseArgs({
  options: { for: { type: 'string', default: '60s' }, seed: { type: 'string', default: '1' } },
});
const endings: (() => Promise<void> | void)[] = [];
const folder = mkdtempSync(join(tmpdir(), 'peerdesk-production-'));
// PostgreSQL may run as another user, whose folder lies in this one.
chmodSync(folder, 0o711);
endings.push(() => rmSync(folder, { recursive: true, force: true }));

try {
  const { path: cli } = await findTemporalCli({ env: process.env, log: say });
  const binaries = await productionServer(say);
  const database = await startDatabase(folder);
  endings.push(() => database.stop());
  const place = { folder, binaries, database, cli };
  const env = await stack.serverEnvironment(place);
  const programs = stack.programsFolder(place);
  const schema = { ...env, SCHEMA_DIR: binaries.schemaDir };
  await stack.runScript('schema.sh', programs, schema);
  await stack.runScript('schema.sh', programs, schema);
  say('schema.sh made both databases, and ran again without harm');
  await withServer(place, env, async (address) => {
    await countShards(env);
    await stack.runScript('namespace.sh', programs, stack.namespaceEnvironment(address));
    await stack.runScript('namespace.sh', programs, stack.namespaceEnvironment(address));
    say('namespace.sh made the namespace and its search attributes, and ran again without harm');
  });
  const standIn = stack.writeStandIn(place, env);
  say(`chaos for ${values.for} on the production server`);
  await run(
    process.execPath,
    [inProject('test', 'chaos', 'run.ts'), 'chaos', '--for', values.for, '--seed', values.seed],
    {
      env: { ...process.env, TEMPORAL_CLI_PATH: standIn },
      isShown: true,
    },
  );
  await drill(place, env);
  say('ok');
} catch (error) {
  say(`NOT ok: ${error instanceof Error ? error.message : String(error)}`);
  const log = join(folder, 'server.log');
  if (existsSync(log)) say(`the server's last lines:\n${readFileSync(log, 'utf8').split('\n').slice(-12).join('\n')}`);
  process.exitCode = 1;
} finally {
  for (const end of endings.toReversed()) await end();
}

type Place = Parameters<typeof stack.startServer>[0];

async function withServer<T>(
  place: Place,
  env: Record<string, string>,
  work: (address: string) => Promise<T>,
): Promise<T> {
  const server = await stack.startServer(place, env);
  try {
    return await work(server.address);
  } finally {
    await server.stop();
  }
}

/** Reads what Prometheus scrapes in the compose file: the server names its shards once it has taken all of them. */
async function countShards(env: Record<string, string>): Promise<void> {
  const wanted = env['NUM_HISTORY_SHARDS'] ?? '';
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(`http://${env['PROMETHEUS_ENDPOINT']}/metrics`);
    const [, shards] = /^numshards_gauge(?:\{[^}]*\})? (\d+)/m.exec(await answer.text()) ?? [];
    if (shards === wanted) return say(`the server answers its metrics, and holds ${shards} shards`);
    if (tries >= 60) throw new Error(`the metrics of the server name ${shards ?? 'no'} shards instead of ${wanted}`);
    await rest(1_000);
  }
}

/** How many workflows the server lists, running and ended; the server answers some seconds after it listens. */
async function countWorkflows(cli: string, address: string): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      const counted = await run(cli, [
        'workflow',
        'count',
        '--address',
        address,
        '--query',
        'GROUP BY ExecutionStatus',
      ]);
      return counted.trim().split('\n').toSorted().join(', ');
    } catch (error) {
      if (tries >= 30) throw error;
      await rest(1_000);
    }
  }
}

/** The drill of docs/production.md: dump, restore into empty databases, look, go on. */
async function drill(place: Place, env: Record<string, string>): Promise<void> {
  const { database, cli } = place;
  const before = await withServer(place, env, (address) => countWorkflows(cli, address));
  const at = ['--host', '127.0.0.1', '--port', String(database.port), '--username', databaseUser];
  for (const name of databases) {
    const file = join(folder, `${name}.dump`);
    await run('pg_dump', [...at, '--format', 'custom', '--file', file, name]);
    await run('dropdb', [...at, name]);
    await run('pg_restore', [...at, '--create', '--dbname', 'postgres', file]);
  }
  const after = await withServer(place, env, (address) => countWorkflows(cli, address));
  if (before !== after) throw new Error(`the restored server lists ${after}, and it was ${before}`);
  say(`dumped, dropped and restored both databases: ${after} as before`);
}
