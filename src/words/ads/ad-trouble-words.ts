/** What is said of what troubles an ad. */
import type { AdTrouble } from '../../domain/ads/state/ad-trouble.ts';
import type { ForeignPrices } from '../../domain/ads/price-trail.ts';
import { guardHitsText } from './offline-words.ts';
import { boundText } from './pricing-words.ts';
import { doubtText } from '../refusal-words.ts';
import { moment } from '../moment.ts';

/** Returns what goes wrong, and what a person does about it. */
export function adTroubleText(trouble: AdTrouble): string {
  switch (trouble.code) {
    case 'foreign-price':
      return foreignText(trouble);
    case 'not-online':
    case 'refused':
      return trouble.message;
    case 'unknown-caps':
      return `payment_caps names ${trouble.methods.join(', ')}, which is no payment method of the account: it holds nothing`;
    case 'limits-mistyped':
      return `${doubtText(trouble.doubt)}: set the limits and resume the ad, or only resume it if they are meant`;
    case 'guard-hits':
      return `${guardHitsText(trouble)}${trouble.now.length === 0 ? '' : `, now ${trouble.now.join(', ')}`}: look at the market and the rules, then resume`;
    case 'limit':
      return boundText(trouble.bound);
    default:
      return plain[trouble.code];
  }
}

const plain: Readonly<Record<'hours-unknown' | 'not-off-yet' | 'back-in-app' | 'cancelled', string>> = {
  'hours-unknown': 'its worker does not know whether its hours are open: does its machine know their time zone?',
  'not-off-yet':
    'the ad could not be taken offline yet: it is tried again; take it offline in the app if it must not wait',
  'back-in-app':
    'the ad is online at the service although this desk took it offline: resume prices it, offline takes it off again',
  cancelled:
    'a cancellation was requested in Temporal, and the ad goes on as it is: `peerdesk ad resume`, `ad pause` or `ad offline`, whichever it is to be, confirms that; `peerdesk ad stop` leaves it unpriced',
};

function foreignText({ count, sinceMs, found, written }: ForeignPrices): string {
  const often = count === 1 ? '' : `, ${count} times since ${moment(sinceMs)}`;
  return (
    `its price was ${found.place} at ${moment(found.atMs)}, and this desk had written ${written.place} at ${moment(written.atMs)}${often}: ` +
    'another program with the API key, or a person in the app? The desk goes on pricing it; pause keeps its hands off, resume says that it is known'
  );
}
