/** What is said of an offer that does not count among the competitors. */
import type { DroppedOffer } from '../../domain/pricing/competitors/competitor.ts';
import { amountText } from '../amount-words.ts';
import type { Objection } from '../../domain/pricing/competitors/objection.ts';

type Of<Reason extends Objection['reason']> = Extract<DroppedOffer, { reason: Reason }>;

/** Returns why an offer does not count, with its numbers. */
export function droppedText(offer: DroppedOffer): string {
  switch (offer.reason) {
    case 'not-listed':
      return `its merchant ${offer.userNo ?? '(unknown)'} is not on the list of those that count`;
    case 'no-merchant':
      return offer.isKnown ? 'it is not a merchant’s' : 'it is not known to be a merchant’s';
    case 'finish-rate':
      return `finish rate ${offer.rate ?? 'unknown'} is below ${offer.least}`;
    case 'order-count':
      return `${offer.orders ?? 'unknown'} orders are fewer than ${offer.least}`;
    case 'extra-kyc':
      return `${offer.isKnown ? 'it demands' : 'it may demand'} an additional identity check`;
    case 'remaining':
      return `remaining ${offer.remaining ?? 'unknown'} is below ${offer.least}`;
    case 'limits':
      return limitsText(offer);
    case 'pay-methods':
      return methodsText(offer);
    case 'bait':
    case 'outlier':
      return `${amountText(offer.price)} is away from it by more than ${offer.share} of the ${bases[offer.basis]} ${amountText(offer.at)}`;
    case 'tiny-limits':
      return `its largest order, ${offer.largest ?? 'unknown'}, is below ${offer.share} of the median one, ${offer.median}`;
    case 'beyond-limit':
      return `${amountText(offer.price)} is ${offer.limit === 'floor' ? 'below' : 'above'} the ${offer.limit} ${amountText(offer.at)}`;
    case 'unreadable':
      return `ad ${offer.adNumber} cannot be read: ${offer.why}`;
    default:
      return plain[offer.reason];
  }
}

const plain = {
  own: 'an own ad',
  'bad-price': 'its price is no decimal above zero',
  duplicate: 'the ad was listed before',
  ignored: 'its merchant is on the ignore list',
  'not-tradable': 'it cannot be traded',
} as const;

const bases = { reference: 'reference price', median: 'median of the offers' } as const;

function limitsText({ own, its }: Of<'limits'>): string {
  if (own === null) return 'the limits of the own ad are not known';
  if (its === null) return 'its limits are not known';
  return `it takes ${its.min} to ${its.max}, the own ad ${own.min} to ${own.max}`;
}

function methodsText({ wanted, its }: Of<'pay-methods'>): string {
  if (wanted === null) return 'the payment methods of the own ad are not known';
  if (its === null) return 'its payment methods are not known';
  return `it takes ${its.join(', ') || 'none'}, not ${wanted.join(', ') || 'any'}`;
}
