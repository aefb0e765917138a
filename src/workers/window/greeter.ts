import { blockedPart } from '../../activities/money/barred-order.ts';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import type { ListedOrders } from '../../activities/ports/desk-port.ts';
import {
  greetingFor,
  greetingId,
  greetingState,
  type Greeting,
  type GreetingState,
} from '../../domain/greetings/greeting.ts';
import { isLately, seenOrders, type OrderSight, type OrderSights } from '../../domain/greetings/order-sight.ts';
import { engagedAs } from '../../domain/guard/guard-memory.ts';
import type { Mode } from '../../domain/mode.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import { isTerminal } from '../../domain/orders/order-status.ts';
import { settleMs, type NotSent, type Said } from '../../domain/sheet/chat-message.ts';
import type { OrderInFull } from '../../domain/sheet/sheet-facts.ts';
import type { OrderChats } from './order-chats.ts';

type GreeterParts = Pick<
  ActivityDependencies,
  'account' | 'clock' | 'guard' | 'register' | 'isIntentOnly' | 'onIntent' | 'report' | 'stopping'
> & {
  readonly greetings: readonly Greeting[];
  readonly chats: Pick<OrderChats, 'say'>;
  /** Of the desk now; rejects while it is not known, or the desk is stopped. */
  readonly mode: () => Promise<Mode>;
};

/** How old the guard's answer may be. */
const guardTtlMs = 2_000;
/** What could not be said is tried again so much later. */
const againMs = 15_000;

/** What may be said at an order now. */
interface Occasion {
  readonly orderNumber: string;
  readonly sight: OrderSight;
  readonly greeting: Greeting;
}

/** Nothing more is tried. */
const over = Number.POSITIVE_INFINITY;

/**
 * Says what the merchant's file has to say in a state of an order, as the desk's own look at the list shows it: once, one at a
 * time, after what people write. It knows what it has seen in its term alone; the chat is the memory of what was said.
 */
export class Greeter {
  readonly #parts: GreeterParts;
  #sights: OrderSights = new Map();
  /** By order and state: from when on it is tried again. */
  readonly #tries = new Map<string, number>();
  /** Orders of which an earlier term may have said something a moment ago; null: it has not looked yet. */
  #earlier: ReadonlySet<string> | null = null;
  readonly #settledAtMs: number;
  #isAtWork = false;

  constructor(parts: GreeterParts) {
    this.#parts = parts;
    this.#settledAtMs = parts.clock.now() + settleMs;
  }

  /** Takes a look at the list of running orders; resolves once what is due was said, unless that is under way. Never rejects. */
  async listed({ orders, unreadable, cutAfter }: ListedOrders): Promise<void> {
    const { greetings, clock } = this.#parts;
    if (greetings.length === 0) return;
    const hasLeft = (orderNumber: string): boolean => cutAfter === null && !unreadable.has(orderNumber);
    this.#sights = seenOrders(this.#sights, { orders: orders.values(), hasLeft, nowMs: clock.now() });
    this.#earlier ??= new Set(this.#sights.keys());
    for (const key of this.#tries.keys()) if (!this.#sights.has(key.split(' ')[0] ?? '')) this.#tries.delete(key);
    if (!this.#isAtWork) await this.#round();
  }

  async #round(): Promise<void> {
    this.#isAtWork = true;
    try {
      for (const orderNumber of this.#sights.keys()) await this.#greetAt(orderNumber);
    } finally {
      this.#isAtWork = false;
    }
  }

  async #greetAt(orderNumber: string): Promise<void> {
    const { stopping, clock } = this.#parts;
    for (const occasion of this.#occasions(orderNumber)) {
      if (stopping.aborted) return;
      const isOver = await this.#greet(occasion);
      this.#tries.set(keyOf(occasion), isOver ? over : clock.now() + againMs);
    }
  }

  /** An order that has left the list is completed or cancelled: its read says which. */
  #occasions(orderNumber: string): Occasion[] {
    const { greetings, clock } = this.#parts;
    const sight = this.#sights.get(orderNumber);
    const nowMs = clock.now();
    if (
      sight === undefined ||
      sight.wasInAppeal ||
      (nowMs < this.#settledAtMs && this.#earlier?.has(orderNumber) === true)
    )
      return [];
    const states = sight.status === null ? endStates : [greetingState(sight.status)];
    return states.flatMap((state): Occasion[] => {
      const greeting = state === null ? null : greetingFor(greetings, { ...sight, state });
      if (greeting === null) return [];
      const occasion = { orderNumber, sight, greeting };
      return (this.#tries.get(keyOf(occasion)) ?? 0) > nowMs ? [] : [occasion];
    });
  }

  /** Returns whether nothing more is to be tried. */
  async #greet(occasion: Occasion): Promise<boolean> {
    const { account, chats } = this.#parts;
    const { orderNumber, greeting } = occasion;
    const leave = await this.#leave(occasion).catch(() => 'later' as const);
    if (leave !== 'now') return leave === 'never';
    const id = greetingId({ account, orderNumber, state: greeting.state });
    const message = { id, text: null, greeting: greeting.name, triedAtMs: null, despiteAppeal: false };
    let hasEnded = false;
    const said = await chats.say(orderNumber, message, async (read) => {
      hasEnded = isTerminal(read.order.status);
      return await this.#bar(occasion, read).catch(() => bar('stopped'));
    });
    const isOver = isSettled(said, hasEnded);
    this.#report(occasion, { id, said, isOver });
    return isOver;
  }

  /** What desk and guard let leave: in shadow what would be said is recorded. */
  async #leave({ orderNumber, sight, greeting }: Occasion): Promise<'now' | 'later' | 'never'> {
    const { isIntentOnly, onIntent, mode, guard } = this.#parts;
    const kept = await guard.look(guardTtlMs);
    if (kept === null || engagedAs(kept.switches, 'all') !== null) return 'later';
    if (!isIntentOnly(await mode())) return 'now';
    const isNew = sight.status !== null && sight.sinceMs !== null;
    if (isNew) onIntent({ operation: 'say', subject: orderNumber, detail: { greeting: greeting.name } });
    return 'never';
  }

