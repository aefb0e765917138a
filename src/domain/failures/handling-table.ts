import type { DeskSettings } from '../settings.ts';
import type { AsksHuman } from './own-failures.ts';
import { backoffMs } from './backoff.ts';
import { ErrorCategory, TransportCondition, type FailureCategory } from './error-category.ts';

/**
 * What the failed call was for. 'read': an activity that reads. 'price': a price write, or another write of an ad's own
 * workflow. 'publish': the publication of an ad, provably not executed. 'edit': a change of an ad's terms, or its end.
 * 'money': a money step that was provably not executed. 'intake': a poll of a watch (orders, market, business).
 */
export const failureUses = ['read', 'price', 'publish', 'edit', 'money', 'intake'] as const;
export type FailureUse = (typeof failureUses)[number];

export interface WaitContext {
  /** Counted from 1. */
  readonly attempt: number;
  /** From the service or the gate; null: no Retry-After. */
  readonly retryAfterMs: number | null;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  readonly settings: DeskSettings;
}

/**
 * What a workflow does with what was refused. 'retry': the same again. 'look-again': a fresh look resolves it as a rule.
 * 'cool': the same, and too often in a row is a cooldown. 'learn-range': a price within the range that the refusal names.
 * 'block': nothing, until a human has put it right or the time is over. 'offline': nothing, until a human brings it back.
 * 'ban-end': the same once the ban is over.
 */
export type Next = 'retry' | 'look-again' | 'cool' | 'learn-range' | 'block' | 'offline' | 'ban-end';

interface Wait {
  /** How long before the next try, in ms. */
  readonly waitMs: (context: WaitContext) => number;
  readonly waitText: string;
}

export interface FailureHandling extends Wait {
  /** Who waits: the attempt that runs, Temporal's server (a pending retry), or the workflow (it shows the wait). */
  readonly waits: 'attempt' | 'server' | 'workflow';
  /** Who does something before the next try. */
  readonly acts: 'no one' | 'client' | 'workflow' | 'human';
  readonly asksHuman: AsksHuman;
  readonly next: Next;
}

/** Retry-After comes from the service: it wins over the formula of interface 7.5 and is never capped. */
const backoff: Wait = {
  waitMs: ({ attempt, retryAfterMs, random, settings }) => retryAfterMs ?? backoffMs(attempt, random, settings),
  waitText: 'Retry-After, else backoff',
};

/**
 * Within one attempt the client counts its tries from 1 and reports the wait that it would not sleep itself. Only the
 * attempts of the activity make the waits grow to the cap of interface 7.5.
 */
const growingBackoff: Wait = {
  waitMs: ({ attempt, retryAfterMs, random, settings }) =>
    Math.max(retryAfterMs ?? 0, backoffMs(attempt, random, settings)),
  waitText: 'backoff, at least Retry-After',
};

const none: Wait = { waitMs: ({ retryAfterMs }) => retryAfterMs ?? 0, waitText: 'none' };

/** A wait that a setting names. */
function by(setting: NumberSetting): Wait {
  return { waitMs: ({ settings }) => settings[setting], waitText: `\`${setting}\`` };
}

type NumberSetting =
  | 'timeSyncWaitMs'
  | 'volumeSyncSleepMs'
  | 'businessBlockMs'
  | 'offlineCheckIntervalMs'
  | 'missingAdTtlMs';

const ban: Wait = {
  waitMs: ({ retryAfterMs, settings }) => retryAfterMs ?? settings.ipBanDefaultMs,
  waitText: 'to the end of the ban',
};

/** A lasting failure reaches a human within a minute where money waits, and within minutes elsewhere. */
const withinMinute: AsksHuman = { afterMs: 45_000 };
const withinMinutes: AsksHuman = { afterMs: 300_000 };

type Uses = Readonly<Record<FailureUse, FailureHandling>>;

type Who = Pick<FailureHandling, 'waits' | 'acts'> & Partial<Pick<FailureHandling, 'next'>>;

function cell(who: Who, wait: Wait, asksHuman: AsksHuman): FailureHandling {
  return { next: 'retry', ...who, ...wait, asksHuman };
}

const server = { waits: 'server', acts: 'no one' } as const;
const attempt = { waits: 'attempt', acts: 'no one' } as const;
const workflow = { waits: 'workflow', acts: 'no one' } as const;
const remedied = { waits: 'workflow', acts: 'workflow' } as const;
const manual = { waits: 'workflow', acts: 'human' } as const;

/** A refusal that no retry changes: a block, shown to a human at once. Interface 7.4. */
const business = cell({ ...manual, next: 'block' }, by('businessBlockMs'), 'at-once');

/** The merchant's business is closed or rests: whatever is offered waits for him. Interface 7.4. */
const closed = cell({ ...manual, next: 'offline' }, by('offlineCheckIntervalMs'), 'at-once');

/** Failures that pass without help: the server retries reads and writes, a watch waits, a money step shows the wait. */
function passing(wait: Wait): Uses {
  return {
    read: cell(server, wait, withinMinutes),
    price: cell(server, wait, withinMinutes),
    publish: cell(workflow, afterRetries, withinMinute),
    edit: cell(server, wait, withinMinutes),
    money: cell(workflow, wait, withinMinute),
    intake: cell(attempt, wait, withinMinutes),
  };
}

