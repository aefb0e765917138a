/** How an order waits: for what, whom it asks, how long, and since when a message is news. */
import type { OrderTrouble, OrderWait } from '../../domain/orders/order-wait.ts';
import { waitWords } from '../../words/order-words.ts';
import type { KeptWait, OrderMemory } from '../contract/order-contract.ts';
import type { Run } from '../kit/run.ts';
import type { TroubleWatch } from '../kit/trouble.ts';
import { changeWithin } from '../kit/wait.ts';

/** Slack after a deadline of the service before the order is read again: its own clock and lag. */
const deadlineSlackMs = 5_000;
/** Pauses between looks at an order that should soon move by itself; looks without news come later and later. */
const idlePausesMs = [15_000, 15_000, 30_000, 120_000, 900_000] as const;
/** The longest wait for what heals by itself without a message: the desk's own register, or its clock. */
export const ownTroublePauseMs = 60_000;
/** A look although no message arrived, whatever the reason: some eleven events each, at most twenty an hour. */
export const quietLookMs = 3_600_000;

/** Whom a wait asks, and when it ends; absent: no one, and it is not known. */
type WaitAsks = Partial<Pick<KeptWait, 'asks' | 'untilMs'>>;

interface Rest extends WaitAsks {
  /** The longest wait. */
  ms: number;
}

interface Overdue extends WaitAsks {
  /** The counterparty's deadline. */
  untilMs: number | null;
  trouble: OrderTrouble;
}

/** The waits of one order. They change what it waits for, when it is read again, and the trouble of its status. */
export interface OrderWaits {
  /** The revision at the start of the round: anything newer is a change. */
  readonly round: number;
  beginRound(): void;
  /** Whether a message has changed something since the round began: it is handled first. */
  isOvertaken(): boolean;
  /** Sets what the order waits for, and who is asked; shown at once. A continued wait keeps its beginning. */
  show(what: OrderWait, asks?: WaitAsks): void;
  /**
   * Shows what the order waits for and waits for an event or a command since the round began, up to this long; then the
   * order is read again, because silence proves nothing. Returns true for a message.
   */
  rest(what: OrderWait, rest: Rest): Promise<boolean>;
  /**
   * Waits for a message until the counterparty's deadline. What still reads the same then has a time in which it may move
   * by itself, and then asks a human (P4); a change of the status takes the trouble away.
   */
  untilOverdue(what: OrderWait, overdue: Overdue): Promise<void>;
  /** The pause before the next look at something that should have moved by now. */
  idlePauseMs(): number;
  /** Time until a deadline of the service plus slack; the pause of idle looks once it has passed. */
  untilDeadlineMs(deadlineMs: number | null): number;
}

/** Creates the waits of an order; its first round has yet to begin. */
export function createOrderWaits(run: Run<OrderMemory>, troubles: TroubleWatch<OrderTrouble>): OrderWaits {
  let round = 0;
  const waits: OrderWaits = {
    get round() {
      return round;
    },
    beginRound: () => {
      round = run.revision;
    },
    isOvertaken: () => run.revision !== round,
    show: (what, { asks = 'nobody', untilMs = null } = {}) => {
      const before = run.memory.wait;
      const sinceMs = before.what.code === what.code ? before.sinceMs : Date.now();
      run.remember({ wait: { what, asks, untilMs, sinceMs } });
      run.present();
    },
    rest: async (what, { ms, ...asks }) => {
      waits.show(what, asks);
      const summary = `Waiting for ${waitWords[what.code]}`;
      const longestMs = Math.min(ms, untilSettledMs(run.memory));
      const heard = await changeWithin(run, { revision: round, ms: longestMs, summary });
      if (heard) run.remember({ idleLooks: 0 });
      else run.remember({ stale: true, idleLooks: run.memory.idleLooks + 1 });
      return heard;
    },
    untilOverdue: async (what, { untilMs, trouble, asks }) => {
      const heard = await waits.rest(what, { untilMs, ms: waits.untilDeadlineMs(untilMs), ...(asks && { asks }) });
      const isOver = untilMs === null || Date.now() >= untilMs;
      if (!heard && isOver) troubles.note('status', trouble);
    },
    idlePauseMs: () => idlePauseMs(run.memory),
    untilDeadlineMs: (deadlineMs) => {
      if (deadlineMs === null) return quietLookMs;
      const waitMs = deadlineMs + deadlineSlackMs - Date.now();
      return waitMs > 0 ? Math.min(waitMs, quietLookMs) : idlePauseMs(run.memory);
    },
  };
  return waits;
}

const idlePauseMs = ({ idleLooks }: OrderMemory): number => idlePausesMs[idleLooks] ?? quietLookMs;

/**
 * A call that may have left shows by then or never, which reads have to find out; those of a register that stays silent
 * come later and later. So do those of an order whose person is not known yet.
 */
function untilSettledMs(memory: OrderMemory): number {
  const { open, order, isArriving } = memory;
  if (isArriving === true && order !== null) return idlePauseMs(memory);
  return open === null ? Number.POSITIVE_INFINITY : Math.abs(open.untilMs - Date.now()) + settledSlackMs;
}

const settledSlackMs = 1_000;
