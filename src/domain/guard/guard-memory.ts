import { z } from 'zod';
import { Decimal, isPositiveDecimalText } from '../decimal.ts';
import { boundedText, keptName, keptText, maxNameBytes } from '../kept-text.ts';
import { spentCodeLength } from '../orders/payment-proof.ts';
import { releaseRulesSchema } from '../orders/release-rules.ts';
import { watchdogSender } from '../watchdog/dead-man.ts';

/** Of older ones only what they are recognised by is kept (`spent`). */
export const maxClaims = 2_000;
/** The oldest are forgotten: by then some ten thousand payments have come in since. */
export const maxSpent = 10_000;
/** Beyond this many the guard refuses, because it could not sum them. */
export const maxReleases = 2_500;
export const maxBlocked = 1_000;
/** Room for a name of twenty letters of any script. */
const maxBlockedBytes = 64;
/** A little longer than the day that is summed. */
export const releaseKeptMs = 25 * 3_600_000;
/** By then a permitted call shows in reads, or never will: twice the default bound, window and settle time. */
export const callOpenMs = 60_000;

/** Returns the same for these settings, in ms: at most a day; undefined where a minute is enough. */
export function longerOpenMs(settings: CallTimes): number | undefined {
  const { moneyStepBoundMs, recvWindowMs, moneySettleMs } = settings;
  const openMs = Math.min(dayMs, 2 * (moneyStepBoundMs + recvWindowMs + moneySettleMs));
  return openMs > callOpenMs ? openMs : undefined;
}

/** In ms. */
type CallTimes = Readonly<Record<'moneyStepBoundMs' | 'recvWindowMs' | 'moneySettleMs', number>>;

/** Enough for the minute in which a payment notice may still be unseen. */
export const maxNotices = 1_000;
/** Enough that a request that was sent once is not sent again, even after a reset. */
export const maxPlacements = 2_000;
/** Beyond this many names nothing more is published: a forgotten one could be published twice. */
export const maxPublications = 500;
/** The period of a daily cap. */
export const dayMs = 24 * 3_600_000;

export const switchNames = ['all', 'releases', 'repricing', 'ads'] as const;
export type SwitchName = (typeof switchNames)[number];

const person = z.string().trim().min(1).max(80);
const moment = z.number().nonnegative();
const identifier = boundedText(maxNameBytes);
/** Twenty-three digits and eight decimals: no one pays more. */
const maxAmountLength = 32;
const maxFiatBytes = 10;
/** An ad's number is answered to what asks for its name, so it stays as it is. */
const maxAdNumberBytes = 64;
export const amountSchema = z
  .string()
  .max(maxAmountLength)
  .refine(isPositiveDecimalText, 'must be a decimal above zero')
  .meta({ jsonBytes: maxAmountLength });
export const fiatSchema = boundedText(maxFiatBytes);
/** An identifier of a message, in the form in which the memory keeps it. */
export const identifierSchema = z.string().min(1).max(80).overwrite(keptName);

const thrownSchema = z.strictObject({ by: person, reason: z.string().max(500), atMs: moment }).readonly();
const switchSchema = thrownSchema.nullable();
/** How long the call may be unseen by the settings of the worker that sent it, in ms; absent: a minute. */
const openMs = z.int().positive().max(dayMs).optional();
const releaseSchema = z
  .strictObject({ orderNumber: identifier, amount: amountSchema, fiat: fiatSchema, atMs: moment, openMs })
  .readonly();
const placementSchema = z.strictObject({ requestId: identifier, atMs: moment }).readonly();
const noticeSchema = z.strictObject({ orderNumber: identifier, atMs: moment, openMs }).readonly();
const publicationSchema = z
  .strictObject({ name: identifier, adNumber: boundedText(maxAdNumberBytes).nullable(), atMs: moment })
  .readonly();
const claimSchema = z
  .strictObject({
    proof: identifier,
    orderNumber: identifier,
    amount: amountSchema,
    fiat: fiatSchema,
    atMs: moment,
  })
  .readonly();

