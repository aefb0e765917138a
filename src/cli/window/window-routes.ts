import type { AccountWindow } from '../../workers/window/account-window.ts';
import { approvalAskSchema } from '../../domain/sheet/approval-ask.ts';
import { maxPictureText } from '../../domain/sheet/chat-picture.ts';
import { messageSchema } from '../../domain/sheet/chat-message.ts';
import { refused, type Reply, type Route } from '../door/door.ts';

/** Returns what the process shows of an account; null while it starts. */
export type WindowOf = (account: string) => AccountWindow | null;

/** Which messages of a chat are asked for, counted from its end. */
export interface ChatWish {
  readonly rows: number;
  readonly page?: number;
}

const order = '/accounts/(?<account>[\\w.-]{1,40})/orders/(?<orderNumber>[\\w-]{1,80})';
/** For a person who decides about one order, and for a list of them. */
export const sheetPath = (account: string, orderNumber: string): string => `/accounts/${account}/orders/${orderNumber}`;
export const briefPath = (account: string, orderNumber: string): string => `${sheetPath(account, orderNumber)}/brief`;
/** For a watchdog of this machine. */
export const leadsPath = (account: string): string => `/accounts/${account}/leads`;
/** For a person who looks what waits. */
export const needsPath = (account: string): string => `/accounts/${account}/needs`;
/** For a person who reads what was written, so many messages; a page behind the first one has those before them. */
export const chatPath = (account: string, orderNumber: string, { rows, page = 1 }: ChatWish): string =>
  `${sheetPath(account, orderNumber)}/chat/${rows}${page === 1 ? '' : `/${page}`}`;
/** For a person who keeps what was shown. */
export const picturePath = (account: string, orderNumber: string, id: string): string =>
  `${sheetPath(account, orderNumber)}/pictures/${id}`;
/** For a person who approves away from this machine. */
export const approvalPath = (account: string, orderNumber: string): string =>
  `${sheetPath(account, orderNumber)}/approval`;
/** For a person who has read it. */
export const readPath = (account: string, orderNumber: string): string => `${sheetPath(account, orderNumber)}/read`;
/** For a person who writes. */
export const sayPath = (account: string, orderNumber: string): string => `${sheetPath(account, orderNumber)}/say`;

/** What the desk's window shows: the people of an order, and what they write; and to a watchdog whether the desk looks. */
export function windowRoutes(windowOf: WindowOf): Route[] {
  const asking: Asking = (shown) => async (parts, body) => {
    const { account = '' } = parts;
    const window = windowOf(account);
    if (window?.kind !== 'open') return closedReply(account, window);
    return { status: 200, data: await shown(window, parts, body) };
  };
  return [...looks(asking), ...acts(asking)];
}

/** Answers with what an open window says. */
type Asking = (shown: (window: OpenWindow, parts: Parts, body: string) => Promise<unknown>) => Route['answer'];

function looks(asking: Asking): Route[] {
  return [
    {
      method: 'GET',
      path: new RegExp(`^${order}$`),
      name: 'GET /accounts/ALIAS/orders/NUMBER',
      answer: asking(({ sheets }, { orderNumber = '' }) => sheets.sheet(orderNumber)),
    },
    {
      method: 'GET',
      path: new RegExp(`^${order}/brief$`),
      name: 'GET /accounts/ALIAS/orders/NUMBER/brief',
      answer: asking(({ sheets }, { orderNumber = '' }) => sheets.brief(orderNumber)),
    },
    {
      method: 'GET',
      path: new RegExp(`^${order}/chat/(?<rows>[1-9]\\d?|100)(?:/(?<page>[1-9]\\d?))?$`),
      name: 'GET /accounts/ALIAS/orders/NUMBER/chat/ROWS',
      answer: asking(({ chats }, { orderNumber = '', rows = '', page = '1' }) =>
        chats.messages(orderNumber, Number(rows), Number(page)),
      ),
    },
    {
      method: 'GET',
      path: new RegExp(`^${order}/pictures/(?<id>\\d{1,20})$`),
      name: 'GET /accounts/ALIAS/orders/NUMBER/pictures/ID',
      maxAnswerBytes: maxPictureText,
      answer: asking(({ chats }, { orderNumber = '', id = '' }) => chats.picture(orderNumber, id)),
    },
    {
      method: 'GET',
      path: /^\/accounts\/(?<account>[\w.-]{1,40})\/leads$/,
      name: 'GET /accounts/ALIAS/leads',
      answer: asking(async ({ leads }) => leads()),
    },
    {
      method: 'GET',
      path: /^\/accounts\/(?<account>[\w.-]{1,40})\/needs$/,
      name: 'GET /accounts/ALIAS/needs',
      answer: asking(({ waiting }) => waiting.all()),
    },
  ];
}

/** What a person does, or is about to. */
function acts(asking: Asking): Route[] {
  return [
    {
      method: 'POST',
      path: new RegExp(`^${order}/approval$`),
      name: 'POST /accounts/ALIAS/orders/NUMBER/approval',
      answer: asking(({ approvals }, { orderNumber = '' }, body) =>
        approvals.word(orderNumber, approvalAskSchema.parse(JSON.parse(body))),
      ),
    },
    {
      method: 'POST',
      path: new RegExp(`^${order}/read$`),
      name: 'POST /accounts/ALIAS/orders/NUMBER/read',
      answer: asking(({ chats }, { orderNumber = '' }) => chats.markRead(orderNumber)),
    },
    {
      method: 'POST',
      path: new RegExp(`^${order}/say$`),
      name: 'POST /accounts/ALIAS/orders/NUMBER/say',
      maxBodyBytes: maxPictureText,
      answer: asking(({ chats }, { orderNumber = '' }, body) =>
        chats.say(orderNumber, messageSchema.parse(JSON.parse(body))),
      ),
    },
  ];
}

type OpenWindow = Extract<AccountWindow, { kind: 'open' }>;
type Parts = Parameters<Route['answer']>[0];

function closedReply(account: string, window: Exclude<AccountWindow, { kind: 'open' }> | null): Reply {
  switch (window?.kind) {
    case undefined:
      return refused(503, 'this worker is starting');
    case 'unserved':
      return refused(404, `this worker does not serve account ${account}`);
    case 'refused':
      return refused(409, `this worker does not serve account ${account}: ${window.why}`);
    case 'standby':
      return { status: 409, data: { error: 'this worker does not lead', leader: window.leader } };
  }
}
