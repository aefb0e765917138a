/** A money step as the register keeps it: one row an attempt, from its claim to what reads have shown. */
import type { OnceStepName } from '../once-steps.ts';
import { isTerminal, OrderStatus } from '../orders/order-status.ts';

export const stepStates = ['asked', 'not-left', 'leaving', 'not-done', 'done'] as const;
/**
 * `asked`: claimed, and nothing has left. `not-left`: it never will. `leaving`: armed at the door, so it may have left.
 * `not-done` and `done`: shown by reads.
 */
type StepState = (typeof stepStates)[number];

/** Names one step of one subject: an order number, the request id of a placement, the name of an ad. */
export interface StepKey {
  readonly account: string;
  readonly step: OnceStepName;
  readonly subject: string;
}

/** What the rules need to know of one attempt. Moments in epoch ms. */
export interface StepRow extends StepKey {
  /** The account's own count, from 1. */
  readonly number: number;
  readonly state: StepState;
  /** The term of the lead in which it was claimed. */
  readonly term: number;
  readonly total: string | null;
  readonly fiat: string | null;
  readonly askedAtMs: number;
  readonly armedAtMs: number | null;
  /** From here on it shows in reads, or never will; null: it was not armed. */
  readonly untilMs: number | null;
  /** Reads after that moment that did not show it. */
  readonly unseenReads: number;
  /** When the last of them began; null: there was none. */
  readonly unseenAtMs: number | null;
  /** The order that the service or a person has named for a placement; null: none yet. */
  readonly orderNumber: string | null;
}

/** The statuses that prove a step of an order done, as the service's own read shows them (interface 4.1). */
export const provenBy: Readonly<Record<OnceStepName, readonly OrderStatus[]>> = {
  place: [],
  publish: [],
  'mark-paid': [OrderStatus.PAID, OrderStatus.RELEASING, OrderStatus.COMPLETED, OrderStatus.IN_APPEAL],
  release: [OrderStatus.RELEASING, OrderStatus.COMPLETED],
  cancel: [OrderStatus.CANCELLED],
};

/** What one read of the service says of a step: it is done, it is not, or the order has ended without it. */
export type StepSight = 'done' | 'not-done' | 'ended-without';

/** Returns what a read of an order with this status says of one of its steps. */
export function sightOf(step: OnceStepName, status: OrderStatus): StepSight {
  if (provenBy[step].includes(status)) return 'done';
  return isTerminal(status) ? 'ended-without' : 'not-done';
}

/** Two reads agree: one alone may come from a copy of the service that lags. */
const agreeingReads = 2;

/** What reads change of a row beside its state. */
type ReadPart = 'unseenReads' | 'unseenAtMs';

/**
 * Returns the row after one read that began at `beganAtMs`, or null where it says nothing new. A step that may have left
 * counts as not done only by two reads that began after it could no longer take effect, or when the service has ended
 * the order without it. Design 6.
 */
export function afterRead(
  row: Pick<StepRow, 'state' | 'untilMs' | ReadPart>,
  read: { readonly sight: StepSight; readonly beganAtMs: number },
): Pick<StepRow, 'state' | ReadPart> | null {
  const { unseenReads, unseenAtMs } = row;
  if (row.state === 'done') return null;
  if (read.sight === 'done') return row.state === 'not-left' ? null : { state: 'done', unseenReads, unseenAtMs };
  if (row.state !== 'leaving' || !isNews(row, read.beganAtMs)) return null;
  const isOver = read.sight === 'ended-without' || unseenReads + 1 >= agreeingReads;
  return { state: isOver ? 'not-done' : 'leaving', unseenReads: unseenReads + 1, unseenAtMs: read.beganAtMs };
}

function isNews({ untilMs, unseenAtMs }: Pick<StepRow, 'untilMs' | 'unseenAtMs'>, beganAtMs: number): boolean {
  if (untilMs === null || beganAtMs < untilMs) return false;
  // Reported a second time, because its first answer was lost, one read is still one.
  return unseenAtMs === null || beganAtMs > unseenAtMs;
}