/** What the guard of an account keeps over runs, restarts and deletions. Plain JSON. Design 6. */
export const guardMemorySchema = z
  .strictObject({
    switches: z
      .strictObject({
        all: switchSchema,
        releases: switchSchema,
        repricing: switchSchema,
        /** Takes every ad off the market. */
        ads: switchSchema,
      })
      .readonly(),
    /** Which order each payment proof backs. Proofs are normalised and short (`keptProof`), newest last. */
    claims: z.array(claimSchema).max(maxClaims).readonly(),
    /** What the payments before those are recognised by (`spentCode`), newest last. */
    spent: z
      .array(z.string().length(spentCodeLength).meta({ jsonBytes: spentCodeLength }))
      .max(maxSpent)
      .readonly(),
    /** Permitted releases, for the daily sum. Newest last, one entry per order. */
    releases: z.array(releaseSchema).max(maxReleases).readonly(),
    /** Requests with permission to place their order. Newest last. */
    placements: z.array(placementSchema).max(maxPlacements).readonly(),
    /** Payment notices with permission to leave. Newest last, one per order. */
    notices: z.array(noticeSchema).max(maxNotices).readonly(),
    /** The ads that were published by name: each name has one forever. Null: the call has left, its number is open. */
    publications: z.array(publicationSchema).max(maxPublications).readonly(),
    /** The 30 s step of the last one-time code that was permitted. */
    codeStep: z.int().nonnegative().nullable(),
    rules: releaseRulesSchema.nullable(),
    blocked: z.array(boundedText(maxBlockedBytes)).max(maxBlocked).readonly(),
  })
  .readonly();

export type GuardMemory = z.infer<typeof guardMemorySchema>;
export type ThrownSwitch = z.infer<typeof thrownSchema>;
export type ProofClaim = z.infer<typeof claimSchema>;
export type Publication = z.infer<typeof publicationSchema>;
export type CountedRelease = z.infer<typeof releaseSchema>;

export const emptyGuardMemory: GuardMemory = {
  switches: { all: null, releases: null, repricing: null, ads: null },
  claims: [],
  spent: [],
  releases: [],
  placements: [],
  notices: [],
  publications: [],
  codeStep: null,
  rules: null,
  blocked: [],
};

/** Returns the sum of releases within the last 24 hours by currency. */
export function releasedSums({ releases }: GuardMemory, nowMs: number): Record<string, string> {
  const sums: Record<string, string> = {};
  for (const { fiat, amount, atMs } of releases) {
    if (atMs > nowMs - dayMs) sums[fiat] = new Decimal(sums[fiat] ?? 0).plus(amount).toFixed();
  }
  return sums;
}

/** Returns who engaged a switch, or null. */
export function thrownBy(switches: GuardMemory['switches'], name: SwitchName): ThrownSwitch | null {
  return switches[name];
}

/** Returns who takes an ad off the market when the switch of the ads is engaged by this sender. */
export function adsTaker(by: string): string {
  return `kill switch ads (${by})`.slice(0, 80);
}

/**
 * Engages the switch; the last person to engage it is recorded. The watchdog takes no one's word away: what a person has
 * engaged takes more ads off the market than its mark (ADR 0034).
 */
export function throwSwitch(memory: GuardMemory, name: SwitchName, thrown: ThrownSwitch): GuardMemory {
  if (thrown.by === watchdogSender && thrownBy(memory.switches, name) !== null) return memory;
  return { ...memory, switches: { ...memory.switches, [name]: thrown } };
}

/** Lifts the switch; the other switches stay as they are. */
export function openSwitch(memory: GuardMemory, name: SwitchName): GuardMemory {
  return { ...memory, switches: { ...memory.switches, [name]: null } };
}

/** Returns why the counterparty cannot be blocked, or null. */
export function blockRefusal(memory: GuardMemory, counterparty: string): string | null {
  if (counterparty === '' || counterparty.length > 80) return 'counterparty must be an id of at most 80 characters';
  const isFull = memory.blocked.length >= maxBlocked && !isBlocked(memory, counterparty);
  return isFull ? `the block list is full: ${maxBlocked} counterparties` : null;
}

/** Adds the counterparty to the block list, unless `blockRefusal` has a reason. */
export function block(memory: GuardMemory, counterparty: string): GuardMemory {
  if (blockRefusal(memory, counterparty) !== null || isBlocked(memory, counterparty)) return memory;
  return { ...memory, blocked: [...memory.blocked, keptText(counterparty, maxBlockedBytes)] };
}

/** Reports whether the counterparty is on the block list. */
export function isBlocked({ blocked }: Pick<GuardMemory, 'blocked'>, counterparty: string): boolean {
  return blocked.includes(keptText(counterparty, maxBlockedBytes));
}

/** The memory without the counterparty on the block list. */
export function unblock(memory: GuardMemory, counterparty: string): GuardMemory {
  const name = keptText(counterparty, maxBlockedBytes);
  return { ...memory, blocked: memory.blocked.filter((id) => id !== name) };
}
