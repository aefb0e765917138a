import { z } from 'zod';
import { countField, integerField, numberField, sortFields, textField } from '../http/request-field.ts';
import { sortRows, type ListOrder } from '../trade/list-order.ts';
import { noteOrder } from '../world/marketplace.ts';
import { orderOf } from '../trade/order-flow.ts';
import { callerOf, integerParameter, pageOf, textParameter, type SimAnswer, type SimCall } from '../world/sim-call.ts';
import type { ChatAuthor, ChatRow, OrderRecord } from '../world/simulator-state.ts';
import type { ChatTickets } from './chat-tickets.ts';

const maxRows = 100;

/** Which party of the order an account is. */
export const readerOf = (order: OrderRecord, account: string): 'maker' | 'taker' =>
  order.maker.account === account ? 'maker' : 'taker';

/** A chat row as a party reads it; the socket sends the same fields. */
export function chatRowToWire(order: OrderRecord, row: ChatRow, account: string): Record<string, unknown> {
  const reader = readerOf(order, account);
  const speaker = row.author === 'maker' ? order.maker : order.taker;
  return {
    id: row.id,
    uuid: row.uuid,
    type: row.type,
    orderNo: row.orderNo,
    content: row.content[reader],
    status: row.readBy.includes(reader) ? 'read' : 'unread',
    createTime: row.createdAtMs,
    self: row.author === reader,
    fromNickName: row.author === 'system' ? null : speaker.nickname,
    ...row.image,
  };
}

/** EP-33: the same address under the name of the interface document and under the one in live traffic. */
export function retrieveChatCredential(tickets: ChatTickets): (call: SimCall) => SimAnswer {
  return (call) => {
    const { listenKey, listenToken } = tickets.issue(callerOf(call));
    const address = `ws://${call.host}/chat`;
    return { data: { wssUrl: address, chatWssUrl: address, listenKey, listenToken } };
  };
}

interface SpokenRow {
  order: OrderRecord;
  row: ChatRow;
}

/** Sort columns in the names of EP-34; newest first by default. */
const messageColumns: ListOrder<SpokenRow> = {
  columns: {
    createTime: ({ row }) => row.createdAtMs,
    id: ({ row }) => row.id,
    orderNo: ({ row }) => row.orderNo,
    type: ({ row }) => row.type,
  },
  usual: 'createTime',
  directionOf: () => 'desc',
  tie: ({ row }) => row.id,
};

/** Types of chat rows (wire-facts 3); the simulated chat itself writes the first four. */
const chatTypes = [
  'text',
  'image',
  'auto_reply',
  'system',
  'card',
  'video',
  'recall',
  'translate',
  'mark',
  'error',
] as const;

/** EP-34. */
export const chatPageRequest = z.looseObject({
  page: countField,
  rows: countField,
  chatMessageType: z.enum(chatTypes).optional(),
  id: integerField.or(numberField).optional(),
  orderNo: numberField.optional(),
  ...sortFields,
});

/** EP-34: over all orders by default; with `id` only rows before that one. */
export function retrieveChatMessages(call: SimCall): SimAnswer {
  const account = callerOf(call);
  const orderNo = textParameter(call, 'orderNo');
  const orders = orderNo === null ? accountOrders(call) : [orderOf(call.marketplace, account, orderNo)];
  const before = textParameter(call, 'id');
  const kind = textParameter(call, 'chatMessageType');
  const rows = orders
    .flatMap((order) => order.chat.map((row) => ({ order, row })))
    .filter(({ row }) => before === null || BigInt(row.id) < BigInt(before))
    .filter(({ row }) => kind === null || row.type === kind);
  const sorted = sortRows(call, rows, messageColumns);
  const data = pageOf(call, sorted, maxRows).map(({ order, row }) => chatRowToWire(order, row, account));
  return { data, total: rows.length };
}

const accountOrders = (call: SimCall): OrderRecord[] =>
  [...call.marketplace.orders.values()].filter(
    (order) => order.maker.account === callerOf(call) || order.taker.account === callerOf(call),
  );

/** EP-29. */
export const riskTipsRequest = z.looseObject({
  fiat: textField.optional(),
  orderNo: textField.optional(),
  scene: z.enum(['Portal', 'Chat']).optional(),
});

/** EP-29. */
export function getRiskWarningTips(): SimAnswer {
  const riskHints = [
    { riskTips: 'Trade only with the payment account of the person whose name you see.', riskType: 'counterparty' },
    { riskTips: 'Do not mention crypto in the transfer.', riskType: 'paymethod' },
  ];
  return { data: { riskHints } };
}

/** EP-31. */
export const orderReadRequest = z.looseObject({ orderNo: numberField, userId: integerField.optional() });

/** EP-31: one order. `userId`, if given, is a number. */
export function markOrderMessagesAsRead(call: SimCall): SimAnswer {
  integerParameter(call, 'userId');
  const order = orderOf(call.marketplace, callerOf(call), textParameter(call, 'orderNo') ?? '');
  markRead(call, order);
  return {};
}

/** EP-32: everything of the calling user. */
export function markUserMessagesAsRead(call: SimCall): SimAnswer {
  for (const order of accountOrders(call)) markRead(call, order);
  return {};
}

function markRead(call: SimCall, order: OrderRecord): void {
  const reader: ChatAuthor = readerOf(order, callerOf(call));
  const unread = order.chat.filter((row) => !row.readBy.includes(reader));
  for (const row of unread) row.readBy.push(reader);
  if (unread.length > 0) noteOrder(call.marketplace, order, 'message');
}
