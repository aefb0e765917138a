import { z } from 'zod';
import { ErrorCategory, TransportCondition } from '../failures/error-category.ts';
import { OwnFailure } from '../failures/own-failures.ts';
import { switchNames } from '../guard/guard-memory.ts';
import { factsCodeSchema } from '../signing/facts-code.ts';
import { saidTextSchema } from './said-text.ts';
import { checkNames, type CheckName } from '../orders/release-check.ts';

/** What can trouble a desk. */
export const deskTroubles = [
  'intake',
  'adoption',
  'guard',
  'telling',
  'cancelled',
  'notices',
  'key',
  'waiting',
  'releases',
  'refused-key',
  'temporal',
  'uncompared',
] as const;

/** Needs that nothing completes. */
export const bareCodes = [
  'our-payment',
  'held',
  'undecided',
  'outcome-unknown',
  'step-open',
  'overdue',
  'customer-waits',
  'order-trouble',
  'cancel-asked',
  'ad-dead',
  'foreign-price',
  'placement-undecided',
  'placement-trouble',
  'publication-undecided',
  'publication-waits',
  'publication-blocked',
  'publication-trouble',
  'change-waits',
  'change-blocked',
  'change-trouble',
  'cut-list',
  'taking-over',
  'ban',
  'served-again',
  'unreadable',
  'unnamed',
] as const;

/** What keeps a desk from being served, and its notices from leaving by way of Temporal. */
const unservedProblems = ['temporal-silent', 'not-stored', 'no-lead'] as const;

const categories = [ErrorCategory, TransportCondition, OwnFailure].flatMap((all): string[] => Object.values(all));
const maxCount = 999_999;
/** As far as a date goes. */
const moment = z.int().min(0).max(8e15);
const count = z.int().min(0).max(maxCount);

/**
 * What waits for a human, as a code of a closed list with what completes it. Codes and numbers of ours, beside who engaged a
 * switch and why: who reaches Temporal may make up that something waits, but has no other words for the merchant.
 */
const needFactSchema = z.union([
  z.strictObject({ code: z.enum(bareCodes) }),
  z.strictObject({
    code: z.literal('release-gate'),
    lacks: z.array(z.enum(checkNames)).max(checkNames.length),
    /** Of what an approval would cover, where one is asked for. */
    factsCode: factsCodeSchema.optional(),
  }),
  /** We have paid, and the service is not notified: it cancels the order at the deadline, which is null where it names none. */
  z.strictObject({ code: z.literal('press-paid'), untilMs: moment.nullable() }),
  /** Until when who is to act in it may do so; null: the service does not say. */
  z.strictObject({ code: z.literal('appeal'), untilMs: moment.nullable().default(null) }),
  z.strictObject({ code: z.literal('ad-offline'), cause: z.enum(['limit', 'business', 'command']) }),
  /** A category of failures; null: none is known. */
  z.strictObject({ code: z.literal('ad-trouble'), category: z.enum(categories).nullable() }),
  z.strictObject({ code: z.literal('desk-trouble'), source: z.enum(deskTroubles).nullable() }),
  z.strictObject({ code: z.literal('lost-orders'), count }),
  z.strictObject({ code: z.literal('unread-ads'), count }),
  /** Who engaged it and why are words of people, made plain: of all needs this one alone has any. */
  z.strictObject({
    code: z.literal('switch'),
    name: z.enum(switchNames),
    by: saidTextSchema,
    reason: saidTextSchema,
    atMs: moment,
  }),
  /** The watchdog has acted, or could not; the last look of the desk is null where it is not known. */
  z.strictObject({
    code: z.literal('watchdog'),
    outcome: z.enum(['offline', 'left', 'prevented']),
    ads: count,
    lookedAtMs: moment.nullable(),
  }),
  z.strictObject({ code: z.literal('blind'), minutes: count }),
  /** So many workflows do not go on, because their tasks fail. */
  z.strictObject({ code: z.literal('tasks-fail'), count }),
  z.strictObject({ code: z.literal('unserved'), problem: z.enum(unservedProblems) }),
  /** How a day went, in counts: it asks for nothing. */
  z.strictObject({
    code: z.literal('daily'),
    date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    /** Orders that have ended since its midnight. */
    completed: count,
    cancelled: count,
    /** What waits for a person now: orders, ads, and all else. */
    orders: count,
    ads: count,
    others: count,
    /** Ads whose price is kept now, and those that are paused or offline. */
    pricedAds: count,
    otherAds: count,
  }),
]);
export type NeedFact = z.infer<typeof needFactSchema>;
export type DailyFact = Extract<NeedFact, { code: 'daily' }>;

/** Returns what a need says, or that it is unnamed where no code of ours says it: it may come from Temporal. */
export function knownFact(fact: unknown): NeedFact {
  const { success, data } = needFactSchema.safeParse(fact);
  return success ? data : { code: 'unnamed' };
}

/** Returns a moment of the service as a need can name it, or null for any other value. */
export function knownMoment(atMs: number | null): number | null {
  return moment.safeParse(atMs).data ?? null;
}

/** Returns the name of a failure's category, or null for any other text. */
export function knownCategory(text: string | undefined): string | null {
  return categories.find((category) => category === text) ?? null;
}

/** Returns what a person has to bring at the gate: another thing to bring is another need. */
export function gateTask(lacks: readonly CheckName[]): 'identity-check' | 'approval' | 'payment' | 'other' {
  if (lacks.includes('additional-kyc')) return 'identity-check';
  if (lacks.includes('approval')) return 'approval';
  return lacks.some((name) => ofPayment.includes(name)) ? 'payment' : 'other';
}

const ofPayment: readonly CheckName[] = [
  'payment-match',
  'payment-amount',
  'payer-name',
  'payment-time',
  'proof-unused',
];

/** Returns the kind of a need, such as release-gate/approval: programs and metrics distinguish needs by it. */
export function needKind(fact: NeedFact): string {
  switch (fact.code) {
    case 'release-gate':
      return `release-gate/${gateTask(fact.lacks)}`;
    case 'ad-offline':
      return `ad-offline/${fact.cause}`;
    case 'desk-trouble':
      return `desk-trouble/${fact.source ?? 'other'}`;
    case 'unserved':
      return `unserved/${fact.problem}`;
    case 'switch':
      return `switch/${fact.name}`;
    case 'watchdog':
      return `watchdog/${fact.outcome}`;
    default:
      return fact.code;
  }
}
