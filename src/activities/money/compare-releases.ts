/** The releases that the service shows are compared with those that the register knows. */
import type { MarketplaceFailure } from '../../domain/failures/marketplace-failure.ts';
import { unreadOrder, unwholeOrders } from '../../marketplace/doubts.ts';
import type { KnownReleases, ReleaseList } from '../../marketplace/marketplace.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readBegan } from './order-stand.ts';

type Parts = Pick<ActivityDependencies, 'marketplace' | 'register' | 'clock'>;

/**
 * How long before what is known an order that was released since can have been made: the list is one of creation times. A
 * payment takes hours at most; an appeal takes days, and no page of the service bounds it: a week for it, and a day.
 */
export const orderLifeMs = 8 * 24 * 3_600_000;

/** The service counts more than it lists: for so long it is taken to be at fault, and after that to count wrongly. */
const shortForMs = 600_000;

/** How many are compared in one transaction of the register, for which others wait. */
const comparedAtOnce = 200;

/** A comparison that was begun: what it has read so far is kept. */
interface Begun extends KnownReleases {
  readonly beganAtMs: number;
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
    const list = await deps.marketplace.orders.listReleased(begun);
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
function brokenBy({ items, odd, rest, seen }: ReleaseList, before: number): MarketplaceFailure | null {
  // Its next page has shown nothing but rows of the pages before: more than a page has come on top of them meanwhile.
  if (items.length < before) return unwholeOrders('the list of releases has moved while it was read');
  // A list that shows no row of those it counts is only below its count: `tooShort` judges it.
  const nameless = odd.find((row) => row.subject === null && (row !== rest || seen > 0));
  return nameless === undefined ? null : unreadOrder(nameless);
}

interface Ended {
  readonly before: Short | null;
  readonly nowMs: number;
}

/** Returns by what a list is below the service's count, and since when it is so; null: it is not. */
function shortOf({ seen, told }: ReleaseList, { before, nowMs }: Ended): Short | null {
  if (told === null || told <= seen) return null;
  return before?.seen === seen && before.told === told ? before : { seen, told, sinceMs: nowMs };
}

function tooShort({ seen, told, sinceMs }: Short, nowMs: number): MarketplaceFailure | null {
  return nowMs - sinceMs < shortForMs ? unwholeOrders(`the list of releases ends after ${seen} of ${told}`) : null;
}

async function begin({ register, clock }: Parts): Promise<Begun> {
  const sinceMs = await register.comparedSinceMs(orderLifeMs);
  return { sinceMs, beganAtMs: clock.now(), pages: [], released: new Set() };
}

async function compared({ register }: Parts, numbers: readonly string[]): Promise<string[]> {
  let unknown = await register.compareReleases(numbers.slice(0, comparedAtOnce));
  for (let from = comparedAtOnce; from < numbers.length; from += comparedAtOnce)
    unknown = await register.compareReleases(numbers.slice(from, from + comparedAtOnce));
  return unknown;
}
