/** The releases that the service shows are compared with those that the register knows. */
import { OrderStatus, orderStatusFromWire } from '../../domain/orders/order-status.ts';
import type { MarketplaceFailure } from '../../domain/failures/marketplace-failure.ts';
import { ExchangeError, oddRowError, readList, type Page, type WholeList } from '../../exchange/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readBegan } from './order-stand.ts';

type Parts = Pick<ActivityDependencies, 'exchange' | 'register' | 'clock' | 'settings'>;

/**
 * How long before what is known an order that was released since can have been made: the list is one of creation times. A
 * payment takes hours at most; an appeal takes days, and no page of the service bounds it: a week for it, and a day.
 */
export const orderLifeMs = 8 * 24 * 3_600_000;

/** As the list filters it (wire-facts 16): releasing, which no one can stop any more, and completed. */
const releasedStatuses = [3, 4] as const;

/** 20,000 releases where a page has 20. A longer list has a broken end. */
const maxPages = 1_000;

/** The service counts more than it lists: for so long it is taken to be at fault, and after that to count wrongly. */
const shortForMs = 600_000;

/** How many are compared in one transaction of the register, for which others wait. */
const comparedAtOnce = 200;

/** A comparison that was begun: what it has read so far is kept. */
interface Begun {
  readonly sinceMs: number;
  readonly beganAtMs: number;
  /** As they were answered, with the numbers alone. */
  readonly pages: Page<string>[];
  /** What any of them has shown as released, also one that was asked for again. */
  readonly released: Set<string>;
}

/** A list that has ended below the service's own count. */
interface Short {
  readonly seen: number;
  readonly told: number;
  readonly sinceMs: number;
}

/**
 * Returns a comparison of the releases that the service shows with the rows: it returns those that no row knows. They are
 * the sign of a register that is an older copy, or of a release in the app while no worker ran. It rejects where the list
 * does not answer, or was not read whole; called again, it goes on where it stopped. An order that cannot be read is one of the
 * releases that were asked for; without its number nothing is compared to the end.
 */
export function comparisonOfReleases(deps: Parts): () => Promise<string[]> {
  let begun: Begun | null = null;
  let short: Short | null = null;
  return async () => {
    begun ??= await begin(deps);
    const { beganAtMs, released, pages } = begun;
    const before = new Set(pages.flatMap(({ items }) => items)).size;
    const list = await readPages(deps, begun);
    const unknown = await compared(deps, [...released]);
    short = shortOf(list, { before: short, nowMs: deps.clock.now() });
    const failure = brokenBy(list, before) ?? (short === null ? null : tooShort(short, deps.clock.now()));
    if (failure === null) {
      await deps.register.noteCompared(readBegan(deps, beganAtMs));
      return unknown;
    }
    // The list is asked for once more: its rows may be readable by then, and its end may show.
    begun = null;
    throw failure;
  };
}

/** Returns why a list that has ended is not the whole one; null: nothing says so. `before`: what was listed when it was left. */
function brokenBy({ items, odd, rest, seen }: WholeList<string>, before: number): MarketplaceFailure | null {
  // Its next page has shown nothing but rows of the pages before: more than a page has come on top of them meanwhile.
  if (items.length < before) return unwhole('the list of releases has moved while it was read');
  // A list that shows no row of those it counts is only below its count: `tooShort` judges it.
  const nameless = odd.find((row) => row.subject === null && (row !== rest || seen > 0));
  return nameless === undefined ? null : oddRowError('listOrders', nameless);
}

interface Ended {
  readonly before: Short | null;
  readonly nowMs: number;
}

/** Returns by what a list is below the service's count, and since when it is so; null: it is not. */
function shortOf({ seen, told }: WholeList<string>, { before, nowMs }: Ended): Short | null {
  if (told === null || told <= seen) return null;
  return before?.seen === seen && before.told === told ? before : { seen, told, sinceMs: nowMs };
}

function tooShort({ seen, told, sinceMs }: Short, nowMs: number): MarketplaceFailure | null {
  return nowMs - sinceMs < shortForMs ? unwhole(`the list of releases ends after ${seen} of ${told}`) : null;
}

async function begin({ register, clock }: Parts): Promise<Begun> {
  const sinceMs = await register.comparedSinceMs(orderLifeMs);
  return { sinceMs, beganAtMs: clock.now(), pages: [], released: new Set() };
}

/**
 * Reads the list to its end, on from the last page that was answered: that one once more, since rows may have moved up
 * meanwhile. Rows that moved down are seen twice.
 */
function readPages({ exchange, settings }: Parts, { sinceMs, pages, released }: Begun): Promise<WholeList<string>> {
  const filter = { tradeType: 'SELL', orderStatusList: [...releasedStatuses], startDate: sinceMs } as const;
  const ask = async (page: number, rows: number): Promise<Page<string>> => {
    const { items, odd, total } = await exchange.orders.listOrders({ page, rows, ...filter }, { priority: 'order' });
    for (const { orderStatus, createTime, orderNumber } of items)
      if (isReleased(orderStatus) && createTime >= sinceMs) released.add(orderNumber);
    for (const { subject } of odd) if (subject !== null) released.add(subject);
    const answer = { items: items.map(({ orderNumber }) => orderNumber), odd, total };
    pages.push(answer);
    return answer;
  };
  pages.pop();
  return readList({
    ask: async (page, rows) => pages[page - 1] ?? (await ask(page, rows)),
    rows: settings.orderRows,
    maxPages,
    numberOf: (orderNumber) => orderNumber,
  });
}

function unwhole(message: string): MarketplaceFailure {
  return new ExchangeError({ message, endpoint: 'listOrders', sent: 'yes', httpStatus: 200 });
}

async function compared({ register }: Parts, numbers: readonly string[]): Promise<string[]> {
  let unknown = await register.compareReleases(numbers.slice(0, comparedAtOnce));
  for (let from = comparedAtOnce; from < numbers.length; from += comparedAtOnce)
    unknown = await register.compareReleases(numbers.slice(from, from + comparedAtOnce));
  return unknown;
}

/** One whose status is not known was asked for as a release. */
function isReleased(wire: number | string): boolean {
  const status = orderStatusFromWire(wire);
  return status === null || status === OrderStatus.COMPLETED || status === OrderStatus.RELEASING;
}
