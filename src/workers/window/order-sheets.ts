import PQueue from 'p-queue';
import { barredPart } from '../../activities/money/barred-order.ts';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import { MarketplaceFailure } from '../../domain/failures/marketplace-failure.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import { isTerminal } from '../../domain/orders/order-status.ts';
import type { Turn } from '../../domain/sending.ts';
import {
  maxLines,
  shownPart,
  type CounterpartyRecord,
  type Missing,
  type OrderBrief,
  type OrderSheet,
  type Part,
  type SheetBlock,
  type SheetChat,
} from '../../domain/sheet/order-sheet.ts';
import { orderBrief, sheetOrder, type OrderInFull } from '../../domain/sheet/sheet-facts.ts';
import { SharedRead } from '../../market/shared-read.ts';
import type { ListedOrders } from '../../marketplace/marketplace.ts';
import { RegisterSilent } from '../../register/register.ts';
import { paymentSight } from './payment-sight.ts';

/** Who looks twice, or with others, causes one read. */
const freshMs = 3_000;
/** Method and name of a list change once in the life of an order. */
const briefMs = 60_000;
/** Who pays one order may pay another one that was just made. */
const runningMs = 10_000;
/** What the service warns of changes with its texts. */
const tipsMs = 300_000;
/** What a service that hangs keeps a person waiting for; warnings are read after their order, within what a command waits. */
const limitMs = 4_000;
/** A list of orders must not take the turns of the market's reads. */
const readsAtOnce = 4;
/** Of these the last reads are kept. */
const keptOrders = 200;

/** What a read found, and when it began. */
interface Timed<T> {
  value: T;
  atMs: number;
}

/** Why a read did not happen, as a person reads it. */
class NotRead extends Error {
  override readonly name = 'NotRead';
  readonly missing: Missing;

  constructor(missing: Missing) {
    super(missing.code);
    this.missing = missing;
  }
}

type SheetParts = Pick<ActivityDependencies, 'account' | 'marketplace' | 'guard' | 'register' | 'clock' | 'stopping'>;

/**
 * Reads what a person looks at of the orders of an account: with its client and its budget, after everything that the desk
 * itself asks, each part by itself. Nothing of it is kept beyond a moment, or leaves but to who asks.
 */
export class OrderSheets {
  readonly #parts: SheetParts;
  readonly #limitMs: number;
  readonly #turns = new PQueue({ concurrency: readsAtOnce });
  readonly #orders: SharedRead<Timed<OrderInFull>>;
  readonly #records: SharedRead<Timed<CounterpartyRecord>>;
  readonly #chats: SharedRead<Timed<SheetChat>>;
  readonly #tips: SharedRead<Timed<string[]>>;
  readonly #running: SharedRead<Timed<ListedOrders>>;
  /** Those that were looked at, the latest last. */
  readonly #looked = new Set<string>();

