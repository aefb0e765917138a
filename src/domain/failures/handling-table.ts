import type { DeskSettings } from '../settings.ts';
import type { AsksHuman } from './own-failures.ts';
import { backoffMs } from './backoff.ts';
import { ErrorCategory, TransportCondition, type FailureCategory } from './error-category.ts';

/**
 * What the failed call was for. 'read': an activity that reads. 'price': a price write, or another write that may be
 * repeated. 'money': a money step that was provably not executed. 'intake': a poll of a watch (orders, market,
 * business).
 */
export const failureUses = ['read', 'price', 'money', 'intake'] as const;
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

function cell(who: Pick<FailureHandling, 'waits' | 'acts'>, wait: Wait, asksHuman: AsksHuman): FailureHandling {
  return { ...who, ...wait, asksHuman };
}

const server = { waits: 'server', acts: 'no one' } as const;
const attempt = { waits: 'attempt', acts: 'no one' } as const;
const workflow = { waits: 'workflow', acts: 'no one' } as const;
const remedied = { waits: 'workflow', acts: 'workflow' } as const;
const manual = { waits: 'workflow', acts: 'human' } as const;

/** A refusal that no retry changes: a block, shown to a human at once. Interface 7.4. */
const business = cell(manual, by('businessBlockMs'), 'at-once');

/** Failures that pass without help: the server retries reads and writes, a watch waits, a money step shows the wait. */
function passing(wait: Wait): Uses {
  return {
    read: cell(server, wait, withinMinutes),
    price: cell(server, wait, withinMinutes),
    money: cell(workflow, wait, withinMinute),
    intake: cell(attempt, wait, withinMinutes),
  };
}

/** Limits of the service. No human can shorten them, but someone must know when money waits for them. */
function limited(wait: Wait): Uses {
  return {
    read: cell(server, wait, 'never'),
    price: cell(server, wait, 'never'),
    money: cell(workflow, wait, withinMinutes),
    intake: cell(attempt, wait, 'never'),
  };
}

const resync = { ...by('timeSyncWaitMs') };

/** What each category leads to, by use: who waits and how long, who acts, when a human is asked. Design 5. */
export const handlingTable: Readonly<Record<FailureCategory, Uses>> = {
  [ErrorCategory.AD_OFFLINE]: {
    read: business,
    price: cell(manual, by('offlineCheckIntervalMs'), 'at-once'),
    money: business,
    intake: cell(manual, by('offlineCheckIntervalMs'), 'at-once'),
  },
  [ErrorCategory.RETRY_WITH_SYNC]: {
    read: cell({ waits: 'server', acts: 'client' }, resync, withinMinutes),
    price: cell({ waits: 'server', acts: 'client' }, resync, withinMinutes),
    money: cell({ waits: 'workflow', acts: 'client' }, resync, withinMinute),
    intake: cell({ waits: 'attempt', acts: 'client' }, resync, withinMinutes),
  },
  [ErrorCategory.RETRIABLE_WITH_BACKOFF]: passing(growingBackoff),
  [ErrorCategory.RETRY_WITH_VOLUME_SYNC]: {
    read: cell(remedied, by('volumeSyncSleepMs'), withinMinutes),
    price: cell(remedied, by('volumeSyncSleepMs'), withinMinutes),
    money: business,
    intake: cell(remedied, by('volumeSyncSleepMs'), withinMinutes),
  },
  [ErrorCategory.NON_RETRIABLE_BUSINESS]: { read: business, price: business, money: business, intake: business },
  [ErrorCategory.SPECIAL_HANDLER]: {
    read: business,
    price: cell(remedied, none, withinMinutes),
    money: business,
    intake: business,
  },
  [ErrorCategory.PRICE_RANGE_LIMIT]: {
    read: business,
    price: cell(remedied, none, withinMinutes),
    money: business,
    intake: business,
  },
  [ErrorCategory.UNKNOWN]: passing(backoff),
  [TransportCondition.IP_BAN]: { ...limited(ban), intake: cell(workflow, ban, 'never') },
  [TransportCondition.RATE_LIMITED]: limited(backoff),
  [TransportCondition.NOT_FOUND]: {
    read: business,
    // The tracker of interface 7.7 decides when the ad is dead, which a human must handle.
    price: cell(remedied, by('missingAdTtlMs'), 'never'),
    money: business,
    intake: business,
  },
};

/** Returns how to handle a failure of that category. */
export function handlingOf(category: FailureCategory, use: FailureUse): FailureHandling {
  return handlingTable[category][use];
}
