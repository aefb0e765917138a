/** A pricing decision in words that a merchant understands. */
import { compare } from '../decimal.ts';
import type { PricingStep } from './price-guards.ts';
import type { PricingDecision } from './pricing-decision.ts';
import type { PriceLimits } from './pricing-rules.ts';

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

/** Describes what decided the price: its target, each step that moved it, and what kept it back. */
export function decisionText({ steps, action, reason }: PricingDecision): string {
  const moving = movingSteps(steps);
  const last = steps.at(-1);
  const keptBack = action === 'keep' && last !== undefined && keptBackBy.includes(last.name) ? [last] : [];
  const told = [...moving, ...keptBack.filter((step) => !moving.includes(step))];
  return told.map((step) => step.note).join('; ') || reason;
}

/** Describes what is bound to harm the merchant if it lasts, or returns null when nothing is. */
export function boundText(
  { bound, target, steps, rivals }: PricingDecision,
  { floor, ceiling }: PriceLimits,
): string | null {
  switch (bound) {
    case null:
      return null;
    case 'ceiling':
      return `the ceiling ${ceiling} binds: the rules want ${target}, so the ad sells below the market`;
    case 'floor':
      return `the floor ${floor} binds: the rules want ${target}, so the ad buys above the market`;
    case 'rival':
      return `the competitor at ${rivals[0]?.price} is beyond the limits ${floor} to ${ceiling}`;
    case 'no-competitor':
      return 'no competitor is left to go by';
    case 'no-price':
      return `no price satisfies all limits, so the ad keeps its own: ${steps.at(-1)?.note ?? ''}`;
  }
}
