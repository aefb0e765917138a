import { attemptFence } from '../kit/calls.ts';
import { pauseFor } from '../kit/pause.ts';
import { mayBeOnline } from '../../marketplace/read-ads.ts';
import { preventedBy } from './prevented.ts';
import type { TakeAllOfflineInput, TakeAllOfflineOutcome } from './watchdog-contract.ts';
import type { WatchdogDependencies } from './watchdog-dependencies.ts';

/** Writes and reads of one attempt; after it the workflow notifies a person, and tries again. */
const maxRounds = 5;
const longestPauseMs = 1_000;
const retryMs = 30_000;

/**
 * Makes the act itself: all ads offline by one call (EP-8), which a read confirms, and a second read after the time in
 * which a write that was on its way may still show. It is repeated while an ad is online.
 */
export function createTakeAllOffline(deps: WatchdogDependencies) {
  return async function takeAllOffline(input: TakeAllOfflineInput): Promise<TakeAllOfflineOutcome> {
    const { adNumbers } = input;
    let left = [...adNumbers];
    let trouble = settled;
    let isQuiet = false;
    if (input.banUntilMs !== null) deps.obeyBan(input.banUntilMs);
    for (let round = 0; round < maxRounds; round += 1) {
      // A person who has opened the switch wants his ads back.
      if (await isOpen(deps)) return { kind: 'reopened' };
      try {
        left = await stillOnline(deps, adNumbers);
        if (left.length > 0) await send(deps, left);
        else if (isQuiet) return { kind: 'done', left, ...settled };
        trouble = left.length > 0 ? { ...settled, why: 'the service showed them online' } : settled;
      } catch (error) {
        trouble = preventedBy(error, deps);
        // During a ban nothing is called: the workflow waits for its end.
        if (trouble.retryMs > retryMs) break;
      }
      isQuiet = left.length === 0;
      const waitMs = isQuiet ? deps.settings.moneySettleMs : pauseOf(deps);
      await pauseFor(waitMs, { left: left.length, why: trouble.why }, deps);
    }
    const { why, retryMs: pauseMs, banUntilMs } = trouble;
    return { kind: 'done', left, why, retryMs: pauseMs, banUntilMs };
  };
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
  await pauseFor(pauseOf(deps), { switch: 'open' }, deps);
  return (await deps.isSwitchOpen()) === true;
}

async function stillOnline({ marketplace }: WatchdogDependencies, adNumbers: readonly string[]): Promise<string[]> {
  return adNumbers.filter(mayBeOnline(await marketplace.ads.listing().read()));
}

/** Whether it was done is read after it, for each ad: an answer that names failed ads may also be of a part. */
async function send({ marketplace, settings, report }: WatchdogDependencies, adNumbers: string[]): Promise<void> {
  const fence = attemptFence(settings.recvWindowMs);
  await marketplace.ads.setStatus({ adNumbers, status: 'offline' }, fence);
  const line = { event: 'status', level: 'warn', mode: null, operation: 'updateStatus' } as const;
  for (const adNumber of adNumbers) report({ ...line, message: 'the watchdog takes the ad offline', adNumber });
}
