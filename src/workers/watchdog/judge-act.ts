import { mayBeOnline } from '../../marketplace/read-ads.ts';
import { looksAgain } from '../../domain/watchdog/dead-man.ts';
import type { DeskReport } from '../../domain/watchdog/watchdog-state.ts';
import type { Mode } from '../../domain/mode.ts';
import { preventedBy, type Prevented } from './prevented.ts';
import type { DeskSights } from './desk-sights.ts';
import type { WatchdogDependencies } from './watchdog-dependencies.ts';

/** What a watchdog doubts. */
interface Doubt {
  /** The mark of the last look, as the watch saw it: another one now means that the desk looks again. */
  readonly lookedAtMs: number;
  /** A ban that a call of a watchdog met: it holds for the next process, too. */
  readonly banUntilMs: number | null;
}

export type ActVerdict =
  /** The desk looks again, or can no longer be judged. */
  | { kind: 'looks-again' }
  /** No ad that the desk keeps is online at the service. */
  | { kind: 'nothing-online' }
  /** A shadow desk: what would be done was recorded. */
  | { kind: 'intended'; ads: number }
  | Prevented
  | { kind: 'act'; adNumbers: string[] };

const retryMs = 30_000;

/**
 * Asks the last question before the watchdog acts: does the desk still look at nothing, may this process call, and what
 * is online? It only reads.
 */
export async function judgeAct(deps: WatchdogDependencies, sights: DeskSights, doubt: Doubt): Promise<ActVerdict> {
  const before = await lookIn(sights);
  if (before.desk === null || looksAgain(before.desk, doubt.lookedAtMs)) return { kind: 'looks-again' };
  const kept = keptFromCalling(deps, before, { ...doubt, hasHeard: sights.hasHeard });
  if (kept !== null) return kept;
  let isOnline: IsOnline;
  try {
    await deps.admit(before.isSilent);
    isOnline = await onlineAds(deps);
  } catch (error) {
    return preventedBy(error, deps);
  }
  // Reading the service took its time: the desk may have come back.
  const { desk } = await lookIn(sights);
  if (desk === null || looksAgain(desk, doubt.lookedAtMs)) return { kind: 'looks-again' };
  return verdictOn(deps, desk, isOnline);
}

interface Looked {
  /** Null: nothing is known that an act could follow from. */
  readonly desk: DeskReport | null;
  /** Temporal does not answer: nothing is asked of it. */
  readonly isSilent: boolean;
}

/** While Temporal is silent, what was seen last holds. */
async function lookIn(sights: DeskSights): Promise<Looked> {
  const seen = await sights.look();
  const { known, isSilent } = sights;
  if (typeof seen === 'object') return { desk: seen, isSilent };
  return { desk: isSilent ? known : null, isSilent };
}

/** A ban of the desk's address, unless this process leaves by another one, or one that an earlier call has met. */
function keptFromCalling(
  { hasOwnAddress, clock, obeyBan }: WatchdogDependencies,
  { desk, isSilent }: Looked,
  { banUntilMs: own, hasHeard }: Doubt & { readonly hasHeard: boolean },
): Prevented | null {
  const banUntilMs = Math.max(own ?? 0, hasOwnAddress ? 0 : (desk?.banUntilMs ?? 0));
  const waitMs = banUntilMs - clock.now();
  if (waitMs > 0) {
    obeyBan(banUntilMs);
    const why = 'the service has banned the address that it would call from';
    return { kind: 'prevented', why, retryMs: waitMs, banUntilMs };
  }
  if (!isSilent || hasHeard || hasOwnAddress) return null;
  // A call during a ban makes it longer, for the desk as well.
  const why = 'Temporal has not answered since it began, so it does not know whether the address is banned';
  return { kind: 'prevented', why, retryMs, banUntilMs: null };
}

/** A floating price moves by itself, and with no one who looks nothing keeps it within its limits (ADR 0034). */
async function onlineAds({ marketplace }: WatchdogDependencies): Promise<IsOnline> {
  return mayBeOnline(await marketplace.ads.listing().read());
}

type IsOnline = ReturnType<typeof mayBeOnline>;

/** Only what the desk is to keep: an ad that a person paused, or that was never the desk's, is the merchant's own. */
function verdictOn(deps: WatchdogDependencies, { ads }: DeskReport, isOnline: IsOnline): ActVerdict {
  const kept = ads.filter(({ adNumber }) => isOnline(adNumber));
  if (kept.length === 0) return { kind: 'nothing-online' };
  const judged = kept.map(({ adNumber, mode }) => ({ adNumber, verdict: verdictOnMode(deps, mode) }));
  const numbersOf = (kind: ModeVerdict['kind']): string[] =>
    judged.flatMap(({ adNumber, verdict }) => (verdict.kind === kind ? [adNumber] : []));
  const adNumbers = numbersOf('writes');
  if (adNumbers.length > 0) return { kind: 'act', adNumbers };
  // One ad of a mode that is allowed nowhere, started by hand, must not keep the others on the market.
  for (const { verdict } of judged) if (verdict.kind === 'refused') return preventedBy(verdict.error, deps);
  const intended = numbersOf('intended');
  for (const adNumber of intended) {
    deps.onIntent({ operation: 'ads/updateStatus', subject: adNumber, detail: { status: 'offline' } });
  }
  return { kind: 'intended', ads: intended.length };
}

type ModeVerdict = { kind: 'writes' | 'intended' } | { kind: 'refused'; error: unknown };

function verdictOnMode({ isIntentOnly }: WatchdogDependencies, mode: Mode): ModeVerdict {
  try {
    return { kind: isIntentOnly(mode) ? 'intended' : 'writes' };
  } catch (error) {
    return { kind: 'refused', error };
  }
}
