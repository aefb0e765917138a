import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, symlinkSync, writeFileSync, mkdirSync, chmodSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { acceptsConnections, freePort } from '../../src/server/free-port.ts';
import { inProject } from '../../src/server/project-root.ts';
import type { Binaries } from './binaries.ts';
import { run } from './command.ts';
import { databaseUser, rest, type Database } from './database.ts';

/** What the services of the compose file get, with the addresses of this run. */
interface Place {
  folder: string;
  binaries: Binaries;
  database: Database;
  /** The `temporal` command line. */
  cli: string;
}

const namespace = 'default';

/** The environment of the server, under the names that its image reads. */
export async function serverEnvironment({ database }: Place): Promise<Record<string, string>> {
  const services = ['FRONTEND', 'HISTORY', 'MATCHING', 'WORKER'];
  const env: Record<string, string> = { FRONTEND_HTTP_PORT: String(await freePort()) };
  for (const name of services) {
    env[`${name}_GRPC_PORT`] = String(await freePort());
    env[`${name}_MEMBERSHIP_PORT`] = String(await membershipPort());
  }
  const port = String(database.port);
  return {
    ...env,
    DB: 'postgres12',
    DB_PORT: port,
    POSTGRES_PORT: port,
    POSTGRES_SEEDS: '127.0.0.1',
    POSTGRES_USER: databaseUser,
    POSTGRES_PWD: 'unused',
    SQL_PASSWORD: 'unused',
    BIND_ON_IP: '127.0.0.1',
    NUM_HISTORY_SHARDS: '512',
    TEMPORAL_ALLOW_NO_AUTH: 'true',
    PROMETHEUS_ENDPOINT: `127.0.0.1:${await freePort()}`,
    DYNAMIC_CONFIG_FILE_PATH: inProject('docker', 'temporal', 'dynamicconfig.yaml'),
  };
}

/** The server keeps this port in a smallint of PostgreSQL: those that the system assigns are above it. */
async function membershipPort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_768);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/** A folder with the programs that the images of the compose file have on their path. */
export function programsFolder({ folder, binaries, cli }: Place): string {
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  symlinkSync(join(binaries.bin, 'temporal-sql-tool'), join(programs, 'temporal-sql-tool'));
  symlinkSync(cli, join(programs, 'temporal'));
  return programs;
}

/** Runs a script of docker/temporal as its container does. */
export async function runScript(name: string, programs: string, env: Record<string, string>): Promise<void> {
  const path = `${programs}${delimiter}${process.env['PATH'] ?? ''}`;
  await run('sh', [inProject('docker', 'temporal', name)], { env: { ...process.env, ...env, PATH: path } });
}

export interface Server {
  address: string;
  stop(): Promise<void>;
}

/** Starts the server and waits until it listens. */
export async function startServer({ folder, binaries }: Place, env: Record<string, string>): Promise<Server> {
  const log = openSync(join(folder, 'server.log'), 'a');
  const program = join(binaries.bin, 'temporal-server');
  const args = ['--config-file', binaries.configFile, 'start'];
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', log, log] });
  closeSync(log);
  const port = Number(env['FRONTEND_GRPC_PORT']);
  while (child.exitCode === null && !(await acceptsConnections(port, '127.0.0.1'))) await rest();
  if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}: see ${folder}/server.log`);
  return {
    address: `127.0.0.1:${port}`,
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/**
 * Writes a stand-in of the `temporal` command line that starts this server where the development server is asked for, so
 * that the runs of test/chaos meet it. Everything else goes to the real command line.
 */
export function writeStandIn({ folder, binaries, cli }: Place, env: Record<string, string>): string {
  const file = join(folder, 'temporal-on-postgresql');
  const exports = Object.entries(env).map(([name, value]) => `export ${name}='${value}'`);
  const script = [
    '#!/bin/sh',
    `if [ "$1 $2" != "server start-dev" ]; then exec '${cli}' "$@"; fi`,
    ...exports,
    'while [ $# -gt 0 ]; do if [ "$1" = --port ]; then export FRONTEND_GRPC_PORT="$2"; fi; shift; done',
    `exec '${join(binaries.bin, 'temporal-server')}' --config-file '${binaries.configFile}' start`,
  ];
  writeFileSync(file, `${script.join('\n')}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** What the namespace's script reads. */
export const namespaceEnvironment = (address: string): Record<string, string> => ({
  TEMPORAL_ADDRESS: address,
  TEMPORAL_NAMESPACE: namespace,
  RETENTION: '720h',
});
