/** What reads of the service show: the only thing that changes a step that has left. */
import type { OrderStand } from '../../domain/register/order-stand.ts';
import { afterRead, sightOf, type StepRow, type StepSight } from '../../domain/register/step-row.ts';
import type { OnceStepName } from '../../domain/once-steps.ts';
import { isCancelled, OrderStatus } from '../../domain/orders/order-status.ts';
import type { Sql } from '../sql.ts';
import { accountOf, generationOf } from './accounts.ts';
import { holdPayments, type ClaimedPayment } from './claim.ts';
import { wasFreed } from './freed-payments.ts';
import { note } from './journal.ts';
import { seeRun, type RunSeen } from './order-marks.ts';
import { noteDealing } from './people.ts';
import { nameOrder, setState } from './step-ends.ts';
import { rowsOf } from './step-table.ts';
import { noteUnknown } from './unknown-releases.ts';

/** One read of an order, for the run of its workflow that asked. */
export interface OrderSeen extends RunSeen {
  readonly side: 'BUY' | 'SELL';
  readonly status: OrderStatus;
  readonly asset: string;
  readonly amount: string;
  readonly price: string;
  readonly total: string;
  readonly fiat: string;
  readonly counterparty: string | null;
  /** The number on the desk's own side. Absent: a read without it. */
  readonly own?: string | null | undefined;
  /** Attached to the order, as its workflow knows. */
  readonly payments: readonly ClaimedPayment[];
  /** When the read began: a call that left later cannot show in it. */
  readonly beganAtMs: number;
  /** True: a release by anyone else is asked about. Absent: it is not. */
  readonly isReleasedHere?: boolean | undefined;
  /** True: its workflow knows it as in appeal, where the service takes no release of this desk. Absent: it does not. */
  readonly wasInAppeal?: boolean | undefined;
  /** The generation of the register with which all releases are compared; null: with none yet. Absent: a command reads it. */
  readonly comparedIn?: string | null;
}

/**
 * Takes one read of an order: its steps end as it shows, a release that no row knows is booked with its payments, and an
 * order that ended unreleased frees them. Returns what its approvals and words are compared with.
 */
export async function orderSeen(sql: Sql, seen: OrderSeen): Promise<OrderStand> {
  const mark = await seeRun(sql, seen);
  await noteDealing(sql, seen);
  const rows: StepRow[] = [];
  for (const step of stepsOf[seen.side]) {
    const sight = sightOf(step, seen.status);
    rows.push(...(await takeRead(sql, { ...seen, step, subject: seen.orderNumber, sight })));
  }
  await (seen.side === 'SELL' ? settleRelease(sql, seen, rows) : settlePurchase(sql, seen));
  const { revision } = await accountOf(sql, seen.account);
  return { ...mark, generation: await generationOf(sql), revision, open: openOf(rows) };
}

/** The desk's own steps of an order: only a buyer cancels. */
const stepsOf = { SELL: ['release'], BUY: ['mark-paid', 'cancel'] } as const;

function openOf(rows: readonly StepRow[]): OrderStand['open'] {
  const row = rows.findLast(({ state }) => state === 'leaving');
  if (row?.armedAtMs === undefined || row.armedAtMs === null) return null;
  return { step: row.step, armedAtMs: row.armedAtMs, untilMs: row.untilMs ?? row.armedAtMs };
}

/** One read that says something of a step. */
export interface StepSeen {
  readonly account: string;
  readonly step: OnceStepName;
  readonly subject: string;
  readonly sight: StepSight;
  /** Of a placement that is done: which order it made. */
  readonly orderNumber?: string;
  readonly beganAtMs: number;
  readonly nowMs: number;
}

/** Takes one read of a step; returns its attempts after it. */
export async function takeRead(sql: Sql, seen: StepSeen): Promise<StepRow[]> {
  const after: StepRow[] = [];
  // One after the other: each writes into the journal, whose entries are a chain.
  const rows = await rowsOf(sql, seen);
  const shown = shownBy(rows);
  if (seen.sight === 'done' && shown !== undefined && seen.step === 'place' && seen.orderNumber !== undefined)
    await nameOrder(sql, shown, seen.orderNumber);
  for (const row of rows) {
    const says = seen.sight === 'done' ? row === shown : row.state === 'leaving';
    after.push(says ? await afterOneRead(sql, row, seen) : row);
  }
  return after;
}

/**
 * Returns the attempt that a read shows as done: the one that may have left, else the newest that counted as not done and
 * took effect late. None, where one is known as done already.
 */
function shownBy(rows: readonly StepRow[]): StepRow | undefined {
  if (rows.some(({ state }) => state === 'done')) return undefined;
  return (
    rows.findLast(({ state }) => state === 'leaving' || state === 'asked') ??
    rows.findLast(({ state }) => state === 'not-done')
  );
}

