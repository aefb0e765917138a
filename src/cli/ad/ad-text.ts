import { capWords, capsWords, inventoryWords, strategyWords } from '../../words/rule-words.ts';
import type { AdView } from '../../client/index.ts';
import type { AdState } from '../../domain/ads/state/ad-state.ts';
import { methodName } from '../../domain/caps/caps-decision.ts';
import { sizeWords } from '../../domain/pricing/price-strategy.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';
import type { CompetitorFilter } from '../../domain/pricing/competitors/competitor-filter.ts';
import { durationText } from '../kit/duration.ts';
import { fieldList, type Cell } from '../text/text-table.ts';
import { coded } from '../../words/coded.ts';
import { timeText } from '../text/time-zone.ts';
import { problemWords } from '../../words/ads/ad-words.ts';
import { amountText } from '../../words/amount-words.ts';
import { offlineWords } from '../../words/ads/offline-words.ts';
import { stockText } from '../../words/ads/stock-words.ts';

export const adText = (view: AdView): string => fieldList(adFields(view));

/** Returns what is said of an ad, each part under its name. */
export function adFields(view: AdView): Field[] {
  return [
    ['ad', `${view.adNumber} of ${view.account}, mode ${view.mode}`],
    ['market', [view.side, view.pair].filter((part) => part !== null).join(' ')],
    ['why', view.why],
    ['state', adStateText(view.state)],
    ...view.asks.map((ask) => ['needs you', ask] as const),
    ['price', priceText(view)],
    ...(view.intendedPrice === null
      ? []
      : [['would stand at', `${amountText(view.intendedPrice)} (nothing is sent in shadow)`] as const]),
    ...(view.lookedAtMs === null ? [] : [['looked at', timeText(view.lookedAtMs)] as const]),
    ...ruleFields(view.rules),
    ...(view.override === null ? [] : [overrideField(view.override)]),
    ...(view.opening === null ? [] : [['hours are', openingText(view.opening)] as const]),
    ...(view.stock === null ? [] : [stockField(view.stock)]),
    ...capFields(view),
    changes(view),
    ...(view.businessStatus === null ? [] : [['business', view.businessStatus] as const]),
    ...(view.lastProblem === null ? [] : [problemField(view.lastProblem)]),
    ...(view.refused.last === null ? [] : [refusedField(view.refused)]),
  ];
}

/** Returns one line with an ad's state after a command. */
export function adLine(view: AdView): string {
  return `ad ${view.adNumber}: ${standText(view)}`;
}

/** The same after a change of rules, differences first: "limits 9 to 10 (were 9 to 11); now price 9.15, …". */
export function setLine(view: AdView, before: PricingRules): string {
  const old = new Map(ruleFields(before));
  const changed = ruleFields(view.rules)
    .filter(([name, value]) => old.get(name) !== value)
    .map(([name, value]) => `${name} ${value} (before: ${old.get(name)})`);
  return `ad ${view.adNumber}: ${changed.join('; ') || 'nothing is different'}; now ${standText(view)}`;
}

/** The same after a price was set by hand. */
export function overrideLine(view: AdView): string {
  const { override } = view;
  const set =
    override === null ? '' : `price by hand ${amountText(override.price)} until ${timeText(override.untilMs)}; now `;
  return `ad ${view.adNumber}: ${set}${standText(view)}`;
}

/** Returns "price 9.15, rank 1: the best competitor is 9.16; … (running)". */
export function standText(view: AdView): string {
  const head = view.price === null ? '' : `price ${priceText(view)}: `;
  return coded(`${head}${view.why}`, placeText(view.state));
}

type Field = readonly [name: string, value: Cell];

/** For an ad in shadow the rank is that of its intended price. */
function priceText({ price, rank, intendedPrice }: AdView): string {
  if (price === null) return 'not read yet';
  if (intendedPrice !== null) return `${amountText(price)} (would be ${rankText(intendedPrice, rank)})`;
  return rankText(price, rank);
}

function rankText(price: string, rank: number | null): string {
  return rank === null ? amountText(price) : `${amountText(price)}, rank ${rank}`;
}

function changes({ mode, reprices, intents, lastChangeAtMs }: AdView): Field {
  const [name, count] = mode === 'shadow' ? ['intents', intents] : ['reprices', reprices];
  return [name, lastChangeAtMs === null ? String(count) : `${count}, the last at ${timeText(lastChangeAtMs)}`];
}

function refusedField({ count, last }: AdView['refused']): Field {
  return ['refused messages', `${count}, the last: ${last?.message ?? ''}: ${last?.reason ?? ''}`];
}

function overrideField({ price, untilMs }: NonNullable<AdView['override']>): Field {
  return ['override', `${amountText(price)} until ${timeText(untilMs)}`];
}

function stockField({ quantity, walletCovers, note, atMs }: NonNullable<AdView['stock']>): Field {
  const wallet = walletCovers === false ? ', not covered by the wallet' : '';
  return ['quantity', `${stockText(note)}; ${quantity} offered in all${wallet} (read at ${timeText(atMs)})`];
}

/** What each method has carried today. */
function capFields({ caps, withheld }: Pick<AdView, 'caps' | 'withheld'>): Field[] {
  const out: Field[] = withheld.length === 0 ? [] : [['taken out of it', withheld.map(methodName).join(', ')]];
  if (caps === null) return out;
  const sums = caps.sums.map((cap): Field => ['paid today', `${capWords(cap)}${cap.isFull ? ': reached' : ''}`]);
  return [...sums, ['the day ends', `${caps.until}, read at ${timeText(caps.atMs)}`], ...out];
}

