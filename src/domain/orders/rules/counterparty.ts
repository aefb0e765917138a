import { z } from 'zod';
import { knownDays, knownOrders, knownShare } from '../../known-number.ts';
import { unless, type Check, type Shortfall } from '../release-check.ts';
import type { CounterpartyFacts } from '../release-facts.ts';
import { orPresent, releaseRule } from './release-rule.ts';

const minimum = z.number().nonnegative().nullable();

/** null switches a rule off; minFinishRate 0 to 1. */
const counterpartySchema = z
  .strictObject({ minCompletedOrders: minimum, minFinishRate: minimum, minRegisterDays: minimum })
  .readonly();
type CounterpartyRules = z.infer<typeof counterpartySchema>;

/** Whom the desk releases to, by the counterparty's record at the service. */
export const counterpartyRule = releaseRule({
  schema: counterpartySchema,
  keys: {
    minCompletedOrders: {
      kind: 'count',
      table: 'counterparty',
      option: 'counterpartyMinOrders',
      text: 'release only to counterparties with at least this many completed orders',
      example: 20,
      without: 'no such rule',
    },
    minFinishRate: {
      kind: 'rate',
      table: 'counterparty',
      option: 'counterpartyMinFinishRate',
      text: 'release only to counterparties with at least this finish rate, 0 to 1',
      example: 0.9,
      without: 'no such rule',
    },
    minRegisterDays: {
      kind: 'count',
      table: 'counterparty',
      option: 'counterpartyMinDays',
      text: 'release only to counterparties registered for at least this many days',
      example: 30,
      without: 'no such rule',
    },
  },
  written: (present, { minCompletedOrders, minFinishRate, minRegisterDays }) => ({
    minCompletedOrders: orPresent(minCompletedOrders, present.minCompletedOrders),
    minFinishRate: orPresent(minFinishRate, present.minFinishRate),
    minRegisterDays: orPresent(minRegisterDays, present.minRegisterDays),
  }),
  checks: (rules, { counterparty }) => checkCounterparty(rules, counterparty),
  looser: (from, to) => [
    ...looserMinimum('completed orders', from.minCompletedOrders, to.minCompletedOrders),
    ...looserMinimum('finish rate', from.minFinishRate, to.minFinishRate),
    ...looserMinimum('days registered', from.minRegisterDays, to.minRegisterDays),
  ],
  words: ({ minCompletedOrders, minFinishRate, minRegisterDays }) => {
    const wanted = [
      minCompletedOrders === null ? null : `orders from ${minCompletedOrders}`,
      minFinishRate === null ? null : `finish rate from ${minFinishRate}`,
      minRegisterDays === null ? null : `registered ${minRegisterDays} days`,
    ].filter((rule) => rule !== null);
    return wanted.length === 0 ? null : `counterparty: ${wanted.join(', ')}`;
  },
});

function checkCounterparty(rules: CounterpartyRules, facts: CounterpartyFacts | null): Check[] {
  const shortfalls = [
    ...shortfall('completed-orders', knownOrders(facts?.completedOrders), rules.minCompletedOrders),
    ...shortfall('finish-rate', knownShare(facts?.finishRate), rules.minFinishRate),
    ...shortfall('days-registered', knownDays(facts?.registerDays), rules.minRegisterDays),
  ];
  return unless(shortfalls.length === 0, { name: 'counterparty', shortfalls, bringer: 'human' });
}

function shortfall(what: Shortfall['what'], value: number | null, least: number | null): Shortfall[] {
  return least === null || (value !== null && value >= least) ? [] : [{ what, value, least }];
}

function looserMinimum(name: string, from: number | null, to: number | null): string[] {
  if (from === null || (to !== null && to >= from)) return [];
  return [to === null ? `the least ${name}, ${from}, ends` : `the least ${name}, ${from}, becomes ${to}`];
}
