import { z } from 'zod';
import { Decimal, isPositiveDecimalText } from '../decimal.ts';
import { releaseRulesSchema } from '../orders/release-rules.ts';
import { watchdogSender } from '../watchdog/dead-man.ts';

/** The oldest claims are dropped, long after their orders have ended. */
export const maxClaims = 2_000;
/** Beyond this many the guard refuses, because it could not sum them. */
export const maxReleases = 5_000;
export const maxBlocked = 5_000;
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
export const maxNotices = 2_000;
/** Enough that a request that was sent once is not sent again, even after a reset. */
export const maxPlacements = 2_000;
/** Beyond this many names nothing more is published: a forgotten one could be published twice. */
export const maxPublications = 2_000;
/** The period of a daily cap. */
export const dayMs = 24 * 3_600_000;

export const switchNames = ['all', 'releases', 'repricing', 'ads'] as const;
export type SwitchName = (typeof switchNames)[number];

const person = z.string().trim().min(1).max(80);
const moment = z.number().nonnegative();
const identifier = z.string().min(1).max(80);
export const amountSchema = z.string().refine(isPositiveDecimalText, 'must be a decimal above zero');
export const fiatSchema = z.string().min(1).max(10);
export const identifierSchema = identifier;

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
  .strictObject({ name: identifier, adNumber: identifier.nullable(), atMs: moment })
  .readonly();
const claimSchema = z
  .strictObject({
    proof: z.string().min(1).max(100),
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
        /** Takes every ad off the market. Absent from a guard of an earlier version: not engaged. */
        ads: switchSchema.default(null),
      })
      .readonly(),
    /** Which order each payment proof backs. Proofs are normalised (`normaliseProof`), newest last. */
    claims: z.array(claimSchema).max(maxClaims).readonly(),
    /** Permitted releases, for the daily sum. Newest last, one entry per order. */
    releases: z.array(releaseSchema).max(maxReleases).readonly(),
    /** Requests with permission to place their order. Newest last. */
    placements: z.array(placementSchema).max(maxPlacements).readonly(),
    /** Payment notices with permission to leave. Newest last, one per order. */
    notices: z.array(noticeSchema).max(maxNotices).readonly().default([]),
    /** The ads that were published by name: each name has one forever. Null: the call has left, its number is open. */
    publications: z.array(publicationSchema).max(maxPublications).readonly().default([]),
    /** The 30 s step of the last one-time code that was permitted. */
    codeStep: z.int().nonnegative().nullable(),
    rules: releaseRulesSchema.nullable(),
    blocked: z.array(identifier).max(maxBlocked).readonly(),
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

/** Returns who engaged a switch, or null. What an earlier version kept or reported does not name every switch. */
export function thrownBy(
  switches: Readonly<Partial<Record<SwitchName, ThrownSwitch | null>>>,
  name: SwitchName,
): ThrownSwitch | null {
  return switches[name] ?? null;
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
  if (!identifier.safeParse(counterparty).success) return 'counterparty must be an id of at most 80 characters';
  const isFull = memory.blocked.length >= maxBlocked && !memory.blocked.includes(counterparty);
  return isFull ? `the block list is full: ${maxBlocked} counterparties` : null;
}

/** Adds the counterparty to the block list, unless `blockRefusal` has a reason. */
export function block(memory: GuardMemory, counterparty: string): GuardMemory {
  if (blockRefusal(memory, counterparty) !== null || memory.blocked.includes(counterparty)) return memory;
  return { ...memory, blocked: [...memory.blocked, counterparty] };
}

/** The memory without the counterparty on the block list. */
export function unblock(memory: GuardMemory, counterparty: string): GuardMemory {
  return { ...memory, blocked: memory.blocked.filter((id) => id !== counterparty) };
}

/** Merges two lists, newest items last, one per key. Where a key occurs twice, the later item of `newer` wins. */
function merged<Item extends { readonly atMs: number }>(
  lists: { readonly older: readonly Item[]; readonly newer: readonly Item[] },
  keyOf: (item: Item) => string,
  max: number,
): Item[] {
  const byKey = new Map<string, Item>();
  for (const item of [...lists.older, ...lists.newer]) byKey.set(keyOf(item), item);
  return [...byKey.values()].sort((left, right) => left.atMs - right.atMs).slice(-max);
}

/**
 * Returns the memory of a new run that takes over from a terminated one: everything of both. Switches and rules set
 * since win; a switch that only the former run had stays engaged. A proof stays with the order that the former run
 * assigned it to.
 */
export function inheritMemory(own: GuardMemory, former: GuardMemory): GuardMemory {
  const { switches } = own;
  const before = former.switches;
  const blocked = [...new Set([...former.blocked, ...own.blocked])].slice(0, maxBlocked);
  return {
    switches: {
      all: switches.all ?? before.all,
      releases: switches.releases ?? before.releases,
      repricing: switches.repricing ?? before.repricing,
      ads: switches.ads ?? before.ads,
    },
    claims: merged({ older: own.claims, newer: former.claims }, ({ proof }) => proof, maxClaims),
    releases: merged({ older: former.releases, newer: own.releases }, ({ orderNumber }) => orderNumber, maxReleases),
    placements: merged(
      { older: former.placements, newer: own.placements },
      ({ requestId }) => requestId,
      maxPlacements,
    ),
    notices: merged({ older: former.notices, newer: own.notices }, ({ orderNumber }) => orderNumber, maxNotices),
    publications: mergedPublications(own.publications, former.publications),
    codeStep: laterStep(own.codeStep, former.codeStep),
    rules: own.rules ?? former.rules,
    blocked,
  };
}

/** A name keeps the number that either run knows. */
function mergedPublications(own: readonly Publication[], former: readonly Publication[]): Publication[] {
  const kept = former.map((one) => (one.adNumber === null ? own.find(({ name }) => name === one.name) : null) ?? one);
  const added = own.filter(({ name }) => !former.some((one) => one.name === name));
  return [...kept, ...added].slice(0, maxPublications);
}

function laterStep(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.max(left, right);
}