async function afterOneRead(sql: Sql, row: StepRow, seen: StepSeen): Promise<StepRow> {
  const next = afterRead(row, seen);
  if (next === null) return row;
  const { account, number } = row;
  await sql.run('UPDATE steps SET unseen_reads = ?, unseen_at_ms = ? WHERE account = ? AND number = ?', [
    next.unseenReads,
    next.unseenAtMs,
    account,
    number,
  ]);
  if (next.state !== row.state) {
    await setState(sql, row, { state: next.state, nowMs: seen.nowMs, how: 'read' });
    const body = { number, step: row.step };
    await note(sql, { atMs: seen.nowMs, account, kind: next.state, subject: row.subject, body });
  }
  return { ...row, ...next };
}

async function settleRelease(sql: Sql, seen: OrderSeen, rows: readonly StepRow[]): Promise<void> {
  if (seen.status === OrderStatus.COMPLETED) return bookRelease(sql, seen, rows);
  // Under way: they are used, unless it fails and the order then ends unreleased.
  if (seen.status === OrderStatus.RELEASING) return holdPayments(sql, seenPayments(seen), null);
  if (isCancelled(seen.status) && !rows.some(({ state }) => state === 'done'))
    await freeAll(sql, seen, 'ended unreleased');
}

/** A transfer that has left for a purchase comes back, or pays the next one with its person. */
async function settlePurchase(sql: Sql, seen: OrderSeen): Promise<void> {
  if (isCancelled(seen.status)) await freeAll(sql, seen, 'ended cancelled');
}

async function freeAll(sql: Sql, { account, orderNumber, nowMs }: OrderSeen, how: string): Promise<void> {
  await sql.run(
    `UPDATE payments SET freed_at_ms = ?, freed_how = ? WHERE account = ? AND order_number = ? AND freed_at_ms IS NULL`,
    [nowMs, how, account, orderNumber],
  );
}

const seenPayments = ({ account, orderNumber: subject, payments, nowMs }: OrderSeen) => ({
  account,
  subject,
  payments,
  nowMs,
});

/** No matter who released it, and what was answered: its payments are used, and its sum counts. */
async function bookRelease(sql: Sql, seen: OrderSeen, rows: readonly StepRow[]): Promise<void> {
  const { account, orderNumber: subject, nowMs, payments } = seen;
  await holdPayments(sql, seenPayments(seen), null);
  if (rows.some(({ state }) => state === 'done')) return askAboutFreed(sql, seen);
  const isDecided = await isDecidedThere(sql, seen);
  if (!isDecided) await askAboutBooked(sql, seen);
  const how = isDecided ? "released by the service's decision" : 'released elsewhere';
  const { last_number, term } = await accountOf(sql, account);
  const number = last_number + 1;
  await sql.run('UPDATE accounts SET last_number = ? WHERE account = ?', [number, account]);
  const { asset, amount, price, total, fiat, counterparty } = seen;
  await sql.run(
    `INSERT INTO steps (account, number, step, subject, state, term, epoch, asset, amount, price, total, fiat, counterparty,
      asked_at_ms, unseen_reads, ended_at_ms, ended_how)
      VALUES (?, ?, 'release', ?, 'done', ?, 0, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)`,
    [account, number, subject, term, asset, amount, price, total, fiat, counterparty, nowMs, nowMs, how],
  );
  const body = { number, total, fiat, payments: payments.map(({ proof }) => proof), how };
  await note(sql, { atMs: nowMs, account, kind: 'booked', subject, body });
}

/**
 * The service has decided an appeal for the buyer. A workflow that is an older copy may take for that what this desk has
 * released since with a payment that neither knows: before the comparison it is asked about like any other.
 */
async function isDecidedThere(sql: Sql, seen: OrderSeen): Promise<boolean> {
  return seen.wasInAppeal === true && (await isComparedWith(sql, seen));
}

/** A command that reads knows of no comparison. */
async function isComparedWith(sql: Sql, { comparedIn }: OrderSeen): Promise<boolean> {
  return comparedIn === undefined || comparedIn === (await generationOf(sql));
}

/** Its workflow may be an older copy as well, and not know its payment: before the comparison it is no known release. */
async function askAboutBooked(sql: Sql, seen: OrderSeen): Promise<void> {
  const { account, orderNumber, isReleasedHere = false, nowMs } = seen;
  const isCompared = await isComparedWith(sql, seen);
  if (isReleasedHere || !isCompared) await noteUnknown(sql, { account, orderNumber, stops: !isCompared, nowMs });
}

/** A person has freed its payment, and its release shows after all: another order may have been released on it. */
async function askAboutFreed(sql: Sql, { account, orderNumber, nowMs }: OrderSeen): Promise<void> {
  if (await wasFreed(sql, { account, orderNumber }))
    await noteUnknown(sql, { account, orderNumber, stops: false, nowMs });
}
