/** What the page shows of the desk, in the words of the commands, and what it does by them. */
import { approvalCode } from '../../domain/signing/facts-code.ts';
import type { PageDesk, PageField, PageOrder } from '../../door/page/page-desk.ts';
import { codeName } from '../../words/signing/approval-words.ts';
import { checkText } from '../../words/check-words.ts';
import { deskKill } from '../desk/desk-switch.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { printableText } from '../kit/printable-text.ts';
import { orderHold, orderRevoke } from '../order/order-operate.ts';
import { lookAtOrder } from '../order/order-show.ts';
import { orderFields, standText } from '../order/order-text.ts';
import type { TemporalSession } from '../session/temporal-session.ts';
import { inTimeZone } from '../text/time-zone.ts';
import { adsOnPage } from './ads-on-page.ts';
import { approveSigned, askToSign } from './approve-on-page.ts';
import { callOf, capturedCommand } from './captured-command.ts';
import { lookLimitMs, shownByTemporal, type ContextOf } from './look-for-page.ts';
import { stopsOfOrder } from './page-stops.ts';
import { replyOnPage } from './reply-on-page.ts';
import { reportOnPage } from './report-on-page.ts';
import { waitsOnPage } from './waits-on-page.ts';

/** Returns the desk as the page asks it. */
export function deskPage(accounts: readonly [string, ...string[]], contextOf: ContextOf): PageDesk {
  return {
    accounts,
    ...waitsOnPage(accounts, contextOf),
    ...adsOnPage(accounts, contextOf),
    ...reportOnPage(accounts, contextOf),
    ...replyOnPage(contextOf),
    order: ({ account, orderNumber }) => {
      const context = contextOf(account);
      return shownByTemporal(context, account, (session) => orderOf(session, context, orderNumber));
    },
    hold: ({ account, orderNumber }, { by, note }) => {
      const call = callOf('peerdesk order hold', [orderNumber], { account, by, note: note ?? undefined });
      return capturedCommand(contextOf(account), (context) => orderHold(call, context));
    },
    revoke: ({ account, orderNumber }, { by, note }) => {
      const call = callOf('peerdesk order revoke', [orderNumber], { account, by, note: note ?? undefined });
      return capturedCommand(contextOf(account), (context) => orderRevoke(call, context));
    },
    kill: (account, name, { by, note }) => {
      const call = callOf('peerdesk desk kill', [name], { account, by, reason: note ?? undefined });
      return capturedCommand(contextOf(account), (context) => deskKill(call, context));
    },
    wordToSign: (place, keyName) => {
      const context = contextOf(place.account);
      const asking = { context, account: place.account, timeoutMs: lookLimitMs };
      return inTimeZone(context.env, () => askToSign(asking, place, keyName));
    },
    approve: (place, word) =>
      capturedCommand(contextOf(place.account), (context) => approveSigned(context, place, word)),
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
    isShadow: view.mode === 'shadow',
    needsYou: needsHuman,
    code,
    fields: orderFields(view, end, answer).flatMap(([name, text]): PageField[] =>
      text === null || elsewhere.has(name) ? [] : [[name, printableText(text)]],
    ),
    lacks: checks.map((check) => printableText(checkText(check))),
    stops: stopsOfOrder(view),
  };
}
