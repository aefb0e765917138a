import {
  maxRememberedOrders,
  packIntake,
  unpackIntake,
  type IntakeState,
} from '../../domain/orders/intake/intake-memory.ts';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import { MarketplaceFailure } from '../../domain/failures/marketplace-failure.ts';
import type { IntakeReport } from '../../workflows/contract/desk-contract.ts';
import type { IntakeHeartbeat, WatchOrdersInput } from './intake-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { ListedOrders, SeenOrder } from '../ports/desk-port.ts';
import { makeReport } from './intake-report.ts';
import { listRunningOrders } from './order-list.ts';
import { beat, pauseFor } from '../kit/pause.ts';

/** Orders announced at a time, followed by a heartbeat. */
const reportsAtOnce = 10;
/** Longest rest between two parts of a flood. */
const maxRestMs = 2_000;
const reportIntervalMs = 30_000;
const businessIntervalMs = 60_000;
/** After so many looks the intake checks that announced orders still have a running workflow. */
const carriedLooks = 10;

interface IntakeParts {
  deps: ActivityDependencies;
  input: WatchOrdersInput;
  /** Of an attempt that died: its last heartbeat. */
  resumed: unknown;
  signal: AbortSignal;
}

interface Telling<Item> {
  numberOf: (item: Item) => string;
  tell: (item: Item) => Promise<unknown>;
  /** How many may follow now; absent: all. */
  room?: () => number;
}

