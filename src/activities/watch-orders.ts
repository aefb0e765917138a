import type { OrderStatus } from '../domain/orders/order-status.ts';
import { ExchangeError, toOrderFacts } from '../exchange/index.ts';
import type { WireOrderRow } from '../exchange/index.ts';
import type { WatchOrdersInput, WatchOrdersVerdict } from './activity-contract.ts';
import { givenUp, watchTrouble } from './calls.ts';
import type { ActivityDependencies } from './dependencies.ts';
import type { SeenOrder } from './desk-port.ts';
import { pauseFor } from './pause.ts';
import { readBusinessStatus } from './watch-business.ts';

const rows = 20;
const mostPages = 50;
/** Running orders: waiting for payment, paid, in appeal by either numbering, being released (api-facts 16). */
const runningStatuses = [1, 2, 3, 5, 8];
const reportIntervalMs = 30_000;
const businessIntervalMs = 60_000;

/**
 * Makes the intake: every order that runs on the account gets its workflow, every change of status is told to it, and
 * an order that leaves the list is told to look for itself. The poll alone is enough; the chat socket only makes it
 * look sooner.
 */
export function createWatchOrders(deps: ActivityDependencies) {
  return async function watchOrders(input: WatchOrdersInput): Promise<WatchOrdersVerdict> {
    const intake = new Intake(deps, input);
    const bell = createBell();
    const close = deps.listen(() => bell.ring());
    try {
      return await run(deps, { intake, bell, endAtMs: deps.clock.now() + input.periodMs });
    } finally {
      close();
    }
  };
}

interface Bell {
  ring: () => void;
  /** Resolves at the next ring. */
  next: () => Promise<void>;
}

function createBell(): Bell {
  let waiting = Promise.withResolvers<void>();
  return {
    ring: () => {
      waiting.resolve();
      waiting = Promise.withResolvers<void>();
    },
    next: () => waiting.promise,
  };
}

interface Run {
  intake: Intake;
  bell: Bell;
  endAtMs: number;
}

async function run(deps: ActivityDependencies, { intake, bell, endAtMs }: Run): Promise<WatchOrdersVerdict> {
  let failures = 0;
  while (deps.clock.now() < endAtMs) {
    const rung = bell.next();
    const trouble = await intake.poll().then(
      () => null,
      (error: unknown) => error,
    );
    failures = trouble === null ? 0 : failures + 1;
    const waitMs = trouble === null ? deps.settings.orderPollIntervalMs : troubleWaitMs(deps, trouble, failures);
    const { stopping } = deps;
    await pauseFor(waitMs, intake.progress(trouble), trouble === null ? { stopping, wake: rung } : { stopping });
  }
  return { kind: 'period-over', polls: intake.polls, started: intake.started };
}

/**
 * Short troubles of the service are waited out here; one that lasts fails the activity for good, and the workflow shows
 * it. Any other trouble (the workflows cannot be told) is retried by the server.
 */
function troubleWaitMs(deps: ActivityDependencies, trouble: unknown, failures: number): number {
  if (!(trouble instanceof ExchangeError)) throw trouble;
  const { lasting, waitMs } = watchTrouble(deps, trouble, failures);
  if (lasting) throw givenUp(deps, trouble);
  return waitMs;
}

class Intake {
  readonly #deps: ActivityDependencies;
  readonly #input: WatchOrdersInput;
  /** Status by number; null: its workflow runs, and this intake has not seen it in the list yet. */
  #known: Map<string, OrderStatus | null> | null = null;
  #business: { status: string | null; atMs: number } = { status: null, atMs: Number.NEGATIVE_INFINITY };
  #reported = { atMs: Number.NEGATIVE_INFINITY, text: '' };
  /** Why, by number: rows of a kind that nobody knows yet. They must not keep the other orders from being taken in. */
  #unreadable = new Map<string, string>();
  polls = 0;
  started = 0;

  constructor(deps: ActivityDependencies, input: WatchOrdersInput) {
    this.#deps = deps;
    this.#input = input;
  }

  progress(trouble: unknown): Record<string, unknown> {
    const [unreadable = null] = this.#unreadable.values();
    const problem = trouble instanceof Error ? trouble.message : unreadable;
    return { polls: this.polls, running: this.#known?.size ?? 0, started: this.started, problem };
  }

  /** One look at the list; tells the workflows what changed since the last. */
  async poll(): Promise<void> {
    const known = await this.#readKnown();
    const running = await this.#readRunning();
    this.polls += 1;
    for (const order of running.values()) await this.#tell(known, order);
    const isListed = (orderNumber: string): boolean => running.has(orderNumber) || this.#unreadable.has(orderNumber);
    for (const orderNumber of [...known.keys()].filter((number) => !isListed(number))) {
      await this.#deps.desk.orderGone(orderNumber);
      known.delete(orderNumber);
    }
    await this.#readBusiness();
    await this.#report(known.size);
  }

  /** An order may have ended while no intake ran: at the start its workflow is known only because it still runs. */
  async #readKnown(): Promise<Map<string, OrderStatus | null>> {
    this.#known ??= new Map((await this.#deps.desk.runningOrders()).map((orderNumber) => [orderNumber, null]));
    return this.#known;
  }

  async #readRunning(): Promise<Map<string, SeenOrder>> {
    const seen = new Map<string, SeenOrder>();
    const unreadable = new Map<string, string>();
    for (let page = 1; page <= mostPages; page += 1) {
      const answer = await this.#deps.exchange.orders.listOrders(
        { page, rows, orderStatusList: runningStatuses },
        { priority: 'order' },
      );
      for (const row of answer.items) {
        const order = seenOrder(row);
        if (typeof order === 'string') unreadable.set(row.orderNumber, order);
        else seen.set(row.orderNumber, order);
      }
      if (answer.items.length < rows) break;
    }
    this.#unreadable = unreadable;
    return seen;
  }

  /** Told first, remembered after: a tell that fails is told again at the next poll. */
  async #tell(known: Map<string, OrderStatus | null>, order: SeenOrder): Promise<void> {
    if (known.get(order.orderNumber) === order.status) return;
    const end = await this.#deps.desk.orderSeen(order, this.#input.mode);
    if (end === 'started') this.started += 1;
    known.set(order.orderNumber, order.status);
  }

  async #readBusiness(): Promise<void> {
    const nowMs = this.#deps.clock.now();
    if (nowMs - this.#business.atMs < businessIntervalMs) return;
    this.#business = { status: await readBusinessStatus(this.#deps), atMs: nowMs };
  }

  async #report(running: number): Promise<void> {
    const nowMs = this.#deps.clock.now();
    const count = { running, started: this.started, businessStatus: this.#business.status };
    const text = JSON.stringify(count);
    if (text === this.#reported.text || nowMs - this.#reported.atMs < reportIntervalMs) return;
    await this.#deps.desk.reportIntake({ atMs: nowMs, ...count });
    this.#reported = { atMs: nowMs, text };
  }
}

/** Takes a row of the list and gives what its workflow is told, or why it cannot be read. */
function seenOrder(row: WireOrderRow): SeenOrder | string {
  try {
    const { orderNumber, side, asset, fiat, amount, price, status } = toOrderFacts(row);
    return { orderNumber, side, asset, fiat, amount, price, status };
  } catch (error) {
    if (error instanceof ExchangeError) return error.message;
    throw error;
  }
}
