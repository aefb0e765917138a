import { barredPart } from '../../activities/money/barred-order.ts';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import { isTerminal } from '../../domain/orders/order-status.ts';
import {
  maxLines,
  shownPart,
  type CounterpartyRecord,
  type OrderBrief,
  type OrderSheet,
  type Part,
  type SheetBlock,
  type SheetChat,
} from '../../domain/sheet/order-sheet.ts';
import { orderBrief, sheetOrder, type OrderInFull } from '../../domain/sheet/sheet-facts.ts';
import { SharedRead } from '../../market/shared-read.ts';
import { inFull, known, mapped, NotRead, type Timed, type WindowReads } from './window-reads.ts';
import type { ListedOrders } from '../../marketplace/marketplace.ts';
import { paymentsBeside, releasedSince } from '../../activities/money/payment-evidence.ts';
import { sheetPayments } from '../../domain/sheet/judged-payments.ts';
import { personSight } from './person-sight.ts';

/** Who looks twice, or with others, causes one read. */
const freshMs = 3_000;
/** Method and name of a list change once in the life of an order. */
const briefMs = 60_000;
/** Who pays one order may pay another one that was just made. */
const runningMs = 10_000;
/** What the service warns of changes with its texts. */
const tipsMs = 300_000;
/** Of these the last reads are kept. */
const keptOrders = 200;

type SheetParts = Pick<
  ActivityDependencies,
  'account' | 'marketplace' | 'guard' | 'register' | 'evidenceKeys' | 'clock'
>;

/**
 * Reads what a person looks at of the orders of an account: with its client and its budget, after everything that the desk
 * itself asks, each part by itself. Nothing of it is kept beyond a moment, or leaves but to who asks.
 */
export class OrderSheets {
  readonly #parts: SheetParts;
  readonly #reads: WindowReads;
  readonly #orders: SharedRead<Timed<OrderInFull>>;
  readonly #records: SharedRead<Timed<CounterpartyRecord>>;
  readonly #chats: SharedRead<Timed<SheetChat>>;
  readonly #tips: SharedRead<Timed<string[]>>;
  readonly #running: SharedRead<Timed<ListedOrders>>;
  /** Those that were looked at, the latest last. */
  readonly #looked = new Set<string>();