/** The intake of one watch: its announcements, and its reports. */
export class OrderIntake {
  readonly #parts: IntakeParts;
  readonly #state: IntakeState;
  readonly #untold = new Map<string, string>();
  #unreadable: ReadonlyMap<string, string> = new Map();
  #carriedAtMs = Number.NEGATIVE_INFINITY;
  #business: { status: string | null; atMs: number } = { status: null, atMs: Number.NEGATIVE_INFINITY };
  #reported = { atMs: Number.NEGATIVE_INFINITY, text: '', isLate: false };
  #lastReport: IntakeReport | null = null;
  #running = 0;
  /** Listed orders that are not taken up yet, because those before them are still to be read; the next one first. */
  #waiting: readonly SeenOrder[] = [];
  /** Listed orders that no workflow carries yet, whatever they wait for. */
  #queue: readonly SeenOrder[] = [];
  #lookedAtMs: number | null = null;
  polls = 0;
  started = 0;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
    const { resumed, input } = parts;
    this.#state = unpackIntake(resumed === null ? input.intake : resumed);
  }

  /** What the next watch continues with, and the last report. */
  end() {
    return { intake: packIntake(this.#state), report: this.#lastReport };
  }

  /** Its heartbeat. */
  progress(trouble: unknown): IntakeHeartbeat {
    const [first = null] = [...this.#untold.values(), ...this.#unreadable.values()];
    const problem = trouble instanceof Error ? trouble.message : first;
    const { polls, started } = this;
    const intake = packIntake(this.#state);
    const waiting = this.#queue.slice(0, maxRememberedOrders).map(numberOf);
    return { lookedAtMs: this.#lookedAtMs, polls, running: this.#running, started, problem, waiting, intake };
  }

  /** Whether listed orders wait for a place: one is free when the next order is read. */
  hasWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Takes up as many of those as there are places now. */
  async takeInWaiting(): Promise<void> {
    const room = (): number => this.#parts.deps.unread.room();
    this.#waiting = await this.#inParts(this.#waiting, { numberOf, tell: (order) => this.#takeIn(order), room });
    this.#queue = this.#queue.filter(({ orderNumber }) => !this.#state.told.has(orderNumber));
  }

  /** Reads the list once; notifies the workflows of changes since the last read. */
  async poll(): Promise<void> {
    await this.#checkCarried();
    const listed = await listRunningOrders(this.#parts.deps, {
      signal: this.#parts.signal,
      onPage: () => this.#beat(),
    });
    this.polls += 1;
    this.#parts.deps.onListed?.(listed);
    this.#running = listed.orders.size;
    this.#unreadable = listed.unreadable;
    await this.#reportChanged(listed);
    await this.#reportGone(listed);
    this.#lookedAtMs = this.#now();
    await this.#readBusiness();
    await this.#report(listed);
  }

  #now(): number {
    return this.#parts.deps.clock.now();
  }

  #beat(): Promise<void> {
    return beat(this.progress(null), this.#parts.deps);
  }

  /**
   * An order whose workflow no longer runs (terminated, say) is announced again, which starts it; one that runs and was
   * never seen here may have left the list meanwhile. Visibility lags, and an extra announcement is only a hint.
   */
  async #checkCarried(): Promise<void> {
    const { desk, settings } = this.#parts.deps;
    if (this.#now() - this.#carriedAtMs < carriedLooks * settings.orderPollIntervalMs) return;
    const running = new Set(await desk.runningOrders());
    const { told, ended } = this.#state;
    for (const orderNumber of told.keys()) {
      if (!running.has(orderNumber) && !ended.has(orderNumber)) told.delete(orderNumber);
    }
    for (const orderNumber of running) if (!told.has(orderNumber)) told.set(orderNumber, null);
    this.#carriedAtMs = this.#now();
  }

  /**
   * Announced first, remembered after: a failed announcement is repeated at the next look, and delays no other order. News of
   * an order that is carried waits for no flood of new ones. Those are taken up as fast as they are read, the paid and
   * the oldest first; what finds no room follows as the reads before it end.
   */
  async #reportChanged({ orders }: ListedOrders): Promise<void> {
    this.#untold.clear();
    const { told } = this.#state;
    const changed = [...orders.values()].filter(({ orderNumber, status }) => told.get(orderNumber) !== status);
    const known = changed.filter(({ orderNumber }) => told.has(orderNumber));
    const fresh = changed.filter(({ orderNumber }) => !told.has(orderNumber)).toSorted(paidAndOldFirst);
    await this.#inParts(known, { numberOf, tell: (order) => this.#tell(order) });
    [this.#queue, this.#waiting] = [fresh, fresh];
    await this.takeInWaiting();
  }

  /** One whose workflow runs already is not read for this. */
  async #takeIn(order: SeenOrder): Promise<void> {
    const { unread } = this.#parts.deps;
    unread.begin(order.orderNumber);
    let isStarted = false;
    try {
      isStarted = (await this.#tell(order)) === 'started';
    } finally {
      if (!isStarted) unread.end(order.orderNumber);
    }
  }

  async #tell(order: SeenOrder): Promise<'started' | 'told' | 'ended'> {
    const { deps } = this.#parts;
    const { orderNumber, status } = order;
    const { told, ended } = this.#state;
    const end = await deps.desk.orderSeen(order);
    if (end === 'started') this.started += 1;
    if (end !== 'ended') ended.delete(orderNumber);
    else if (!ended.has(orderNumber)) ended.set(orderNumber, this.#now());
    told.set(orderNumber, status);
    return end;
  }

  /** An order beyond the end of a cut list has not left it. */
  async #reportGone({ orders, unreadable, cutAfter }: ListedOrders): Promise<void> {
    if (cutAfter !== null) return;
    const { told, ended } = this.#state;
    const gone = [...told.keys()].filter((orderNumber) => !orders.has(orderNumber) && !unreadable.has(orderNumber));
    const tell = async (orderNumber: string): Promise<void> => {
      if (!ended.has(orderNumber)) await this.#parts.deps.desk.orderGone(orderNumber);
      told.delete(orderNumber);
      ended.delete(orderNumber);
    };
    await this.#inParts(gone, { numberOf: String, tell });
  }

  /** Returns what found no room. */
  async #inParts<Item>(items: readonly Item[], telling: Telling<Item>): Promise<readonly Item[]> {
    const { numberOf, tell, room = unlimited } = telling;
    for (let from = 0, size = 0; from < items.length; from += size) {
      size = Math.min(reportsAtOnce, room());
      if (size === 0) return items.slice(from);
      const part = items.slice(from, from + size);
      const sinceMs = this.#now();
      const ends = await Promise.allSettled(part.map(tell));
      ends.forEach((end, index) => {
        const item = part[index];
        if (end.status === 'rejected' && item !== undefined) this.#untold.set(numberOf(item), textOf(end.reason));
      });
      await this.#beat();
      if (from + size < items.length) await this.#rest(this.#now() - sinceMs);
    }
    return [];
  }

  /** A flood takes half of what the process and Temporal have: it rests for as long as each of its parts took. */
  async #rest(tookMs: number): Promise<void> {
    if (tookMs > 0) await pauseFor(Math.min(tookMs, maxRestMs), this.progress(null), this.#parts.deps);
  }

  /** Orders do not wait for facts that are only displayed. */
  async #readBusiness(): Promise<void> {
    const nowMs = this.#now();
    if (nowMs - this.#business.atMs < businessIntervalMs) return;
    try {
      this.#business = {
        status: await this.#parts.deps.marketplace.account.business({ priority: 'market' }),
        atMs: nowMs,
      };
    } catch (error) {
      if (!(error instanceof MarketplaceFailure)) throw error;
      this.#business = { status: `not read: ${error.message}`.slice(0, 100), atMs: nowMs };
    }
  }

  /** A report that cannot be sent is sent after the next look. That orders will be late waits for none. */
  async #report(listed: ListedOrders): Promise<void> {
    const nowMs = this.#now();
    const report = await makeReport(this.#parts.deps, {
      listed,
      atMs: nowMs,
      started: this.started,
      businessStatus: this.#business.status,
      ended: this.#state.ended,
      untold: this.#untold,
      waiting: this.#waiting,
    });
    this.#lastReport = report;
    const text = JSON.stringify({ ...report, atMs: null });
    const isLate = report.late !== undefined;
    const isDue = (isLate && !this.#reported.isLate) || nowMs - this.#reported.atMs >= reportIntervalMs;
    if (text === this.#reported.text || !isDue) return;
    try {
      await this.#parts.deps.desk.reportIntake(report);
      this.#reported = { atMs: nowMs, text, isLate };
    } catch (error) {
      this.#untold.set('the desk', textOf(error));
    }
  }
}

const numberOf = ({ orderNumber }: SeenOrder): string => orderNumber;
const unlimited = (): number => Number.POSITIVE_INFINITY;

/** Who has paid waits for the coin; of those, who came first has the least time left. */
function paidAndOldFirst(left: SeenOrder, right: SeenOrder): number {
  const [paid, other] = [left, right].map(({ status }) => status === OrderStatus.PAID);
  if (paid !== other) return paid === true ? -1 : 1;
  return left.createdAtMs - right.createdAtMs || left.orderNumber.localeCompare(right.orderNumber);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : 'a failure without words';
}
