import { setHandler } from '@temporalio/workflow';
import { advanceAd } from '../../domain/ads/ad-state.ts';
import type { AdState } from '../../domain/ads/ad-state.ts';
import { compare, isDecimalText } from '../../domain/decimal.ts';
import { emptyOverlapWindow } from '../../domain/pricing/overlap-window.ts';
import { pricingRulesSchema } from '../../domain/pricing/pricing-rules.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';
import { adView, change, remember } from './ad-desk.ts';
import type { AdDesk } from './ad-desk.ts';
import type { AdView } from '../contract/ad-contract.ts';
import { operatorRefusal, registerCommand } from '../kit/commands.ts';
import type { Command } from '../kit/commands.ts';
import * as definitions from '../contract/definitions.ts';

const longestOverrideMs = 7 * 24 * 3_600_000;

/** Registers every message of an ad's workflow. Call it first: a message may arrive with the start. */
export function registerAdMessages(desk: AdDesk): void {
  setHandler(definitions.adStateQuery, () => adView(desk), { description: 'State, price, rank and why' });
  setHandler(definitions.adExplainQuery, () => desk.memory.lastDecision, {
    description: 'The last decision step by step; the running watch has a fresher one in its heartbeat',
  });
  registerStateCommands(desk);
  registerPricingCommands(desk);
}

function command<Arg>(desk: AdDesk, parts: Omit<Command<Arg, AdView>, 'view' | 'onRefusedSignal'>): void {
  registerCommand<Arg, AdView>({
    ...parts,
    refusal: (arg) => finishedRefusal(desk) ?? parts.refusal(arg),
    view: () => adView(desk),
    onRefusedSignal: (message) =>
      remember(desk, { lastProblem: { category: 'REFUSED', code: null, message, atMs: Date.now() } }),
  });
}

function finishedRefusal(desk: AdDesk): string | null {
  const { kind } = desk.memory.state;
  return kind === 'stopped' || kind === 'dead' ? `the ad is ${kind}: start it again` : null;
}

function registerStateCommands(desk: AdDesk): void {
  command<definitions.Operator>(desk, {
    update: definitions.pauseUpdate,
    signal: definitions.pauseSignal,
    description: 'Stop repricing until resume; the ad stays online at its price',
    refusal: operatorRefusal,
    apply: ({ by }) => change(desk, { state: advanceAd(desk.memory.state, { type: 'pause', by, atMs: Date.now() }) }),
  });
  command<definitions.Operator>(desk, {
    update: definitions.resumeUpdate,
    signal: definitions.resumeSignal,
    description: 'Continue: the only way out of paused and offline',
    refusal: operatorRefusal,
    apply: () =>
      change(desk, {
        state: advanceAd(desk.memory.state, { type: 'resume', atMs: Date.now() }),
        lastProblem: null,
        overlap: emptyOverlapWindow,
      }),
  });
  command<definitions.Operator>(desk, {
    update: definitions.repriceNowUpdate,
    signal: definitions.repriceNowSignal,
    description: 'Look at the market now; ends a cooldown or a block early',
    refusal: operatorRefusal,
    apply: () => change(desk, endTimedState(desk)),
  });
  command<definitions.Operator>(desk, {
    update: definitions.stopUpdate,
    signal: definitions.stopSignal,
    description: 'End this workflow; the ad stays online at its price',
    refusal: operatorRefusal,
    apply: () => change(desk, { state: advanceAd(desk.memory.state, { type: 'stop', atMs: Date.now() }) }),
  });
}

/** An operator ends a cooldown or a block before its time; a pause and an offline ad stay as they are. */
function endTimedState(desk: AdDesk): { state: AdState } {
  const { state } = desk.memory;
  const timed = state.kind === 'cooling' || state.kind === 'blocked';
  return { state: timed ? advanceAd(state, { type: 'resume', atMs: Date.now() }) : state };
}

function registerPricingCommands(desk: AdDesk): void {
  command<Partial<PricingRules>>(desk, {
    update: definitions.setRulesUpdate,
    signal: definitions.setRulesSignal,
    description: 'Change strategy, limits, filter, minimum change or hold; what is absent stays',
    refusal: (part) => rulesRefusal(desk.memory.rules, part),
    apply: (part) => change(desk, { rules: pricingRulesSchema.parse({ ...desk.memory.rules, ...part }) }),
  });
  command<{ price: string; forMs: number }>(desk, {
    update: definitions.overridePriceUpdate,
    signal: definitions.overridePriceSignal,
    description: 'Hold a price set by hand for a time; limits, range and exclusion zone still apply',
    refusal: (wish) => overrideRefusal(desk.memory.rules, wish),
    apply: ({ price, forMs }) => change(desk, { override: { price, untilMs: Date.now() + forMs } }),
  });
}

function rulesRefusal(rules: PricingRules, part: Partial<PricingRules>): string | null {
  const parsed = pricingRulesSchema.safeParse({ ...rules, ...part });
  if (!parsed.success)
    return parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  const { floor, ceiling } = parsed.data.limits;
  return compare(floor, ceiling) > 0 ? `floor ${floor} is above ceiling ${ceiling}` : null;
}

function overrideRefusal(rules: PricingRules, wish: { price: string; forMs: number }): string | null {
  if (typeof wish.price !== 'string' || !isDecimalText(wish.price)) return 'price must be a decimal in a string';
  if (compare(wish.price, rules.limits.floor) < 0)
    return `price ${wish.price} is below the floor ${rules.limits.floor}`;
  if (compare(wish.price, rules.limits.ceiling) > 0) {
    return `price ${wish.price} is above the ceiling ${rules.limits.ceiling}`;
  }
  const inTime = Number.isInteger(wish.forMs) && wish.forMs >= 1_000 && wish.forMs <= longestOverrideMs;
  return inTime ? null : 'forMs must be 1000 to 604800000 milliseconds';
}
