/** What is said of how a price was decided. */
import { compare } from '../../domain/decimal.ts';
import type { Bound } from '../../domain/pricing/bound.ts';
import type { PricingDecision } from '../../domain/pricing/pricing-decision.ts';
import type { NoFirstPrice } from '../../domain/pricing/first-price.ts';
import type { PricingStep, StepNote } from '../../domain/pricing/price-step.ts';
import { stepText } from './step-words.ts';
import { amountText } from '../amount-words.ts';

const keptBackBy: readonly string[] = ['minimum-change', 'hold', 'own-order'];

/** The first step, and each step that changed the price. */
function movingSteps(steps: readonly PricingStep[]): readonly PricingStep[] {
  let before: string | null = null;
  return steps.filter(({ price }) => {
    const isMoved = before === null || price === null || compare(before, price) !== 0;
    before = price;
    return isMoved;
  });
}

/** Returns what decided the price: its target, each step that moved it, and what kept it back. */
export function decisionText({ steps, action, reason }: PricingDecision): string {
  const moving = movingSteps(steps);
  const last = steps.at(-1);
  const keptBack = action === 'keep' && last !== undefined && keptBackBy.includes(last.name) ? [last] : [];
  const shown = [...moving, ...keptBack.filter((step) => !moving.includes(step))];
  return shown.map((step) => stepText(step.note)).join('; ') || reason;
}

/** Returns what is bound to harm the merchant if it lasts. */
export function boundText(bound: Bound): string {
  switch (bound.code) {
    case 'ceiling':
      return `the ceiling ${amountText(bound.limit)} binds: the rules want ${wanted(bound)}, so the ad sells below the market`;
    case 'floor':
      return `the floor ${amountText(bound.limit)} binds: the rules want ${wanted(bound)}, so the ad buys above the market`;
    case 'rival':
      return rivalText(bound);
    case 'no-competitor':
      return 'no competitor is left to go by';
    case 'no-price':
      return `no price satisfies all limits, so the ad keeps its own${bound.last === null ? '' : `: ${stepText(bound.last)}`}`;
  }
}

const wanted = ({ target }: { readonly target: string | null }): string =>
  target === null ? 'a price beyond it' : amountText(target);

function rivalText({ price, limits }: Extract<Bound, { code: 'rival' }>): string {
  const who = price === null ? 'a competitor' : `the competitor at ${amountText(price)}`;
  return `${who} is beyond the limits ${amountText(limits.floor)} to ${amountText(limits.ceiling)}`;
}

/** What keeps a new ad from having a price. */
export const firstPriceWords: Readonly<Record<NoFirstPrice, string>> = {
  'no-basis': 'what its rules go by is not known yet',
  stale: 'the market was read too long ago',
  'no-price-satisfies': 'no price satisfies its limits, the service range and the own other ads',
};

/** Returns how the price of a new ad was found. */
export const targetText = (note: StepNote | null): string =>
  note === null ? 'its limit, no target is known' : stepText(note);