  /** `ofRead`: how long a person waits for a read. */
  constructor(parts: SheetParts, ofRead = limitMs) {
    this.#parts = parts;
    this.#limitMs = ofRead;
    const { clock } = parts;
    const { orders } = parts.marketplace;
    this.#orders = new SharedRead((number) => this.#read((turn) => inFull(parts, number, turn)), clock);
    this.#records = new SharedRead((number) => this.#read((turn) => orders.counterparty(number, turn)), clock);
    this.#chats = new SharedRead((number) => this.#read((turn) => orders.lastMessages(number, turn)), clock);
    this.#tips = new SharedRead((number) => this.#readTips(number), clock);
    const onPage = async (): Promise<void> => undefined;
    this.#running = new SharedRead(() => this.#read((turn) => orders.listRunning({ ...turn, onPage })), clock);
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
    const [block, payments, tips] = await Promise.all([
      this.#block(order),
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
      chat: mapped(chat, ({ value }) => value),
      tips,
    };
  }

  /** Returns what a list shows of an order; it may be a minute old. Never rejects. */
  async brief(orderNumber: string): Promise<OrderBrief> {
    this.#keep(orderNumber);
    const order = await known(() => this.#orders.get(orderNumber, briefMs));
    return 'known' in order ? orderBrief(sheetOrder(order.known.value)) : order;
  }

  async #block(order: Part<Timed<OrderInFull>>): Promise<Part<SheetBlock>> {
    if (!('known' in order)) return { missing: { code: 'needs-order' } };
    const facts: OrderFacts = order.known.value.order;
    if (isTerminal(facts.status)) return { missing: { code: 'over' } };
    return await known(async (): Promise<SheetBlock> => {
      const { barredBy } = await this.#inTime(barredPart(this.#parts, facts));
      if (barredBy === undefined) throw new NotRead({ code: 'register' });
      if (barredBy === null) return { kind: 'clear' };
      if (barredBy.kind === 'unknown') return barredBy;
      const { by, note } = barredBy;
      return { kind: 'blocked', by: shownPart(by), note: note === null ? null : shownPart(note) };
    });
  }

  /** Their register is the worker's own: a window that looks at payments makes no call where there is none. */
  async #payments(order: Part<Timed<OrderInFull>>): Promise<OrderSheet['payments']> {
    if (!('known' in order)) return { missing: { code: 'needs-order' } };
    const { value } = order.known;
    if (isTerminal(value.order.status)) return { missing: { code: 'over' } };
    const { account, register, clock } = this.#parts;
    const running = async (): Promise<ListedOrders> => (await this.#running.get('', runningMs)).value;
    const inFull = async (number: string): Promise<OrderInFull> => (await this.#orders.get(number, briefMs)).value;
    const parts = { account, register, running, inFull, nowMs: clock.now() };
    return await known(() => this.#inTime(paymentSight(parts, value)));
  }

  async #tipsOf(order: Part<Timed<OrderInFull>>, orderNumber: string): Promise<OrderSheet['tips']> {
    if (!('known' in order)) return { missing: { code: 'needs-order' } };
    const tips = await known(() => this.#tips.get(orderNumber, tipsMs));
    return mapped(tips, ({ value }) => value.slice(0, maxLines).map(shownPart));
  }

  /** The order is known by then: it waits for no turn within its own. */
  async #readTips(orderNumber: string): Promise<Timed<string[]>> {
    const { fiat } = (await this.#orders.get(orderNumber, briefMs)).value.order;
    return await this.#read((turn) => this.#parts.marketplace.orders.riskTips({ fiat, orderNumber }, turn));
  }

  /** One call, when the turn has come; whatever waits for longer than a person does is not made at all. */
  #read<T>(call: (turn: Turn) => Promise<T>): Promise<Timed<T>> {
    const { clock, marketplace, stopping } = this.#parts;
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(this.#limitMs)]);
    const begun = this.#turns.add(async () => {
      if (signal.aborted) throw new NotRead({ code: 'ended' });
      const atMs = clock.now();
      const { banUntilMs } = marketplace.account.rests();
      if (banUntilMs !== null && banUntilMs > atMs) throw new NotRead({ code: 'ban', untilMs: banUntilMs });
      return { value: await call({ priority: 'market', signal }), atMs };
    });
    return this.#inTime(begun, signal);
  }

  /** Rejects when the signal aborts first, whatever becomes of the work. */
  async #inTime<T>(work: Promise<T>, signal = AbortSignal.timeout(this.#limitMs)): Promise<T> {
    const late = Promise.withResolvers<never>();
    const give = (): void => late.reject(new NotRead(this.#lateness()));
    signal.addEventListener('abort', give, { once: true });
    try {
      return await Promise.race([work, late.promise]);
    } finally {
      signal.removeEventListener('abort', give);
    }
  }

  #lateness(): Missing {
    return this.#parts.stopping.aborted ? { code: 'ended' } : { code: 'silent', afterMs: this.#limitMs };
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

/** An answer may be about another order (seen live). */
async function inFull({ marketplace }: SheetParts, orderNumber: string, turn: Turn): Promise<OrderInFull> {
  const read = await marketplace.orders.readInFull(orderNumber, turn);
  if (read.order.orderNumber !== orderNumber) throw new NotRead({ code: 'other-order' });
  return read;
}

async function known<T>(read: () => Promise<T>): Promise<Part<T>> {
  try {
    return { known: await read() };
  } catch (error) {
    return { missing: missingBy(error) };
  }
}

function missingBy(error: unknown): Missing {
  if (error instanceof NotRead) return error.missing;
  if (error instanceof RegisterSilent) return { code: 'register' };
  const { category, code, message } =
    error instanceof MarketplaceFailure ? error : { category: 'UNKNOWN', code: null, message: nameOf(error) };
  return {
    code: 'unread',
    category: shownPart(category),
    answer: code === null ? null : shownPart(code),
    message: shownPart(message),
  };
}

/** Its text could say anything. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'no reason');

const mapped = <From, To>(part: Part<From>, map: (value: From) => To): Part<To> =>
  'known' in part ? { known: map(part.known) } : part;
