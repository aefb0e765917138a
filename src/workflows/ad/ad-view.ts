import type { AdState } from '../../domain/ads/state/ad-state.ts';
import { shownOff } from '../../domain/ads/state/ad-standing.ts';
import { adWhy, adWhyIn, type StandingAd } from '../../words/ads/ad-words.ts';
import type { AdMemory, ParsedAdInput, AdView } from '../contract/ad-contract.ts';
import { adTroubleText } from '../../words/ads/ad-trouble-words.ts';
import { cancelTrouble, urgentTroubles } from '../kit/trouble.ts';
import { shownRefusals } from '../kit/refused-messages.ts';

/** Answers the `state` query. */
export function adView({ account, adNumber, mode }: ParsedAdInput, memory: AdMemory): AdView {
  const { ad, rules, standing } = memory;
  const { state } = standing;
  const asks = asksOf(memory);
  return {
    account,
    adNumber,
    mode: memory.nextMode ?? mode,
    state,
    why: adWhyIn(mode, standingAd(memory)),
    pair: ad === null ? null : `${ad.asset}/${ad.fiat}`,
    side: ad?.side ?? null,
    price: ad?.price ?? null,
    intendedPrice: memory.assumedPrice,
    rank: rankOf(memory),
    offMarket: shownOff(standing),
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
    isCancelAsked: state.kind !== 'stopped' && cancelTrouble in memory.troubles,
    refused: shownRefusals(memory.refused),
  };
}

/** What `src/words` goes by. */
function standingAd(memory: AdMemory): StandingAd {
  const trouble = memory.troubles['offline'];
  return { ...memory, trouble: trouble === undefined ? null : adTroubleText(trouble.what) };
}

/** Explains the ad's state in words that a merchant understands. */
export const whyText = (memory: AdMemory): string => adWhy(standingAd(memory));

function rankOf({ standing, lastDecision }: AdMemory): number | null {
  return standing.state.kind === 'offline' || lastDecision === null ? null : lastDecision.rank;
}

/** Returns what a human is asked about; nothing while the ad continues by itself. */
function asksOf(memory: AdMemory): string[] {
  const { state } = memory.standing;
  if (state.kind === 'stopped') return [];
  const text = isManual(state) ? [whyText(memory)] : [];
  return [...text, ...urgentTroubles(memory).map(adTroubleText)];
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
