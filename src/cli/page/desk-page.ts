/** What the page shows of the desk, in the words of the commands, and what it does by them. */
import { approvalCode } from '../../domain/signing/facts-code.ts';
import type { PageDesk, PageField, PageList, PageOrder, PageRow, PageAnswer } from '../../door/page/page-desk.ts';
import { codeName } from '../../words/signing/approval-words.ts';
import { checkText } from '../../words/check-words.ts';
import { deskKill } from '../desk/desk-switch.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { printableText } from '../kit/printable-text.ts';
import { orderHold } from '../order/order-operate.ts';
import { lookAtOrders } from '../order/order-list.ts';
import { byUrgency, orderColumns, type OrderRow } from '../order/order-rows.ts';
import { lookAtOrder } from '../order/order-show.ts';
import { orderFields, standText } from '../order/order-text.ts';
import { withTemporal, type TemporalSession } from '../session/temporal-session.ts';
import { inTimeZone } from '../text/time-zone.ts';
import { approveSigned, askWordToSign } from './approve-on-page.ts';
import { callOf, capturedCommand, failureLine } from './captured-command.ts';

/** A person who waits at a phone looks again sooner than one at a terminal. */
const lookLimitMs = 8_000;

/** More than a person reads on a phone; what is most urgent comes first. */
const maxRows = 100;

/** Returns the surroundings of an account's commands; the accounts are those of the file. */
type ContextOf = (account: string) => CommandContext;

/** Returns the desk as the page asks it. */
export function deskPage(accounts: readonly [string, ...string[]], contextOf: ContextOf): PageDesk {
  return {
    accounts,
    orders: () =>
      looking(
        contextOf(accounts[0]),
        accounts[0],
        async (session, context) => await listOf(session, context, accounts),
      ),
    order: ({ account, orderNumber }) =>
      looking(contextOf(account), account, (session, context) => orderOf(session, context, orderNumber)),
    hold: ({ account, orderNumber }, { by, note }) => {
      const call = callOf('peerdesk order hold', [orderNumber], { account, by, note: note ?? undefined });
      return capturedCommand(contextOf(account), (context) => orderHold(call, context));
    },
    kill: (account, name, { by, note }) => {
      const call = callOf('peerdesk desk kill', [name], { account, by, reason: note ?? undefined });
      return capturedCommand(contextOf(account), (context) => deskKill(call, context));
    },
    wordToSign: (place, keyName) => {
      const context = contextOf(place.account);
      const asking = { context, account: place.account, timeoutMs: lookLimitMs };
      return inTimeZone(context.env, () => askWordToSign(asking, place, keyName));
    },
    approve: (place, word) =>
      capturedCommand(contextOf(place.account), (context) => approveSigned(context, place, word)),
  };
}

async function looking<T>(
  context: CommandContext,
  account: string,
  look: (session: TemporalSession, context: CommandContext) => Promise<T>,
): Promise<PageAnswer<T>> {
  try {
    const wish = { account, timeout: lookLimitMs };
    const shown = await inTimeZone(context.env, () => withTemporal(context, wish, (session) => look(session, context)));
    return { shown };
  } catch (error) {
    return { missing: await failureLine(error, context) };
  }
}

const listWish = { running: true, all: false, needsHuman: false, limit: maxRows, allAccounts: false } as const;

async function listOf(
  session: TemporalSession,
  context: CommandContext,
  accounts: readonly string[],
): Promise<PageList> {
  const options = {
    ...listWish,
    watch: false,
    json: false,
    timeout: lookLimitMs,
    account: undefined,
    config: undefined,
  };
  const looks = await Promise.all(
    accounts.map((account) => lookAtOrders({ ...session, account }, { ...options, account }, context)),
  );
  const rows = looks.flatMap((look) => look.rows).toSorted(byUrgency);
  const columns = orderColumns(Date.now(), { allAccounts: accounts.length > 1 }, rows);
  return {
    rows: rows.map((row) => rowOf(row, columns)),
    notes: [...new Set(looks.flatMap(({ notes }) => notes))].map(printableText),
  };
}

function rowOf(row: OrderRow, columns: ReturnType<typeof orderColumns>): PageRow {
  const { account, orderNumber, requestId, needsHuman } = row;
  const fields = columns.flatMap(({ title, cell }): PageField[] => {
    const text = title === 'ORDER' ? null : cell(row);
    return text === null ? [] : [[title.toLowerCase(), printableText(String(text))]];
  });
  return {
    place: orderNumber === null ? null : { account, orderNumber },
    title: orderNumber === null ? `Placement ${requestId}` : `Order ${orderNumber}`,
    needsYou: needsHuman,
    fields,
  };
}

/** A command is typed at the machine of the desk, and the code stands above. */
const elsewhere: ReadonlySet<string> = new Set(['next', codeName]);

async function orderOf(session: TemporalSession, context: CommandContext, number: string): Promise<PageOrder> {
  const { view, end, answer } = await lookAtOrder(context, session, number);
  const { needsHuman, checks } = view;
  const code = approvalCode(view);
  return {
    stand: printableText(standText(view)),
    needsYou: needsHuman,
    code,
    fields: orderFields(view, end, answer).flatMap(([name, text]): PageField[] =>
      text === null || elsewhere.has(name) ? [] : [[name, printableText(text)]],
    ),
    lacks: checks.map((check) => printableText(checkText(check))),
  };
}
