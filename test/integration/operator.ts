import { inject } from 'vitest';
import { runInProcess } from '../setup/run-in-process.ts';
import { runPeerdesk, type PeerdeskRun } from '../setup/run-peerdesk.ts';
import type { DeskWorld } from './desk-harness.ts';

export type Peerdesk = (...args: string[]) => Promise<PeerdeskRun>;

/** The operator's commands against a world, in this process. */
export function operatorOf(world: DeskWorld): Peerdesk {
  const env = environmentOf(world);
  return (...args) => runInProcess(patient(args), env);
}

/** The real program against a world, each command a process. */
export function programOf(world: DeskWorld): Peerdesk {
  const env = environmentOf(world);
  return (...args) => runPeerdesk(patient(args), env);
}

/** A busy machine answers later than a person at a quiet one would wait. */
function patient(args: string[]): string[] {
  const asksTemporal = ['ad', 'desk', 'order'].includes(args[0] ?? '');
  return asksTemporal && !args.includes('--timeout') ? [...args, '--timeout', '120s'] : args;
}

/** The variables of an operator's commands against a world. */
export function environmentOf(world: DeskWorld): Record<string, string> {
  const names = Object.keys(world.env).filter((name) => /^(PEERDESK|TEMPORAL)_/.test(name));
  const env = Object.fromEntries(names.map((name) => [name, world.env[name] ?? '']));
  return { ...env, TEMPORAL_CLI_PATH: inject('temporalCli') };
}

/** What a command printed with --json. */
export const json = (run: PeerdeskRun): unknown => JSON.parse(run.stdout);