/** Limits of the service. No human can shorten them, but someone must know when money waits for them. */
function limited(wait: Wait): Uses {
  return {
    read: cell(server, wait, 'never'),
    price: cell(server, wait, 'never'),
    publish: cell(workflow, afterRetries, withinMinutes),
    edit: cell(server, wait, 'never'),
    money: cell(workflow, wait, withinMinutes),
    intake: cell(attempt, wait, 'never'),
  };
}

/** Of a call that was not executed, and that the workflow alone tries again. */
const afterRetries: Wait = {
  waitMs: ({ retryAfterMs, settings }) => retryAfterMs ?? settings.backoffCapMs,
  waitText: 'Retry-After, else `backoffCapMs`',
};

/** A refusal that a read resolves as a rule. */
const freshLook = cell({ ...remedied, next: 'look-again' }, by('volumeSyncSleepMs'), withinMinutes);

const resync = { ...by('timeSyncWaitMs') };

/** What each category leads to, by use: who waits and how long, who acts, when a human is asked. Design 5. */
export const handlingTable: Readonly<Record<FailureCategory, Uses>> = {
  [ErrorCategory.AD_OFFLINE]: {
    read: business,
    price: closed,
    publish: closed,
    edit: closed,
    money: business,
    intake: closed,
  },
  [ErrorCategory.RETRY_WITH_SYNC]: {
    read: cell({ waits: 'server', acts: 'client' }, resync, withinMinutes),
    price: cell({ waits: 'server', acts: 'client' }, resync, withinMinutes),
    publish: cell({ waits: 'workflow', acts: 'client' }, afterRetries, withinMinute),
    edit: cell({ waits: 'server', acts: 'client' }, resync, withinMinutes),
    money: cell({ waits: 'workflow', acts: 'client' }, resync, withinMinute),
    intake: cell({ waits: 'attempt', acts: 'client' }, resync, withinMinutes),
  },
  [ErrorCategory.RETRIABLE_WITH_BACKOFF]: passing(growingBackoff),
  [ErrorCategory.RETRY_WITH_VOLUME_SYNC]: {
    read: freshLook,
    price: freshLook,
    publish: freshLook,
    edit: freshLook,
    money: business,
    intake: freshLook,
  },
  [ErrorCategory.NON_RETRIABLE_BUSINESS]: {
    read: business,
    price: business,
    publish: business,
    edit: business,
    money: business,
    intake: business,
  },
  [ErrorCategory.SPECIAL_HANDLER]: {
    read: business,
    price: cell({ ...remedied, next: 'cool' }, none, withinMinutes),
    publish: cell({ ...remedied, next: 'cool' }, by('volumeSyncSleepMs'), withinMinutes),
    edit: cell({ ...remedied, next: 'cool' }, by('volumeSyncSleepMs'), withinMinutes),
    money: business,
    intake: business,
  },
  [ErrorCategory.PRICE_RANGE_LIMIT]: {
    read: business,
    price: cell({ ...remedied, next: 'learn-range' }, none, withinMinutes),
    publish: cell({ ...remedied, next: 'learn-range' }, by('volumeSyncSleepMs'), withinMinutes),
    edit: cell({ ...remedied, next: 'learn-range' }, by('volumeSyncSleepMs'), withinMinutes),
    money: business,
    intake: business,
  },
  [ErrorCategory.UNKNOWN]: passing(backoff),
  [TransportCondition.IP_BAN]: {
    read: cell({ ...server, next: 'ban-end' }, ban, 'never'),
    price: cell({ ...server, next: 'ban-end' }, ban, 'never'),
    publish: cell({ ...workflow, next: 'ban-end' }, ban, withinMinutes),
    edit: cell({ ...server, next: 'ban-end' }, ban, 'never'),
    money: cell({ ...workflow, next: 'ban-end' }, ban, withinMinutes),
    intake: cell({ ...workflow, next: 'ban-end' }, ban, 'never'),
  },
  [TransportCondition.RATE_LIMITED]: limited(backoff),
  [TransportCondition.NOT_FOUND]: {
    read: business,
    // The tracker of interface 7.7 decides when the ad is dead, which a human must handle.
    price: cell(remedied, by('missingAdTtlMs'), 'never'),
    publish: cell(workflow, afterRetries, withinMinute),
    // The next read says whether there is such an ad.
    edit: freshLook,
    money: business,
    intake: business,
  },
};

export interface Following extends Pick<FailureHandling, 'asksHuman' | 'next'> {
  readonly waitMs: number;
}

/**
 * Returns what a workflow does once it hears of a refusal. What the server retries has been retried for its whole time
 * by then: it waits as long as the last answer asks, else for the longest pause between two of those tries.
 */
export function followingOf(
  category: FailureCategory,
  use: FailureUse,
  context: Omit<WaitContext, 'attempt' | 'random'>,
): Following {
  const { waits, waitMs, asksHuman, next } = handlingOf(category, use);
  const wait = waits === 'server' && next !== 'ban-end' ? afterRetries.waitMs : waitMs;
  return { asksHuman, next, waitMs: wait({ ...context, attempt: 1, random: () => 0 }) };
}

/** Returns how to handle a failure of that category. */
export function handlingOf(category: FailureCategory, use: FailureUse): FailureHandling {
  return handlingTable[category][use];
}
