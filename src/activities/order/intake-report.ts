import type { IntakeReport, NamedOrder } from '../../workflows/contract/desk-contract.ts';
import { lateOrders } from '../../domain/orders/intake/late-orders.ts';
import type { OddRow } from '../../domain/odd-row.ts';
import { oddName } from '../../marketplace/doubts.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { unlessSilent } from '../money/order-stand.ts';
import type { ListedOrders, SeenOrder } from '../ports/desk-port.ts';

/** The list lags: an order that it still shows although its workflow has completed counts as lost only after this. */
const endedGraceMs = 20_000;
const guardTtlMs = 30_000;
/** A report names at most so many, as its contract allows. */
const maxNamed = 20;
const maxWhy = 500;

/** What a look of the intake has found. */
interface IntakeFindings {
  listed: ListedOrders;
  atMs: number;
  started: number;
  businessStatus: string | null;
  /** Orders with a completed workflow, and since when this is known. */
  ended: ReadonlyMap<string, number>;
  untold: ReadonlyMap<string, string>;
  /** What waits for a place, the next one first. */
  waiting: readonly SeenOrder[];
}

/** Returns the report of a look, with what the guard and the address say at this time. */
export async function makeReport(deps: ActivityDependencies, found: IntakeFindings): Promise<IntakeReport> {
  const { guard, marketplace, register, sharedWith, ownAds } = deps;
  const { atMs, started, businessStatus, untold, waiting } = found;
  const { orders, unreadable, cutAfter } = found.listed;
  const kept = await guard.look(guardTtlMs);
  // A register that is silent is said of each order.
  const unknown = (await unlessSilent(() => register.unexplainedReleases())) ?? [];
  const { banUntilMs, breakerOpenUntilMs } = marketplace.account.rests();
  return {
    atMs,
    running: orders.size,
    started,
    businessStatus,
    unreadable: named(unreadable),
    ...(ownAds.odd.length === 0 ? {} : { unreadableAds: namedAds(ownAds.odd) }),
    uncarried: named(uncarried(found)),
    untold: named(untold),
    ...waitingPart(deps, waiting, atMs),
    cutAfter,
    guard: kept === null ? null : { switches: kept.switches, rules: kept.rules },
    ...(sharedWith().length === 0 ? {} : { sharedWith: [...sharedWith()] }),
    ...(unknown.length === 0 ? {} : { unknownReleases: unknown.slice(0, maxNamed) }),
    egress: { banUntilMs: later(banUntilMs, atMs), breakerOpenUntilMs: later(breakerOpenUntilMs, atMs) },
  };
}

/** At the pace of the account's budget: which orders will be late is said while a person can still look at them. */
function waitingPart(
  { settings }: ActivityDependencies,
  waiting: readonly SeenOrder[],
  nowMs: number,
): Pick<IntakeReport, 'waiting' | 'late'> {
  if (waiting.length === 0) return {};
  const late = lateOrders(waiting, { nowMs, callsPerSecond: settings.accountRequestsPerSecond });
  if (late.length === 0) return { waiting: waiting.length };
  const orderNumbers = late.slice(0, maxNamed).map(({ orderNumber }) => orderNumber);
  return { waiting: waiting.length, late: { count: late.length, orderNumbers } };
}

function uncarried({ listed: { orders }, ended, atMs }: IntakeFindings): Map<string, string> {
  const lost = [...ended].filter(([number, sinceMs]) => orders.has(number) && atMs - sinceMs >= endedGraceMs);
  const why = (number: string): string =>
    `its workflow has ended as done; the service lists it as ${orders.get(number)?.status}`;
  return new Map(lost.map(([number]) => [number, why(number)]));
}

function named(reasons: ReadonlyMap<string, string>): NamedOrder[] {
  return [...reasons].slice(0, maxNamed).map(([orderNumber, why]) => ({ orderNumber, why: why.slice(0, maxWhy) }));
}

function namedAds(odd: readonly OddRow[]): NonNullable<IntakeReport['unreadableAds']> {
  return odd.slice(0, maxNamed).map((row) => ({ adNumber: oddName(row), why: row.why.slice(0, maxWhy) }));
}

function later(untilMs: number | null, nowMs: number): number | null {
  return untilMs !== null && untilMs > nowMs ? untilMs : null;
}