  /** A person who writes means it; what the desk says by itself has more to stop at. */
  async #bar({ sight, greeting }: Occasion, { order, appeal = null }: OrderInFull): Promise<NotSent | null> {
    if (appeal !== null) return { code: 'appeal' };
    if (greetingState(order.status) !== greeting.state) return bar('other-state');
    if (!isLately(greeting.state, { order, sinceMs: sight.sinceMs }, this.#parts.clock.now())) return bar('late');
    return await this.#barOfPerson(order);
  }

  /** An appeal that is over may be in the register alone. */
  async #barOfPerson(order: OrderFacts): Promise<NotSent | null> {
    const dealing = await this.#parts.register.dealingOf(order.orderNumber);
    if (dealing?.wasAppealed === true) return { code: 'appeal' };
    const { barredBy } = await blockedPart(this.#parts, order);
    if (barredBy === undefined) return bar('stopped');
    return barredBy === null ? null : bar('blocked');
  }

  /** Names the order, the greeting and the id, and not what it says. What is tried again, or was not new, is no news. */
  #report({ orderNumber, greeting }: Occasion, { id, said, isOver }: Outcome): void {
    if (said.outcome === 'not-sent' && (!isOver || isNoNews(said.why))) return;
    const message = `greeting ${greeting.name} at the order: message ${id}: ${outcomeText(said)}`;
    const level = said.outcome === 'sent' ? 'info' : 'warn';
    this.#parts.report({ event: 'chat', level, mode: null, message, orderNumber });
  }
}

interface Outcome {
  readonly id: string;
  readonly said: Said;
  readonly isOver: boolean;
}

const endStates: readonly GreetingState[] = ['completed', 'cancelled'];

const keyOf = ({ orderNumber, greeting }: Occasion): string => `${orderNumber} ${greeting.state}`;

type GreetingBar = Extract<NotSent, { code: 'greeting' }>['why'];
const bar = (why: GreetingBar): NotSent => ({ code: 'greeting', why });

function outcomeText(said: Said): string {
  if (said.outcome === 'sent') return said.before ? 'sent before' : 'sent';
  if (said.outcome === 'unknown') return said.outcome;
  return `${said.outcome} (${said.why.code === 'greeting' ? said.why.why : said.why.code})`;
}

const isNoNews = (why: NotSent): boolean =>
  why.code === 'greeting' && (why.why === 'late' || why.why === 'other-state');

/** `hasEnded`: the order has, by the read that it was judged by. */
function isSettled(said: Said, hasEnded: boolean): boolean {
  if (said.outcome === 'unknown') return said.why.code === 'beyond';
  if (said.outcome === 'sent') return true;
  switch (said.why.code) {
    case 'order':
    case 'no-socket':
    case 'offline':
      return false;
    case 'greeting':
      // The list may be newer than the read.
      return said.why.why !== 'stopped' && (said.why.why !== 'other-state' || hasEnded);
    default:
      return true;
  }
}
