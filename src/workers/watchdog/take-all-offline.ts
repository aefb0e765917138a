import { mayBeOnline } from '../../marketplace/read-ads.ts';
import { preventedBy } from './prevented.ts';
import type { WatchdogDependencies } from './watchdog-dependencies.ts';

/** The ads to take off, and a ban that an earlier call has met. */
interface Taking {
  readonly adNumbers: readonly string[];
  readonly banUntilMs: number | null;
}

export type TakeAllOfflineOutcome =
  /** A person has opened the switch meanwhile: what is online now is online on purpose. */
  | { kind: 'reopened' }
  /** `left`: still online at the last read, or not known. */
  | { kind: 'done'; left: string[]; why: string | null; retryMs: number; banUntilMs: number | null };

/** Writes and reads of one attempt; after it a person is notified, and it is tried again. */
const maxRounds = 5;
/** A write that waits longer for its turn is not sent: a process that was frozen sends nothing late. */
const sendWithinMs = 30_000;
const longestPauseMs = 1_000;
const retryMs = 30_000;

/**
 * The act itself: all ads offline by one call (EP-8), which a read confirms, and a second read after the time in
 * which a write that was on its way may still show. It is repeated while an ad is online.
 */
export async function takeAllOffline(
  deps: WatchdogDependencies,
  { adNumbers, banUntilMs: bannedUntilMs }: Taking,
): Promise<TakeAllOfflineOutcome> {
  let left = [...adNumbers];
  let trouble = settled;
  let isQuiet = false;
  if (bannedUntilMs !== null) deps.obeyBan(bannedUntilMs);
  for (let round = 0; round < maxRounds; round += 1) {
    // A person who has opened the switch wants his ads back.
    if (await isOpen(deps)) return { kind: 'reopened' };
    try {
      const beganAtMs = deps.clock.now();
      left = await stillOnline(deps, adNumbers);
      if (left.length > 0) await send(deps, left, beganAtMs);
      else if (isQuiet) return { kind: 'done', left, ...settled };
      trouble = left.length > 0 ? { ...settled, why: 'the service showed them online' } : settled;
    } catch (error) {
      trouble = preventedBy(error, deps);
      // During a ban nothing is called: its end is waited for.
      if (trouble.retryMs > retryMs) break;
    }
    isQuiet = left.length === 0;
    await deps.pause(isQuiet ? deps.settings.moneySettleMs : pauseOf(deps));
  }
  const { why, retryMs: pauseMs, banUntilMs } = trouble;
  return { kind: 'done', left, why, retryMs: pauseMs, banUntilMs };
}

const pauseOf = ({ settings }: WatchdogDependencies): number => Math.min(longestPauseMs, settings.moneySettleMs);

interface Trouble {
  why: string | null;
  retryMs: number;
  banUntilMs: number | null;
}

const settled: Trouble = { why: null, retryMs, banUntilMs: null };

/** Two answers: one alone may come from before the mark. */
async function isOpen(deps: WatchdogDependencies): Promise<boolean> {
  if ((await deps.isSwitchOpen()) !== true) return false;
  await deps.pause(pauseOf(deps));
  return (await deps.isSwitchOpen()) === true;
}

async function stillOnline({ marketplace }: WatchdogDependencies, adNumbers: readonly string[]): Promise<string[]> {
  return adNumbers.filter(mayBeOnline(await marketplace.ads.listing().read()));
}

/** Whether it was done is read after it, for each ad: an answer that names failed ads may also be of a part. */
async function send(
  { marketplace, settings, report }: WatchdogDependencies,
  adNumbers: string[],
  beganAtMs: number,
): Promise<void> {
  const fence = { sendBeforeMs: beganAtMs + sendWithinMs, recvWindowMs: settings.recvWindowMs };
  await marketplace.ads.setStatus({ adNumbers, status: 'offline' }, fence);
  const line = { event: 'status', level: 'warn', mode: null, operation: 'updateStatus' } as const;
  for (const adNumber of adNumbers) report({ ...line, message: 'the watchdog takes the ad offline', adNumber });
}