function problemField(problem: NonNullable<AdView['lastProblem']>): Field {
  const { category, code, atMs } = problem;
  return [
    'last refusal',
    `${problemWords(problem)} (code ${code ?? 'none'}, category ${category}) at ${timeText(atMs)}`,
  ];
}

function adStateText(state: AdState): string {
  return state.kind === 'offline' ? `${placeText(state)}: ${offlineWords(state)}` : placeText(state);
}

/** The state without its reason, which the sentence before it has. */
function placeText(state: AdState): string {
  if ('untilMs' in state) return `${state.kind} until ${timeText(state.untilMs)}`;
  if (state.kind === 'paused') return `paused by ${state.by} since ${timeText(state.sinceMs)}`;
  if (state.kind !== 'offline') return state.kind;
  const person = state.cause === 'command' ? ` by ${state.by}` : '';
  return `offline${person} since ${timeText(state.sinceMs)}${state.paused === undefined ? '' : ', and paused'}`;
}

function ruleFields(rules: PricingRules): Field[] {
  return [
    ['limits', `${rules.limits.floor} to ${rules.limits.ceiling}`],
    ['strategy', strategyWords(rules.strategy)],
    ['own order', ownOrderText(rules)],
    ['without a competitor', fallbackText(rules.fallback)],
    [
      'smallest margin',
      rules.minimumMargin === null ? 'any' : `${rules.minimumMargin} of the reference, after the fee`,
    ],
    ['a rival beyond a limit', rivalBeyondText[rules.whenRivalBeyond]],
    ['when a limit binds', rules.whenBound === 'keep' ? 'say it' : 'say it and take the ad offline'],
    ['when paused', rules.whenPaused === 'keep' ? 'it stays online' : 'it is taken offline'],
    ['competitors', filterText(rules.filter)],
    [
      'smallest change',
      `${rules.minimumChangeTicks} tick${rules.minimumChangeTicks === 1 ? '' : 's'}, at least ${durationText(rules.minimumHoldMs)} apart`,
    ],
    ['largest step', rules.maximumStep === null ? 'any' : sizeWords(rules.maximumStep)],
    [
      'answers to a rival',
      rules.answerHoldMs === 0
        ? 'at once'
        : `the second waits ${durationText(rules.answerHoldMs)}, each further one twice as long`,
    ],
    ['pauses itself', pauseText(rules.pauseAfterHits)],
    ['hours', hoursText(rules.hours)],
    ['inventory', rules.inventory === null ? 'as it is' : inventoryWords(rules.inventory)],
    ['payment caps', rules.paymentCaps === null ? 'none' : capsWords(rules.paymentCaps)],
  ];
}

const rivalBeyondText = {
  limit: 'stand at the limit',
  next: 'go by the next one',
  offline: 'say it and take the ad offline',
} satisfies Record<PricingRules['whenRivalBeyond'], string>;

function fallbackText(fallback: PricingRules['fallback']): string {
  switch (fallback.kind) {
    case 'hold':
      return 'keep the price';
    case 'price':
      return `take ${amountText(fallback.price)}`;
    case 'offline':
      return 'say it and take the ad offline';
  }
}

function pauseText(rule: PricingRules['pauseAfterHits']): string {
  return rule === null
    ? 'never'
    : `when guards change the price ${rule.hits} times within ${durationText(rule.withinMs)}`;
}

function openingText({ isOpen, until }: NonNullable<AdView['opening']>): string {
  return `${isOpen ? 'open' : 'over'}${until === null ? '' : ` until ${until}`}`;
}

function hoursText(hours: PricingRules['hours']): string {
  if (hours === null) return 'always';
  const { open, timezone, closed, exceptions, restingPrice } = hours;
  const dates = [listText('closed', closed), listText('exceptions', exceptions)].filter((text) => text !== null);
  const outside = restingPrice === null ? 'outside them offline' : `outside them at ${amountText(restingPrice)}`;
  return [`${open} (${timezone})`, ...dates, outside].join('; ');
}

function ownOrderText({ order, behindOwn }: PricingRules): string {
  const place = order === null ? 'by ad number' : `place ${order}`;
  return `${place}, behind own ads on the ${behindOwn}’s side`;
}

function filterText(filter: CompetitorFilter): string {
  const rules = [
    rule('finish rate from', filter.minFinishRate),
    rule('orders from', filter.minOrderCount),
    rule('remaining from', filter.minRemaining),
    rule('deviation up to', filter.maxDeviationRatio),
    rule('deviation from the median up to', filter.maxMedianDeviationRatio),
    rule('largest order from', filter.minOrderSizeRatio),
    filter.merchantsOnly ? 'merchants only' : null,
    filter.withoutExtraKyc ? 'without another identity check' : null,
    filter.limitsOverlap ? 'with limits that overlap' : null,
    payMethodsText(filter.payMethods),
    listText('only', filter.onlyUsers),
    listText('ignoring', [...filter.ignoreNicknames, ...filter.ignoreUsers]),
  ].filter((text) => text !== null);
  return rules.length === 0 ? 'all' : rules.join(', ');
}

function payMethodsText(payMethods: CompetitorFilter['payMethods']): string | null {
  if (payMethods === 'any') return null;
  return payMethods === 'shared' ? 'with a payment method in common' : `paid by ${payMethods.join(' or ')}`;
}

const listText = (label: string, values: readonly string[]): string | null =>
  values.length === 0 ? null : `${label} ${values.join(', ')}`;

const rule = (label: string, value: string | number | null): string | null =>
  value === null ? null : `${label} ${value}`;
