import { inject } from 'vitest';
import { runPeerdesk, type PeerdeskRun } from '../setup/run-peerdesk.ts';
import type { DeskWorld } from './desk-harness.ts';

export type Peerdesk = (...args: string[]) => Promise<PeerdeskRun>;

/** The real program against a world, as an operator of it would run it. */
export function operatorOf(world: DeskWorld): Peerdesk {
  const names = Object.keys(world.env).filter((name) => /^(PEERDESK|TEMPORAL)_/.test(name));
  const env = Object.fromEntries(names.map((name) => [name, world.env[name] ?? '']));
  return (...args) => runPeerdesk(args, { ...env, TEMPORAL_CLI_PATH: inject('temporalCli') });
}

/** What a command printed with --json. */
export const json = (run: PeerdeskRun): unknown => JSON.parse(run.stdout);
