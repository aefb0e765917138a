import { isTakenOff, type AdState } from '../../domain/ads/ad-state.ts';
import { decisionText } from '../../domain/pricing/decision-text.ts';
import { offHours, restingText } from '../../domain/pricing/rules-by-hours.ts';
import { isRuled, type OfflineState } from '../../domain/ads/offline-state.ts';
import type { AdMemory, AdTaskInput, AdView, OffMarket } from '../contract/ad-contract.ts';
import { urgentTroubles } from '../kit/trouble.ts';
import { shownRefusals } from '../kit/refused-messages.ts';

/** Answers the `state` query. */
export function adView({ account, adNumber, mode }: AdTaskInput, memory: AdMemory): AdView {
  const { ad, rules, state } = memory;
  const asks = asksOf(memory);
  return {
    account,
    adNumber,
    mode: memory.nextMode ?? mode,
    state,
    why: whyIn(mode, memory),
    pair: ad === null ? null : `${ad.asset}/${ad.fiat}`,
    side: ad?.side ?? null,
    price: ad?.price ?? null,
    intendedPrice: memory.assumedPrice,
    rank: rankOf(memory),
    offMarket: offMarketOf(memory),
    lookedAtMs: memory.lookedAtMs,
    rules,
    override: memory.override,
    ...ruledParts(memory),
    foreignPrices: state.kind === 'stopped' ? null : memory.prices.foreign,
    reprices: memory.reprices,
    intents: memory.intents,
    lastChangeAtMs: memory.lastChangeAtMs,
    lastProblem: memory.lastProblem,
    businessStatus: memory.businessStatus,
    needsHuman: asks.length > 0,
    asks,
    refused: shownRefusals(memory.refused),
  };
}

/** An ad that is off the market in the words of this desk alone, as far as it knows. */
const isSaidOff = (state: AdState): boolean =>
  isTakenOff(state) || (state.kind === 'offline' && state.cause === 'limit');

function whyIn(mode: AdTaskInput['mode'], memory: AdMemory): string {
  const why = whyText(memory);
  const isOnlySaid = mode === 'shadow' && isSaidOff(memory.state);
  return isOnlySaid ? `nothing is sent in shadow, so at the service it stays as it is: ${why}` : why;
}

function rankOf({ state, lastDecision }: AdMemory): number | null {
  return state.kind === 'offline' || lastDecision === null ? null : lastDecision.rank;
}

function offMarketOf(memory: AdMemory): OffMarket | null {
  const { state, offlineConfirmed, troubles, takenOffline } = memory;
  // What a desk leaves behind that is stopped: the next one may put it back.
  if (state.kind === 'stopped') return takenOffline ? 'off' : null;
  if (isReturning(memory)) return 'returning';
  if (!isTakenOff(state)) return null;
  if (!offlineConfirmed) return 'leaving';
  return 'offline' in troubles ? 'back-in-app' : 'off';
}

function isReturning({ state, takenOffline, comesBack }: AdMemory): boolean {
  return state.kind === 'running' ? takenOffline || comesBack : state.kind === 'paused' && comesBack;
}

/** Returns what a human is asked about; nothing while the ad continues by itself. */
function asksOf(memory: AdMemory): string[] {
  const { state } = memory;
  if (state.kind === 'stopped') return [];
  const text = isManual(state) ? [whyText(memory)] : [];
  return [...text, ...urgentTroubles(memory)];
}

/** What is known of rules that not every ad has. */
function ruledParts(memory: AdMemory): Pick<AdView, 'opening' | 'stock' | 'caps' | 'withheld'> {
  const { rules, opening, stock, caps } = memory;
  return {
    opening: rules.hours === null ? null : opening,
    stock: rules.inventory === null ? null : stock.seen,
    caps: rules.paymentCaps === null ? null : caps.seen,
    withheld: caps.withheld,
  };
}

/** What a human ordered asks no one, unless he wants it to. */
function isManual(state: AdState): boolean {
  if (state.kind !== 'offline') return state.kind === 'dead';
  if (state.cause === 'command') return state.urgent === true;
  return state.cause === 'business' || state.cause === 'limit';
}

/** Explains the ad's state in words that a merchant understands. */
export function whyText(memory: AdMemory): string {
  const { state } = memory;
  const own = offByDeskText(memory);
  if (own !== null) return own;
  return `${isReturning(memory) ? returningText(memory) : ''}${stateText(state) ?? restingText(memory.rules, memory.opening, lookText(memory))}${unkeptHoursText(memory)}`;
}

