import type { NeedFact } from './need-fact.ts';

/** Of what a need is. */
export const needTypes = ['order', 'ad', 'placement', 'desk', 'guard', 'egress', 'watchdog'] as const;

/**
 * One thing that waits for a human, or that a human should know of: no text of the service or of a customer, and no
 * amount.
 */
export interface Need {
  /** Workflow and kind: the same need keeps its key while it lasts. */
  key: string;
  workflowId: string;
  type: (typeof needTypes)[number];
  fact: NeedFact;
  sinceMs: number;
  /** From when on it is urgent; in the past: it is. */
  urgentAtMs: number;
}

/** When a person hears of a need: when it begins, and once more when it becomes urgent. */
export type Stage = 'first' | 'urgent';

/** Returns the stage of a need at a moment. */
export function stageAt({ urgentAtMs }: Need, nowMs: number): Stage {
  return urgentAtMs <= nowMs ? 'urgent' : 'first';
}

/** Whether a need asks a person for something: the summary of a day is carried as one, and asks for nothing. */
export function asksPerson({ fact }: Pick<Need, 'fact'>): boolean {
  return fact.code !== 'daily';
}

/** Returns the code of the facts whose approval a need asks for; null: it asks for none. */
export function askedCode({ fact }: Need): string | null {
  return fact.code === 'release-gate' ? (fact.factsCode ?? null) : null;
}

/** Whether a need asks for no other approval than a report of it named: of other facts it is reported once more. */
export function asksAsReported(need: Need, reported: string | null): boolean {
  const code = askedCode(need);
  return code === null || code === reported;
}

interface UrgencyFacts {
  sinceMs: number;
  /** The service's deadline; null: it names none. */
  untilMs: number | null;
  /** It is urgent from its beginning. */
  isUrgentAtOnce: boolean;
}

/**
 * From when on a need is urgent: at once, after `urgentAfterMs`, or when only half as much is left of the service's
 * deadline.
 */
export function urgentFrom({ sinceMs, untilMs, isUrgentAtOnce }: UrgencyFacts, urgentAfterMs: number): number {
  if (isUrgentAtOnce) return sinceMs;
  const late = sinceMs + urgentAfterMs;
  return untilMs === null ? late : Math.max(sinceMs, Math.min(late, untilMs - urgentAfterMs / 2));
}

/** What a key that is refused brings with it: nothing more is sent, so everything that calls the service fails. */
const effectsOfRefusedKey: ReadonlySet<string> = new Set([
  'order-trouble',
  'ad-trouble',
  'placement-trouble',
  'publication-trouble',
  'change-trouble',
]);

const effectsInDesk: ReadonlySet<string> = new Set(['intake', 'adoption', 'uncompared']);

/** What a workflow asks where it is not known what became of a step of its own. */
const asksOfStep: ReadonlySet<string> = new Set([
  'outcome-unknown',
  'undecided',
  'placement-undecided',
  'publication-undecided',
]);

/**
 * Returns the needs without those that another one of them explains: one refused key is one need of the account, and a step
 * without an end is one need, of the register or of the workflow.
 */
export function withoutEffects(needs: readonly Need[]): Need[] {
  const isRefused = needs.some(({ fact }) => fact.code === 'desk-trouble' && fact.source === 'refused-key');
  const asking = new Set(needs.filter(({ fact }) => asksOfStep.has(fact.code)).map(({ workflowId }) => workflowId));
  const isAsked = ({ fact, workflowId }: Need): boolean => fact.code === 'step-open' && asking.has(workflowId);
  return needs.filter((need) => !(isRefused && isEffect(need.fact)) && !isAsked(need));
}

function isEffect(fact: NeedFact): boolean {
  if (fact.code !== 'desk-trouble') return effectsOfRefusedKey.has(fact.code);
  return fact.source === null || effectsInDesk.has(fact.source);
}
