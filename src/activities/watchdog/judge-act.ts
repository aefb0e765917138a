import { Context } from '@temporalio/activity';
import type { Mode } from '../../domain/mode.ts';
import { mayBeOnline } from '../../marketplace/read-ads.ts';
import { beat } from '../kit/pause.ts';
import { preventedBy } from './prevented.ts';
import type { ActVerdict, JudgeActInput } from './watchdog-contract.ts';
import type { DeskReport, WatchdogDependencies } from './watchdog-dependencies.ts';

/**
 * Makes the last question before the watchdog acts: does the desk still look at nothing, may this process call, and what
 * is online? It only reads.
 */
export function createJudgeAct(deps: WatchdogDependencies) {
  return async function judgeAct({ lookedAtMs, banUntilMs }: JudgeActInput): Promise<ActVerdict> {
    const { cancellationSignal: signal } = Context.current();
    const before = await deps.readDesk(signal);
    if (looksAgain(before, lookedAtMs)) return { kind: 'looks-again' };
    const banned = bannedUntil(deps, before, banUntilMs);
    if (banned !== null) return banned;
    let isOnline: IsOnline;
    try {
      await deps.admit();
      isOnline = await onlineAds(deps);
    } catch (error) {
      return preventedBy(error, deps);
    }
    await beat(null, deps);
    // Reading the service took its time: the desk may have come back.
    const desk = await deps.readDesk(signal);
    return looksAgain(desk, lookedAtMs) ? { kind: 'looks-again' } : verdictOn(deps, desk, isOnline);
  };
}

/** A ban of the desk's address, unless this process leaves by another one, or one that an earlier call has met. */
function bannedUntil(
  { hasOwnAddress, clock, obeyBan }: WatchdogDependencies,
  { banUntilMs: desks }: DeskReport,
  own: number | null,
): ActVerdict | null {
  const banUntilMs = Math.max(own ?? 0, hasOwnAddress ? 0 : (desks ?? 0));
  const retryMs = banUntilMs - clock.now();
  if (retryMs <= 0) return null;
  obeyBan(banUntilMs);
  return { kind: 'prevented', why: 'the service has banned the address that it would call from', retryMs, banUntilMs };
}

/** A floating price moves by itself, and with no one who looks nothing keeps it within its limits (ADR 0034). */
async function onlineAds({ marketplace }: WatchdogDependencies): Promise<IsOnline> {
  return mayBeOnline(await marketplace.ads.listing().read());
}

type IsOnline = ReturnType<typeof mayBeOnline>;

/** Reports whether the desk has looked since that mark. */
export function hasLooked({ lookedAtMs }: DeskReport, before: number): boolean {
  return lookedAtMs !== null && lookedAtMs !== before;
}

function looksAgain(desk: DeskReport, before: number): boolean {
  return desk.isHeld || desk.ads.length === 0 || hasLooked(desk, before);
}

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
