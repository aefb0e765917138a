/** What waits, on the page: orders by Temporal, and all else as the worker of this machine that leads knows it. */
import type { PageDesk, PageList, WaitPlace } from '../../door/page/page-desk.ts';
import { unreadNeedsText } from '../../words/people/page-words.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { printableText } from '../kit/printable-text.ts';
import { lookAtOrders } from '../order/order-list.ts';
import type { TemporalSession } from '../session/temporal-session.ts';
import { askNeeds } from '../window/ask-window.ts';
import { listWish, lookLimitMs, shownByTemporal, type ContextOf } from './look-for-page.ts';
import { waitRows, type AccountNeed } from './wait-rows.ts';

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
    Promise.all(accounts.map((account) => lookAtOrders({ ...session, account }, listWish, contextOf(account)))),
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

/** What the worker does not say is said to be missing: the list must not seem whole. */
async function needsOf(context: CommandContext, account: string): Promise<{ needs: AccountNeed[]; notes: string[] }> {
  const answer = await askNeeds({ context, account, timeoutMs: lookLimitMs });
  if ('missing' in answer) return { needs: [], notes: [unreadNeedsText(account, answer.missing)] };
  return { needs: answer.shown.map((need) => ({ ...need, account })), notes: [] };
}
