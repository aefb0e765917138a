import { inject } from 'vitest';
import { runInProcess } from '../setup/run-in-process.ts';
import { runPeerdesk, type PeerdeskRun } from '../setup/run-peerdesk.ts';
import { account, until, type DeskWorld } from './desk-harness.ts';

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
  const [group = '', command = ''] = args;
  const asksTemporal = ['ad', 'desk', 'order'].includes(group) ? command !== 'take' : /^(?:block|allow)$/.test(command);
  return asksTemporal && !args.includes('--timeout') ? [...args, '--timeout', '120s'] : args;
}

/** The variables of an operator's commands against a world. */
export function environmentOf(world: DeskWorld): Record<string, string> {
  const names = Object.keys(world.env).filter((name) => /^(PEERDESK|TEMPORAL)_/.test(name));
  const env = Object.fromEntries(names.map((name) => [name, world.env[name] ?? '']));
  return { ...env, TEMPORAL_CLI_PATH: inject('temporalCli') };
}

interface PaidOrder {
  readonly total: string;
  /** Beside `desk start --release approve`. */
  readonly flags?: readonly string[];
}

/** Starts the desk by its command, and has a counterparty pay an order of it; returns the number of the order. */
export async function paidOrderOf(world: DeskWorld, { total, flags = [] }: PaidOrder): Promise<string> {
  const { simulator } = world;
  await until(
    'the desk starts',
    () => operatorOf(world)('desk', 'start', '--release', 'approve', ...flags),
    (run) => run.exitCode === 0,
  );
  const ad = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  const order = simulator.counterparties.take({ adNumber: ad, totalPrice: total });
  simulator.counterparties.pay(order);
  return order;
}

/** Returns the page of an order once it waits for an approval. */
export const approvalAsked = (peerdesk: Peerdesk, order: string): Promise<PeerdeskRun> =>
  until(
    'the order waits for an approval',
    () => peerdesk('order', 'show', order),
    (run) => run.stdout.includes('no human has approved'),
  );

/** What a command printed with --json. */
export const json = (run: PeerdeskRun): unknown => JSON.parse(run.stdout);
