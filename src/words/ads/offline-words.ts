/** What is said of why an ad is off the market. */
import type { BusinessRest, OfflineState, TakeOffReason } from '../../domain/ads/state/offline-state.ts';
import { boundText } from './pricing-words.ts';
import { capsText, stockText } from './stock-words.ts';

/** How a business rests, as the merchant sees it. */
export const businessWords: Readonly<Record<BusinessRest, string>> = {
  closed: 'Business closed',
  break: 'Taking a break',
};

/** Returns why an ad is off the market: the same in each list, page and answer. */
export function offlineWords(state: OfflineState): string {
  switch (state.cause) {
    case 'business':
      return businessWords[state.business];
    case 'ad':
      return 'the ad is offline at the service';
    case 'limit':
      return boundText(state.bound);
    case 'stock':
      return state.note === null ? 'there is too little to sell' : stockText(state.note);
    case 'caps':
      return state.note === null ? 'every payment method has reached its cap' : capsText(state.note);
    case 'command':
      return takeOffText(state.reason);
    case 'hours':
      return 'outside its active hours';
  }
}

function takeOffText(reason: TakeOffReason): string {
  switch (reason.code) {
    case 'said':
      return reason.text;
    case 'unsaid':
      return 'no reason given';
    case 'paused':
      return 'paused';
    case 'switch':
      return reason.text ?? 'it was engaged; once it is lifted, put the ad online';
    case 'limits-mistyped':
      return 'its limits look mistyped';
    case 'guard-hits':
      return guardHitsText(reason);
  }
}

/** Returns how often guards have changed a price. */
export const guardHitsText = ({ hits, withinMs }: { readonly hits: number; readonly withinMs: number }): string =>
  `guards changed the price ${hits} times within ${withinMs / 1_000} s`;
