import type { AdView, AdExplanation } from '../../client/index.ts';
import type { AdState } from '../../domain/ads/ad-state.ts';
import type { PriceStrategy } from '../../domain/pricing/price-strategy.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';
import type { CompetitorFilter } from '../../domain/pricing/competitor.ts';
import { durationText, timeText } from '../duration.ts';
import { fieldList, textTable } from '../text-table.ts';
import type { Cell } from '../text-table.ts';

/** One ad as a person reads it. */
export function adText(view: AdView): string {
  return fieldList([
    ['ad', `${view.adNumber} of ${view.account}, mode ${view.mode}`],
    ['market', [view.side, view.pair].filter((part) => part !== null).join(' ')],
    ['state', adStateText(view.state)],
    ['why', view.why],
    ['price', priceText(view)],
    ...ruleFields(view.rules),
    ...(view.override === null ? [] : [overrideField(view.override)]),
    ['reprices', reprices(view)],
    ...(view.businessStatus === null ? [] : [['business', view.businessStatus] as const]),
    ...(view.lastProblem === null ? [] : [problemField(view.lastProblem)]),
  ]);
}

/** One line that says how an ad stands after a command. */
export function adLine(view: AdView): string {
  return `ad ${view.adNumber}: ${adStateText(view.state)}${view.price === null ? '' : `, price ${priceText(view)}`}: ${view.why}`;
}

type Field = readonly [name: string, value: Cell];

function priceText({ price, rank }: AdView): string {
  if (price === null) return 'not read yet';
  return rank === null ? price : `${price}, rank ${rank}`;
}

function reprices({ reprices: count, lastChangeAtMs }: AdView): string {
  return lastChangeAtMs === null ? String(count) : `${count}, the last at ${timeText(lastChangeAtMs)}`;
}

function overrideField({ price, untilMs }: NonNullable<AdView['override']>): Field {
  return ['override', `${price} until ${timeText(untilMs)}`];
}

function problemField({ category, code, message, atMs }: NonNullable<AdView['lastProblem']>): Field {
  return ['last refusal', `${message} (code ${code ?? 'none'}, category ${category}) at ${timeText(atMs)}`];
}

/** The state of an ad with what belongs to it. */
export function adStateText(state: AdState): string {
  if ('untilMs' in state) return `${state.kind} until ${timeText(state.untilMs)}`;
  if (state.kind === 'paused') return `paused by ${state.by} since ${timeText(state.sinceMs)}`;
  if (state.kind === 'offline') return `offline since ${timeText(state.sinceMs)}: ${state.reason}`;
  return state.kind;
}

function ruleFields(rules: PricingRules): Field[] {
  return [
    ['limits', `${rules.limits.floor} to ${rules.limits.ceiling}`],
    ['strategy', strategyText(rules.strategy)],
    ['competitors', filterText(rules.filter)],
    [
      'smallest change',
      `${rules.minimumChangeTicks} tick${rules.minimumChangeTicks === 1 ? '' : 's'}, at least ${durationText(rules.minimumHoldMs)} apart`,
    ],
  ];
}

/** A strategy in words. */
export function strategyText(strategy: PriceStrategy): string {
  switch (strategy.kind) {
    case 'undercut':
      return `undercut the best by ${strategy.ticks} tick${strategy.ticks === 1 ? '' : 's'}`;
    case 'match':
      return 'match the best';
    case 'rank':
      return `hold rank ${strategy.rank}`;
    case 'fixed':
      return `fixed at ${strategy.price}`;
  }
}

function filterText(filter: CompetitorFilter): string {
  const rules = [
    rule('finish rate from', filter.minFinishRate),
    rule('orders from', filter.minOrderCount),
    rule('remaining from', filter.minRemaining),
    rule('deviation up to', filter.maxDeviationRatio),
    ...(filter.ignoreNicknames.length === 0 ? [] : [`ignoring ${filter.ignoreNicknames.join(', ')}`]),
  ].filter((text) => text !== null);
  return rules.length === 0 ? 'all' : rules.join(', ');
}

const rule = (label: string, value: string | number | null): string | null =>
  value === null ? null : `${label} ${value}`;

/** The last decision step by step, then every competitor that does not count, then the next look. */
export function explanationText({ decision, note, nextCheckAtMs }: AdExplanation, nowMs: number): string {
  const next = nextCheckAtMs === null ? [] : [`next check: ${nextCheckText(nextCheckAtMs, nowMs)}`];
  const notes = note === null ? [] : [`note: ${note}`];
  if (decision === null) return ['no decision yet: the market has not been looked at', ...notes, ...next].join('\n');
  const verb = decision.action === 'set' ? 'sets' : 'keeps';
  const head = `${verb} ${decision.price}: ${decision.reason} (target ${decision.target ?? 'none'}, rank ${decision.rank ?? 'unknown'})`;
  const steps = textTable(
    [
      { title: 'STEP', cell: (step) => step.name },
      { title: 'PRICE', cell: (step) => step.price, align: 'right' },
      { title: 'NOTE', cell: (step) => step.note },
    ],
    decision.steps,
  );
  return [head, '', steps, '', droppedText(decision.dropped), ...notes, ...next].join('\n');
}

function droppedText(dropped: NonNullable<AdExplanation['decision']>['dropped']): string {
  if (dropped.length === 0) return 'every competitor counts';
  const table = textTable(
    [
      { title: 'COMPETITOR', cell: (offer) => offer.nickname },
      { title: 'PRICE', cell: (offer) => offer.price, align: 'right' },
      { title: 'DROPPED', cell: (offer) => offer.reason },
      { title: 'BECAUSE', cell: (offer) => offer.note },
    ],
    dropped,
  );
  return `${table}\n`;
}

function nextCheckText(atMs: number, nowMs: number): string {
  return atMs <= nowMs ? 'now' : `in ${durationText(atMs - nowMs)}, at ${timeText(atMs)}`;
}
