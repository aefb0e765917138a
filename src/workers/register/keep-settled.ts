/** What the leader does for the register of an account, beside its workflows. */
import type { Logger } from 'pino';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import { compareReleases, settleSteps } from '../../activities/money/settle-steps.ts';
import { rest } from '../lead/rest.ts';

interface SettleOptions {
  readonly deps: Pick<ActivityDependencies, 'exchange' | 'register' | 'clock' | 'settings'>;
  /** Compares the releases of the service with the register; returns those that no row knew. */
  readonly compared: () => Promise<readonly string[]>;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** Aborts when the term of the lead ends. */
  readonly signal: AbortSignal;
  /** How it waits; absent: as long as it says. */
  readonly pause?: typeof rest;
}

const everyMs = 15_000;
/** A round that began this long after the last one: the machine slept, or the process was frozen. */
const standstillMs = 120_000;

/**
 * Compares the releases of the service with the register at the beginning of a term and after a standstill, and reads steps
 * without an end again and again, until the signal aborts. Never rejects.
 */
export async function keepSettled(options: SettleOptions): Promise<void> {
  const { deps, compared, logger, signal, pause = rest } = options;
  const known: Told = { compare: compared, said: new Set() };
  let lastMs = deps.clock.now();
  while (!signal.aborted) {
    const nowMs = deps.clock.now();
    if (nowMs - lastMs >= standstillMs) known.compare ??= () => compareReleases(deps);
    lastMs = nowMs;
    await settleOnce(options, known).catch((error: unknown) => {
      logger.warn({ event: 'register', error: String(error) }, 'the register and the service were not compared');
    });
    await pause(everyMs, signal);
  }
}

interface Told {
  /** Null: they were compared. */
  compare: SettleOptions['compared'] | null;
  /** The steps of which it was said in this term that they have no end. */
  readonly said: Set<number>;
}

async function settleOnce({ deps, logger }: SettleOptions, known: Told): Promise<void> {
  const unknown = (await known.compare?.()) ?? [];
  known.compare = null;
  if (unknown.length > 0) logger.error({ event: 'register', orders: unknown.slice(0, 20) }, unknownText);
  const open = (await settleSteps(deps)).filter(({ number }) => !known.said.has(number));
  for (const { number, step, subject } of open) {
    known.said.add(number);
    logger.error({ event: 'register', orderNumber: subject, operation: step }, openText);
  }
}

const unknownText =
  'the service shows releases that the register does not know: no money moves until a person says what they are (`peerdesk register show`)';
const openText = 'a call that may have left is neither shown nor denied by the service: look at it in the app';