function returningText({ troubles }: AdMemory): string {
  const trouble = troubles['offline'];
  return trouble === undefined ? 'being put online again; ' : `being put online again, not yet: ${trouble.text}; `;
}

/** What someone, the hours, the stock or the caps took off the market; null: nothing did. */
function offByDeskText(memory: AdMemory): string | null {
  const { state, takenOffline, comesBack } = memory;
  if (state.kind === 'paused') {
    return takenOffline && !comesBack ? `${stateText(state)}; off the market since its hours` : null;
  }
  if (state.kind !== 'offline') return null;
  if (state.cause === 'command') return takenOffText(memory, state);
  if (isRuled(state.cause)) return byRulesText(memory, state);
  return state.cause === 'hours' ? asleepText(memory, state) : null;
}

function untilText({ opening }: AdMemory): string {
  const until = opening?.until ?? null;
  return until === null ? '' : ` until ${until}`;
}

function asleepText(memory: AdMemory, { paused }: OfflineState): string {
  const { offlineConfirmed, comesBack, troubles } = memory;
  const off = offlineConfirmed ? 'taken offline' : 'being taken offline, not confirmed by a read yet';
  const rest =
    paused === undefined || comesBack
      ? 'then online by itself'
      : `paused by ${paused.by}, so only resume or online puts it back`;
  const trouble = troubles['offline'];
  const head = `outside its hours${untilText(memory)}, ${rest}`;
  return trouble === undefined ? `${head}: ${off}` : `${head}: ${trouble.text}`;
}

function takenOffText(memory: AdMemory, { by = 'someone', reason, paused }: OfflineState): string {
  const rest = paused === undefined ? '' : `, and paused by ${paused.by}`;
  if (!memory.offlineConfirmed) return `being taken offline by ${by}${rest}: ${reason}; not confirmed by a read yet`;
  const trouble = memory.troubles['offline'];
  if (trouble !== undefined) return `${trouble.text} (${by}${rest}: ${reason})`;
  return `taken offline by ${by}${rest}: ${reason}; only online or resume puts it back`;
}

function byRulesText(memory: AdMemory, { cause, reason, paused }: OfflineState): string {
  if (!memory.offlineConfirmed) return `being taken offline: ${reason}; not confirmed by a read yet`;
  const trouble = memory.troubles['offline'];
  if (trouble !== undefined) return `${trouble.text} (${reason})`;
  if (paused !== undefined) return `taken offline: ${reason}; and paused by ${paused.by}: only resume puts it back`;
  const within = offHours(memory.rules) === null ? '' : ', within its hours';
  const when = cause === 'stock' ? 'there is enough' : 'one is below its cap';
  return `taken offline: ${reason}; it comes back by itself once ${when}${within}`;
}

/** The service hides such an ad only while the business is closed, and that may open when no one serves the ad. */
function unkeptHoursText({ state, rules, seenStatus }: AdMemory): string {
  const isShown = state.kind === 'offline' && state.cause === 'business' && seenStatus === 'online';
  if (!isShown || offHours(rules) === null) return '';
  return '; until then its hours are not kept, and takers find it once the business is open: offline takes it off the market';
}

function lookText({ lastDecision, ad }: AdMemory): string {
  if (lastDecision !== null) return decisionText(lastDecision);
  return ad === null ? 'reading the market' : 'nothing decided yet';
}

function stateText(state: AdState): string | null {
  switch (state.kind) {
    case 'running':
      return null;
    case 'paused':
      return `paused by ${state.by}; continues on resume`;
    case 'offline':
      return offlineText(state);
    case 'cooling':
      return 'too many overlaps with own ads; cooling down';
    case 'blocked':
      return `${state.category}: ${state.message}`;
    case 'dead':
      return 'the service does not know this ad any more';
    case 'stopped':
      return 'stopped by the operator';
  }
}

function offlineText({ cause, reason }: OfflineState): string {
  switch (cause) {
    case 'ad':
      return `${reason}; continues by itself when it is online again`;
    case 'business':
      return `${reason}; continues when a human resumes`;
    case 'command':
    case 'hours':
    case 'stock':
    case 'caps':
      return reason;
    case 'limit':
      return `${reason}: taken offline; it is put online again when a human resumes, not when the limit no longer binds`;
  }
}
