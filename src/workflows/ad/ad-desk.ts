import type { AdState } from '../../domain/ads/ad-state.ts';
import { compare } from '../../domain/decimal.ts';
import { emptyOverlapWindow } from '../../domain/pricing/overlap-window.ts';
import { pricingRulesSchema } from '../../domain/pricing/pricing-rules.ts';
import { defaultSettings } from '../../domain/settings.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { AdMaintenanceInput, AdMemory, AdView } from '../contract/ad-contract.ts';

/** One ad's desk inside its workflow: the input, the settings, and the memory that handlers replace part by part. */
export interface AdDesk {
  readonly input: AdMaintenanceInput;
  readonly settings: DeskSettings;
  memory: AdMemory;
  /** Counts what changed the task: a watch that started under an older revision is abandoned. */
  revision: number;
}

/** Makes the desk of an ad from the workflow's input; continues the memory that continue-as-new carried. */
export function createAdDesk(input: AdMaintenanceInput): AdDesk {
  const settings = { ...defaultSettings, ...input.settings };
  return { input, settings, memory: input.memory ?? freshMemory(input), revision: 0 };
}

function freshMemory(input: AdMaintenanceInput): AdMemory {
  return {
    state: { kind: 'running' },
    rules: pricingRulesSchema.parse(input.rules),
    override: null,
    ad: null,
    assumedPrice: null,
    lastChangeAtMs: null,
    lastDecision: null,
    lastProblem: null,
    learnedRange: null,
    overlap: emptyOverlapWindow,
    reprices: 0,
    refusalsInARow: 0,
    businessStatus: null,
  };
}

/** Replaces parts of the memory. */
export function remember(desk: AdDesk, part: Partial<AdMemory>): void {
  desk.memory = { ...desk.memory, ...part };
}

/** Replaces parts of the memory and makes the running watch start anew under them. */
export function change(desk: AdDesk, part: Partial<AdMemory>): void {
  remember(desk, part);
  desk.revision += 1;
}

/** What the `state` query answers. */
export function adView(desk: AdDesk): AdView {
  const { input, memory } = desk;
  const { ad } = memory;
  return {
    account: input.account,
    adNumber: input.adNumber,
    mode: input.mode,
    state: memory.state,
    why: whyText(memory),
    pair: ad === null ? null : `${ad.asset}/${ad.fiat}`,
    side: ad?.side ?? null,
    price: memory.assumedPrice ?? ad?.price ?? null,
    rank: memory.lastDecision?.rank ?? null,
    rules: memory.rules,
    override: memory.override,
    reprices: memory.reprices,
    lastChangeAtMs: memory.lastChangeAtMs,
    lastProblem: memory.lastProblem,
    businessStatus: memory.businessStatus,
  };
}

/** Why the ad is in its state, in words a merchant understands. */
export function whyText(memory: AdMemory): string {
  return stateText(memory.state) ?? decisionText(memory);
}

function stateText(state: AdState): string | null {
  switch (state.kind) {
    case 'running':
      return null;
    case 'paused':
      return `paused by ${state.by}; continues on resume`;
    case 'offline':
      return `${state.reason}; continues when a human resumes`;
    case 'cooling':
      return 'too many overlaps with own ads; cooling down';
    case 'blocked':
      return `${state.category}: ${state.message}`;
    case 'dead':
      return 'the service does not know this ad any more';
    case 'stopped':
      return 'stopped by the operator';
  }
}

/** What decided the price: where it aims, each step that moved it, and what kept it back. */
function decisionText({ lastDecision: decision }: AdMemory): string {
  if (decision === null) return 'reading the market';
  const { steps, action } = decision;
  const moving = steps.filter(({ price }, index) => index === 0 || isMoved(steps[index - 1]?.price ?? null, price));
  const last = steps.at(-1);
  const told = action === 'set' || last === undefined || moving.includes(last) || !heldBack.includes(last.name);
  return (told ? moving : [...moving, last]).map((step) => step.note).join('; ') || decision.reason;
}

const heldBack = ['minimum-change', 'hold'];

function isMoved(before: string | null, after: string | null): boolean {
  return before === null || after === null ? before !== after : compare(before, after) !== 0;
}
