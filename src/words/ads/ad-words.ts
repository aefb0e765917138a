/** What is said of an ad: what it does, why it is off the market, and what brings it back. */
import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import { isTakenOff, type AdState } from '../../domain/ads/state/ad-state.ts';
import { shownOff, type AdStanding } from '../../domain/ads/state/ad-standing.ts';
import { isPutBack } from '../../domain/ads/state/off-market.ts';
import { isRuled, type OfflineState } from '../../domain/ads/state/offline-state.ts';
import type { Opening } from '../../domain/hours/opening.ts';
import type { Mode } from '../../domain/mode.ts';
import type { PricingDecision } from '../../domain/pricing/pricing-decision.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';
import { offHours } from '../../domain/pricing/rules-by-hours.ts';
import { amountText } from '../amount-words.ts';
import { offlineWords } from './offline-words.ts';
import { decisionText } from './pricing-words.ts';

/** What the sentence about an ad goes by. */
export interface StandingAd {
  readonly standing: AdStanding;
  readonly rules: Pick<PricingRules, 'hours'>;
  readonly opening: Opening | null;
  /** null: not read yet. */
  readonly ad: AdFacts | null;
  readonly lastDecision: PricingDecision | null;
  /** Of the ad, by the last look while it was offline. */
  readonly seenStatus: AdFacts['status'] | null;
  /** What keeps it from where the desk wants it; null: nothing. */
  readonly trouble: string | null;
}

/** Returns why an ad is where it is, in words that a merchant understands. */
export function adWhy(ad: StandingAd): string {
  const { standing } = ad;
  const own = offByDeskText(ad);
  if (own !== null) return own;
  const returning = shownOff(standing) === 'returning' ? returningText(ad) : '';
  return `${returning}${stateText(standing.state) ?? restingText(ad, lookText(ad))}${unkeptHoursText(ad)}`;
}

/** The same in its mode: off the market in the words of this desk alone, as far as it knows. */
export function adWhyIn(mode: Mode, ad: StandingAd): string {
  const why = adWhy(ad);
  return mode === 'shadow' && isTakenOff(ad.standing.state)
    ? `nothing is sent in shadow, so at the service it stays as it is: ${why}`
    : why;
}

/** Returns what is said right after a command, while the look that it asks for is under way. */
export const notedText = (why: string): string => `noted, being checked; before it: ${why}`;

/** Returns what a running ad goes by since a look, with its rest when it is outside its hours. */
export const lookedText = (ad: Pick<StandingAd, 'rules' | 'opening'>, decision: PricingDecision): string =>
  restingText(ad, decisionText(decision));

function returningText({ trouble }: StandingAd): string {
  return trouble === null ? 'being put online again; ' : `being put online again, not yet: ${trouble}; `;
}

/** What someone, the hours, the stock or the caps took off the market; null: nothing did. */
function offByDeskText(ad: StandingAd): string | null {
  const { state, off } = ad.standing;
  if (state.kind === 'paused') {
    return off.phase === 'left' ? `${pausedText(state)}; off the market since its hours` : null;
  }
  if (state.kind !== 'offline') return null;
  if (state.cause === 'command') return takenOffText(ad, state);
  if (isRuled(state.cause)) return byRulesText(ad, state);
  return state.cause === 'hours' ? asleepText(ad, state) : null;
}

const untilText = ({ opening }: Pick<StandingAd, 'opening'>): string => {
  const until = opening?.until ?? null;
  return until === null ? '' : ` until ${until}`;
};

const unconfirmed = 'not confirmed by a read yet';

function asleepText(ad: StandingAd, { paused }: OfflineState): string {
  const { standing, trouble } = ad;
  const rest =
    paused === undefined || isPutBack(standing.off)
      ? 'then online by itself'
      : `paused by ${paused.by}, so only resume or online puts it back`;
  const head = `outside its hours${untilText(ad)}, ${rest}`;
  const off = shownOff(standing) === 'leaving' ? `being taken offline, ${unconfirmed}` : 'taken offline';
  return `${head}: ${trouble ?? off}`;
}

function takenOffText({ standing, trouble }: StandingAd, state: Extract<OfflineState, { cause: 'command' }>): string {
  const { by, paused } = state;
  const reason = offlineWords(state);
  const rest = paused === undefined ? '' : `, and paused by ${paused.by}`;
  if (shownOff(standing) === 'leaving') return `being taken offline by ${by}${rest}: ${reason}; ${unconfirmed}`;
  if (trouble !== null) return `${trouble} (${by}${rest}: ${reason})`;
  return `taken offline by ${by}${rest}: ${reason}; only online or resume puts it back`;
}

function byRulesText({ standing, trouble, rules }: StandingAd, state: OfflineState): string {
  const { cause, paused } = state;
  const reason = offlineWords(state);
  if (shownOff(standing) === 'leaving') return `being taken offline: ${reason}; ${unconfirmed}`;
  if (trouble !== null) return `${trouble} (${reason})`;
  if (paused !== undefined) return `taken offline: ${reason}; and paused by ${paused.by}: only resume puts it back`;
  const within = offHours(rules) === null ? '' : ', within its hours';
  const when = cause === 'stock' ? 'there is enough' : 'one is below its cap';
  return `taken offline: ${reason}; it comes back by itself once ${when}${within}`;
}

/** The service hides such an ad only while the business is closed, and that may open when no one serves the ad. */
function unkeptHoursText({ standing: { state }, rules, seenStatus }: StandingAd): string {
  const isShown = state.kind === 'offline' && state.cause === 'business' && seenStatus === 'online';
  if (!isShown || offHours(rules) === null) return '';
  return '; until then its hours are not kept, and takers find it once the business is open: offline takes it off the market';
}

function lookText({ lastDecision, ad }: StandingAd): string {
  if (lastDecision !== null) return decisionText(lastDecision);
  return ad === null ? 'reading the market' : 'nothing decided yet';
}

/** The words of a running ad's look, with those of its rest before them when it is outside its hours. */
function restingText({ rules, opening }: Pick<StandingAd, 'rules' | 'opening'>, look: string): string {
  const price = rules.hours?.restingPrice ?? null;
  if (price === null || opening?.isOpen !== false) return look;
  return `outside its hours${untilText({ opening })}: rests at ${amountText(price)}; ${look}`;
}

const pausedText = ({ by }: Extract<AdState, { kind: 'paused' }>): string => `paused by ${by}; continues on resume`;

/** Null: it runs. */
function stateText(state: AdState): string | null {
  switch (state.kind) {
    case 'running':
      return null;
    case 'paused':
      return pausedText(state);
    case 'offline':
      return `${offlineWords(state)}${comesBackText(state.cause)}`;
    case 'cooling':
      return 'too many overlaps with own ads; cooling down';
    case 'blocked':
      return `${state.category}: ${problemWords(state)}`;
    case 'dead':
      return 'the service does not know this ad any more';
    case 'stopped':
      return 'stopped by the operator';
  }
}

/** Returns what the service or a failed call said, or that it does not find the ad. */
export const problemWords = ({ message }: { readonly message: string | null }): string =>
  message ?? 'the service does not find this ad';

function comesBackText(cause: OfflineState['cause']): string {
  switch (cause) {
    case 'ad':
      return '; continues by itself when it is online again';
    case 'business':
      return '; continues when a human resumes';
    case 'limit':
      return ': taken offline; it is put online again when a human resumes, not when the limit no longer binds';
    case 'command':
    case 'hours':
    case 'stock':
    case 'caps':
      return '';
  }
}
