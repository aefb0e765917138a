/** `peerdesk start` as a process of its own, and what it leaves behind. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTemporalCli } from '../../../src/server/find-server.ts';
import { inProject } from '../../../src/server/project-root.ts';
import { compileCache } from '../../setup/compile-cache.ts';
import { until } from '../storm/storm-world.ts';
import { writeDeskFile, type OwnService } from './own-service.ts';

type Variables = Readonly<Record<string, string>> & { readonly PEERDESK_STATE_DIR: string };

/** Where one `peerdesk start` works: its file, keys and state are in a folder of its own. */
export interface StartPlace {
  readonly folder: string;
  readonly address: string;
  readonly env: Variables;
}

export async function startPlace(folder: string, service: OwnService, port: number): Promise<StartPlace> {
  mkdirSync(folder, { mode: 0o700 });
  const address = `127.0.0.1:${port}`;
  const { path: cliPath } = await findTemporalCli({ env: process.env, log: () => undefined });
  const env = {
    ...writeDeskFile(folder, service, address),
    TEMPORAL_CLI_PATH: cliPath,
    PEERDESK_STATE_DIR: join(folder, 'state'),
  };
  return { folder, address, env };
}

export interface Start {
  readonly process: ChildProcess;
  /** Everything that it has written. */
  readonly said: () => string;
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>;
}

export function startMachine({ env }: StartPlace): Start {
  const args = [inProject('bin', 'peerdesk.mjs'), 'start', '--ui-port', '0', '--json'];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (written += chunk.toString('utf8')));
  const ended = once(child, 'exit').then(([code]) => (code === null ? null : Number(code)));
  return { process: child, said: () => written, ended };
}

export function untilSaid({ said }: Start, text: string): Promise<string> {
  return until(
    `start says ${text}`,
    async () => said(),
    (all) => all.includes(text),
  );
}

const roles = ['server', 'worker', 'watchdog'] as const;
export type Role = (typeof roles)[number];

interface Claim {
  children: number[];
  health: string;
}

const claimOf = ({ env }: StartPlace): Claim =>
  JSON.parse(readFileSync(join(env.PEERDESK_STATE_DIR, 'start.json'), 'utf8')) as Claim;

/** Returns the process that has a role now. */
export function pidOf(place: StartPlace, role: Role): number {
  const { [roles.indexOf(role)]: pid } = claimOf(place).children;
  if (pid === undefined) throw new Error(`no process of start is the ${role}`);
  return pid;
}

export async function healthOf(place: StartPlace): Promise<number> {
  return (await fetch(claimOf(place).health)).status;
}

/** Returns the processes that name the folder: those of this start, and what it has started. */
export function leftIn({ folder }: StartPlace): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder) && state(pid) !== 'Z';
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
}

const state = (pid: string): string | undefined => /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
