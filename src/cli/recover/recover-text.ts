/** What a recovery has found, and how it ends, in lines. */
import type { StepRow } from '../../domain/register/step-row.ts';
import type { AccountSummary } from '../../register/operations/summary.ts';
import { waitWords } from '../../words/order-words.ts';
import { openText, restrictionField, stoppedFields } from '../register/register-text.ts';
import type { CarriedOrders } from './until-carried.ts';
import type { Found, Recovering } from './recovering.ts';

/** An account at the end of a recovery. */
export interface RecoveredDesk {
  readonly account: string;
  readonly carried: number;
  readonly missing: readonly string[];
  /** Rows of the list that cannot be read, and whether it is cut. */
  readonly odd: readonly string[];
  /** Orders that wait for a person, by what they wait for. */
  readonly waiting: Readonly<Record<string, number>>;
  readonly held: readonly string[];
  /** Calls that may have left and have no end. */
  readonly mayHaveLeft: readonly string[];
  /** Releases that the register does not know. */
  readonly unknownReleases: readonly string[];
  /** What stops money until a person has said something. */
  readonly stopped: readonly string[];
  readonly trouble: string | null;
  readonly seconds: number;
}

/** Returns what was found of an account, a line each. */
export function foundLines({ config, desk }: Recovering, { orders, known, isDeskRunning }: Found): string[] {
  const byStatus = counted(orders.items.map(({ side, status }) => `${side} ${status.toLowerCase()}`));
  return [
    `account ${config.account}: ${orders.items.length} open orders at the service${listOf(byStatus)}`,
    ...orders.odd.map(({ why }) => `  an order cannot be read: ${why}`),
    ...registerLines(known),
    `  ${deskText(desk, isDeskRunning)}`,
  ];
}

function registerLines({ holds, open, payments, entries, unexplained, isOtherTemporal }: AccountSummary): string[] {
  return [
    `  the register has ${holds.length} holds, ${payments} used payments, ${open.length} calls that may have left`,
    ...open.map((row) => `  may have left: ${openText(row)}`),
    ...entries.map(restrictionField).map(([name, value]) => `  ${name} ${value}`),
    ...(unexplained.length === 0 ? [] : [`  ${unexplained.length} releases that the register does not know`]),
    isOtherTemporal
      ? '  Temporal is another one than before, or has begun empty'
      : '  Temporal is the one that the register knows',
  ];
}

function deskText(desk: Recovering['desk'], isDeskRunning: boolean): string {
  if (isDeskRunning) return 'its desk runs';
  return desk === null ? 'the file wants no desk: no order is taken in' : `its desk is started, in mode ${desk.mode}`;
}

/** Returns what an account has at the end. */
export function recoveredDesk(
  { config }: Recovering,
  { orders, missing, odd, trouble }: CarriedOrders,
  { known, sinceMs }: { readonly known: AccountSummary | null; readonly sinceMs: number },
): RecoveredDesk {
  const asking = orders.filter(({ needsHuman, status }) => needsHuman && status === 'running');
  return {
    account: config.account,
    carried: orders.length,
    missing,
    odd,
    waiting: counted(asking.map(({ state }) => state ?? 'reading')),
    held: known?.holds.map(({ orderNumber }) => orderNumber) ?? [],
    mayHaveLeft: known?.open.map(leftText) ?? [],
    unknownReleases: known?.unexplained.map(({ orderNumber }) => orderNumber) ?? [],
    stopped: known === null ? [] : stoppedFields(known).map(([name, value]) => `${name} ${value}`),
    trouble,
    seconds: Math.round((performance.now() - sinceMs) / 1_000),
  };
}

/** A placement that no answer has named an order for was lost with its workflow. */
function leftText(row: StepRow): string {
  const isLost = row.step === 'place' && row.orderNumber === null;
  return `${openText(row)}${isLost ? '; `peerdesk order place` with the same request looks for its order, and places none twice' : ''}`;
}

/** Returns the end of an account, a line each. */
export function recoveredLines(desk: RecoveredDesk): string[] {
  const { account, carried, missing, odd, waiting, held, mayHaveLeft, stopped, trouble, seconds } = desk;
  return [
    `account ${account}: ${carried} of ${carried + missing.length} open orders are carried, after ${seconds} s`,
    ...missing.map((orderNumber) => `  NOT CARRIED ${orderNumber}`),
    ...odd.map((why) => `  not read, look in the app: ${why}`),
    ...(trouble === null ? [] : [`  trouble: ${trouble}`]),
    ...Object.entries(waiting).map(([code, count]) => `  ${count} wait for ${waitText(code)}`),
    ...(held.length === 0 ? [] : [`  still held: ${held.join(', ')}`]),
    ...mayHaveLeft.map((text) => `  may have left: ${text}`),
    ...stopped.map((text) => `  ${text}`),
  ];
}

const waitText = (code: string): string => Object.entries(waitWords).find(([known]) => known === code)?.[1] ?? code;

function counted(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries(counts);
}

function listOf(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}
