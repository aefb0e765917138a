/** What is said of each step of a pricing decision. */
import { sizeWords } from '../../domain/pricing/price-strategy.ts';
import { amountText } from '../amount-words.ts';
import type { Crossing, LevelBasis, StepNote } from '../../domain/pricing/price-step.ts';

type Of<Code extends StepNote['code']> = StepNote & { readonly code: Code };

/** Returns what a step found, with its numbers. A code of another version stops no page, and stands for itself. */
export function stepText<Code extends StepNote['code']>(note: Of<Code>): string {
  return Object.hasOwn(texts, note.code) ? texts[note.code](note) : note.code;
}

const texts: { readonly [Code in StepNote['code']]: (note: Of<Code>) => string } = {
  'no-competitor': () => 'no competitor is left to go by',
  'none-followed': ({ users }) => `none of the followed merchants competes: ${users.join(', ')}`,
  'basis-unknown': ({ basis }) => `${basisText(basis)} is not known`,
  'ad-derived': ({ adNumber }) =>
    `own ad ${adNumber} follows an own ad itself: follow that one, or give it another strategy`,
  'ad-not-online': ({ adNumber }) => `own ad ${adNumber} is not online`,
  stale: ({ what, ageMs }) =>
    `${what === 'market' ? 'the market' : 'the reference price'} was read ${Math.round(ageMs / 1_000)} s ago: no price follows from it`,
  level: ({ percent, basis, at, price }) =>
    `${percent} % of ${levelText(basis)} ${amountText(at)} is ${amountText(price)}`,
  'index-level': ({ percent, index, price }) =>
    `${percent} % of the index ${amountText(index)}, cut to a tick, is ${amountText(price)}`,
  best: ({ of, price }) => `the best of ${of} competitors is ${amountText(price)}`,
  same: (note) => `${besideText(note)}: the same`,
  better: (note) => `${besideText(note)}; ${sizeWords(note.size)} better is ${amountText(note.price)}`,
  behind: (note) => `${besideText(note)}; ${sizeWords(note.size)} behind is ${amountText(note.price)}`,
  rank: ({ rank, of, before, price }) =>
    `rank ${rank} of ${of} competitors, ahead of ${amountText(before)}, is ${amountText(price)}`,
  'rank-last': ({ rank, of, last, price }) =>
    `rank ${rank} of only ${of} competitors: 1 tick behind the last at ${amountText(last)} is ${amountText(price)}`,
  combined: ({ of, take, best }) => `of ${of} targets the ${take}’s best: ${stepText(best)}`,
  fixed: ({ price }) => `the fixed price is ${amountText(price)}`,
  'by-hand': ({ price }) => `a human set ${amountText(price)}`,
  fallback: ({ instead, price }) => `${stepText(instead)}: the fallback price is ${amountText(price)}`,
  'no-target': ({ target, broken }) => `${stepText(target)}, but ${stepText(broken)}`,
  'outside-limits': ({ price, crossing, ...span }) =>
    `${amountText(price)} is outside the limits ${spanText(span)}${crossingText(crossing)}`,
  'outside-service-range': ({ price, ...span }) =>
    `${amountText(price)} is outside the service range ${spanText(span)}`,
  'in-own-zone': ({ price, ticks }) => zoneText(price, ticks),
  margin: ({ percent, reference, fee, is, price }) =>
    `${percent} % net of the reference ${amountText(reference)} after a fee of ${fee} % is at ${is} ${amountText(price)}`,
  'margin-unchecked': ({ percent, lacks }) => `${percent} % net cannot be checked: ${lacking[lacks]}`,
  within: ({ price, ...span }) => `${amountText(price)} is within ${spanText(span)}`,
  clamped: ({ price, to, crossing, ...span }) =>
    `${amountText(price)} is outside ${spanText(span)}: ${amountText(to)}${crossingText(crossing)}`,
  'limits-crossed': ({ by, ...span }) =>
    `no price is left: ${by === 'margin' ? 'the margin' : 'own ads'} would need ${spanText(span)}`,
  'range-unknown': () => 'the service range is not known',
  'limits-beyond-range': ({ limit, at, ...span }) =>
    `the ${limit} ${amountText(at)} is ${limit === 'floor' ? 'above' : 'below'} the service range ${spanText(span)}`,
  clear: ({ price, ads }) => `${amountText(price)} is clear of ${ads} own ads`,
  'zone-left': ({ price, ticks, to }) =>
    `${zoneText(price, ticks)}: ${to === null ? 'no price outside the zones satisfies limits and range' : amountText(to)}`,
  'on-tick': ({ price }) => `${amountText(price)} is on a tick`,
  'to-tick': ({ price, to }) =>
    `${amountText(price)} on a tick: ${to === null ? 'none satisfies limits, range and zones' : amountText(to)}`,
  'step-within': ({ price, size, from }) => `${amountText(price)} is within ${sizeWords(size)} of ${amountText(from)}`,
  'step-cut': ({ price, size, from, to, isStuck }) =>
    `${amountText(price)} is more than ${sizeWords(size)} from ${amountText(from)}: ${amountText(to)}${isStuck ? ', and no price on that way is free' : ''}`,
  change: ({ price, ticks, from, least }) =>
    `${amountText(price)} is ${ticks === '1' ? '1 tick' : `${ticks} ticks`} from ${amountText(from)}, at least ${least} wanted`,
  'never-changed': () => 'never changed before',
  hold: ({ elapsedMs, holdMs, answer }) => {
    const why = answer === null ? 'minimum hold' : `answer ${answer} in a row waits`;
    return `last changed ${elapsedMs / 1_000} s ago, ${why} ${holdMs / 1_000} s`;
  },
  'waits-for-own-ad': ({ price, adNumber, at }) =>
    `${amountText(price)} is free once own ad ${adNumber} has left ${amountText(at)}`,
  'steps-aside': ({ price }) => `steps aside to ${amountText(price)}, so that own ads can change places`,
  ratio: ({ ratio, index, price }) =>
    `a ratio of ${ratio} % of the index ${amountText(index)} is ${amountText(price)} now`,
  'index-unknown': ({ price }) => `no ratio for ${amountText(price)}: ${lacking.reference}`,
  'no-ratio': ({ price, index }) => `no ratio is worth ${amountText(price)} at the index ${amountText(index)}`,
};

const lacking = {
  reference: 'the service has no reference price',
  fee: 'the maker’s fee is not known',
} as const;

const spanText = ({ low, high }: { readonly low: string; readonly high: string }): string =>
  `${amountText(low)} to ${amountText(high)}`;

const zoneText = (price: string, ticks: number): string => `${amountText(price)} is within ${ticks} ticks of an own ad`;

/** Why the limits are narrower than the merchant's. */
const crossingText = (crossing: Crossing | null): string =>
  crossing === null ? '' : `, as own ad ${crossing.adNumber} ${crossing.does} at ${amountText(crossing.at)}`;

const besideText = ({ user, at }: Of<'same' | 'better' | 'behind'>): string =>
  user === null ? `the best competitor is ${amountText(at)}` : `merchant ${user} stands at ${amountText(at)}`;

function basisText(basis: LevelBasis): string {
  switch (basis.of) {
    case 'reference':
      return 'the reference price';
    case 'rate':
      return 'the rate';
    case 'spot':
      return `the spot price of ${basis.symbol}`;
    case 'own-ad':
      return `the price of own ad ${basis.adNumber}`;
  }
}

/** Its price follows. */
const levelText = (basis: LevelBasis): string =>
  basis.of === 'own-ad' ? `own ad ${basis.adNumber} at` : basisText(basis);
