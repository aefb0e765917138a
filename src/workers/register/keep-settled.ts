/** What the leader does for the register of an account, beside its workflows. */
import type { Logger } from 'pino';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import { settleSteps } from '../../activities/money/settle-steps.ts';
import { sleep } from '../lead/stoppable.ts';

interface SettleOptions {
  readonly deps: Pick<ActivityDependencies, 'marketplace' | 'register' | 'clock'>;
  /** Compares the releases of the service with the register, where that is due; returns those that no row knew. */
  readonly compared: () => Promise<readonly string[]>;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** Aborts when the term of the lead ends. */
  readonly signal: AbortSignal;
  /** How it waits; absent: as long as it says. */
  readonly pause?: typeof sleep;
}

const everyMs = 15_000;

/**
 * Compares the releases of the service with the register wherever that is due, and reads steps without an end again and
 * again, until the signal aborts. Never rejects.
 */
export async function keepSettled(options: SettleOptions): Promise<void> {
  const { logger, signal, pause = sleep } = options;
  const known: Told = { compared: [], said: new Set() };
  while (!signal.aborted) {
    await Promise.all([
      compareOnce(options, known).catch((error: unknown) => {
        logger.warn({ event: 'register', error: String(error) }, 'the register and the service were not compared');
      }),
      settleOnce(options, known).catch((error: unknown) => {
        logger.warn({ event: 'register', error: String(error) }, 'steps without an end were not read');
      }),
    ]);
    await pause(everyMs, signal);
  }
}

/** What was said in this term. */
interface Told {
  /** What the last comparison has found. */
  compared: readonly string[];
  /** The steps of which it was said that they have no end. */
  readonly said: Set<number>;
}

async function compareOnce({ compared, logger }: SettleOptions, known: Told): Promise<void> {
  const unknown = await compared();
  if (unknown === known.compared) return;
  known.compared = unknown;
  if (unknown.length > 0) logger.error({ event: 'register', orders: unknown.slice(0, 20) }, unknownText);
}

async function settleOnce({ deps, logger }: SettleOptions, known: Told): Promise<void> {
  const open = (await settleSteps(deps)).filter(({ number }) => !known.said.has(number));
  for (const { number, step, subject } of open) {
    known.said.add(number);
    logger.error({ event: 'register', orderNumber: subject, operation: step }, openText);
  }
}

const unknownText =
  'the service shows releases that the register does not know: no money moves until a person says what they are (`peerdesk register show`)';
const openText = 'a call that may have left is neither shown nor denied by the service: look at it in the app';