  constructor(parts: SheetParts, reads: WindowReads) {
    this.#parts = parts;
    this.#reads = reads;
    const { clock } = parts;
    const { orders } = parts.marketplace;
    this.#orders = new SharedRead((number) => reads.read((turn) => inFull(parts, number, turn)), clock);
    this.#records = new SharedRead((number) => reads.read((turn) => orders.counterparty(number, turn)), clock);
    this.#chats = new SharedRead(
      (number) => reads.read((turn) => orders.lastMessages(number, { ...turn, rows: maxLines })),
      clock,
    );
    this.#tips = new SharedRead((number) => this.#readTips(number), clock);
    const onPage = async (): Promise<void> => undefined;
    this.#running = new SharedRead(() => reads.read((turn) => orders.listRunning({ ...turn, onPage })), clock);
  }

  /** Returns what is known of an order, a few seconds old at most. Never rejects. */
  async sheet(orderNumber: string): Promise<OrderSheet> {
    this.#keep(orderNumber);
    const nowMs = this.#parts.clock.now();
    const [order, record, chat] = await Promise.all([
      known(() => this.#orders.get(orderNumber, freshMs)),
      known(() => this.#records.get(orderNumber, freshMs)),
      known(() => this.#chats.get(orderNumber, freshMs)),
    ]);
    const [block, person, payments, tips] = await Promise.all([
      this.#block(order),
      this.#person(order),
      this.#payments(order),
      this.#tipsOf(order, orderNumber),
    ]);
    const times = [order, record, chat].map((part) => ('known' in part ? part.known.atMs : nowMs));
    return {
      account: this.#parts.account,
      orderNumber,
      readAtMs: Math.min(...times),
      order: mapped(order, ({ value }) => sheetOrder(value)),
      record: mapped(record, ({ value }) => value),
      payments,
      block,
      person,
      chat: mapped(chat, ({ value }) => value),
      tips,
    };
  }

  /** Returns what a list shows of an order; it may be a minute old. Never rejects. */
  async brief(orderNumber: string): Promise<OrderBrief> {
    this.#keep(orderNumber);
    const order = await known(() => this.#orders.get(orderNumber, briefMs));
    if (!('known' in order)) return order;
    // What else a list shows is worth more than a register that is silent.
    const assigned = await known(() => this.#reads.inTime(this.#parts.register.assignedTo(orderNumber)));
    return orderBrief(order.known.value, 'known' in assigned ? assigned.known : null);
  }

  async #block(order: Part<Timed<OrderInFull>>): Promise<Part<SheetBlock>> {
    if (!('known' in order)) return { missing: { code: 'needs-order' } };
    const facts: OrderFacts = order.known.value.order;
    if (isTerminal(facts.status)) return { missing: { code: 'over' } };
    return await known(async (): Promise<SheetBlock> => {
      const { barredBy } = await this.#reads.inTime(barredPart(this.#parts, facts));
      if (barredBy === undefined) throw new NotRead({ code: 'register' });
      if (barredBy === null) return { kind: 'clear' };
      if (barredBy.kind === 'unknown') return barredBy;
      const { by, note } = barredBy;
      return { kind: 'blocked', by: shownPart(by), note: note === null ? null : shownPart(note) };
    });
  }

  async #person(order: Part<Timed<OrderInFull>>): Promise<OrderSheet['person']> {
    if (!('known' in order)) return { missing: { code: 'needs-order' } };
    return await known(() => this.#reads.inTime(personSight(this.#parts.register, order.known.value.order)));
  }

  /** Their register is the worker's own: a window that looks at payments makes no call where there is none. */
  async #payments(order: Part<Timed<OrderInFull>>): Promise<OrderSheet['payments']> {
    if (!('known' in order)) return { missing: { code: 'needs-order' } };
    const { value } = order.known;
    if (isTerminal(value.order.status)) return { missing: { code: 'over' } };
    if (value.order.side === 'BUY') return { known: { seen: [], more: 0 } };
    const { account, register, evidenceKeys, clock } = this.#parts;
    const running = async (): Promise<ListedOrders> => (await this.#running.get('', runningMs)).value;
    const full = async (number: string): Promise<OrderInFull> => (await this.#orders.get(number, briefMs)).value;
    const released = async (sinceMs: number) =>
      (await this.#reads.read(() => releasedSince(this.#parts, sinceMs))).value;
    const parts = { account, register, evidenceKeys, running, inFull: full, released, nowMs: clock.now() };
    return await known(async () => sheetPayments(await this.#reads.inTime(paymentsBeside(parts, value.order))));
  }

  async #tipsOf(order: Part<Timed<OrderInFull>>, orderNumber: string): Promise<OrderSheet['tips']> {
    if (!('known' in order)) return { missing: { code: 'needs-order' } };
    const tips = await known(() => this.#tips.get(orderNumber, tipsMs));
    return mapped(tips, ({ value }) => value.slice(0, maxLines).map(shownPart));
  }

  /** The order is known by then: it waits for no turn within its own. */
  async #readTips(orderNumber: string): Promise<Timed<string[]>> {
    const { fiat } = (await this.#orders.get(orderNumber, briefMs)).value.order;
    return await this.#reads.read((turn) => this.#parts.marketplace.orders.riskTips({ fiat, orderNumber }, turn));
  }

  /** Forgets the oldest ones: a worker runs for months. */
  #keep(orderNumber: string): void {
    this.#looked.delete(orderNumber);
    this.#looked.add(orderNumber);
    const [oldest] = this.#looked;
    if (this.#looked.size <= keptOrders || oldest === undefined) return;
    this.#looked.delete(oldest);
    for (const read of [this.#orders, this.#records, this.#chats, this.#tips]) read.forget(oldest);
  }
}
