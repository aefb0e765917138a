/** What waits, on the page: orders by Temporal, and all else as the worker of this machine that leads knows it. */
import type { PageDesk, PageList, WaitPlace } from '../../door/page/page-desk.ts';
import { printableText } from '../kit/printable-text.ts';
import { lookAtOrders } from '../order/order-list.ts';
import type { TemporalSession } from '../session/temporal-session.ts';
import { listWish, shownByTemporal, type ContextOf } from './look-for-page.ts';
import { needsOf } from './needs-on-page.ts';
import { waitRows } from './wait-rows.ts';

type Accounts = readonly [string, ...string[]];

/** Returns what the page asks of all that waits. */
export const waitsOnPage = (accounts: Accounts, contextOf: ContextOf): Pick<PageDesk, 'waits'> => ({
  waits: () => shownByTemporal(contextOf(accounts[0]), accounts[0], (session) => waitsOf(session, accounts, contextOf)),
});

async function waitsOf(
  session: TemporalSession,
  accounts: Accounts,
  contextOf: ContextOf,
): Promise<PageList<WaitPlace>> {
  const [looks, asked] = await Promise.all([
    Promise.all(accounts.map((account) => ordersOf(session, account, contextOf))),
    Promise.all(accounts.map((account) => needsOf(contextOf(account), account))),
  ]);
  const orders = looks.flatMap(({ rows }) => rows);
  const needs = asked.flatMap((one) => one.needs);
  const notes = [...asked, ...looks].flatMap((one) => one.notes);
  return {
    rows: waitRows({ orders, needs, isOfMany: accounts.length > 1 }),
    notes: [...new Set(notes)].map(printableText),
  };
}

const ordersOf = (session: TemporalSession, account: string, contextOf: ContextOf) =>
  lookAtOrders({ ...session, account }, listWish(account, 'orders'), contextOf(account));
