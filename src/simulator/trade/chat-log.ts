import type { Marketplace } from '../world/marketplace.ts';
import type { ChatAuthor, ChatImage, ChatRow, OrderRecord } from '../world/simulator-state.ts';

type ChatEvent = 'created' | 'paid' | 'completed' | 'cancelled' | 'expired' | 'disputed' | 'kyc';
type Reader = 'maker' | 'taker';

const sideOf = (order: OrderRecord, reader: Reader): 'buyer' | 'seller' =>
  (order.makerSide === 'BUY') === (reader === 'maker') ? 'buyer' : 'seller';

/** Returns the name of an event for a reader (wire-facts 7.1: role of the reader, then the event). */
function eventName(order: OrderRecord, event: ChatEvent, reader: Reader): string {
  const role = sideOf(order, reader);
  const appellant: Reader = order.maker.account === null ? 'maker' : 'taker';
  const names: Record<ChatEvent, string> = {
    created: `${role}_merchant_trading`,
    paid: `${role}_payed`,
    completed: `${role}_completed`,
    cancelled: `${role}_cancelled`,
    expired: 'cancelled_by_system',
    disputed: reader === appellant ? 'submit_appeal' : 'be_appeal',
    kyc:
      order.makerSide === 'SELL'
        ? 'maker_verified_additional_kyc_maker_sell'
        : 'maker_verified_additional_kyc_maker_buy',
  };
  return names[event];
}

function eventContent(order: OrderRecord, event: ChatEvent, reader: Reader): string {
  const buyer = order.makerSide === 'BUY' ? order.maker : order.taker;
  const payer =
    event === 'paid' && sideOf(order, reader) === 'seller'
      ? { nickName: buyer.nickname, realName: buyer.realName }
      : {};
  return JSON.stringify({ type: eventName(order, event, reader), ...payer });
}

/** Writes a system row about the order, in the words for each reader. */
export function sayEvent(marketplace: Marketplace, order: OrderRecord, event: ChatEvent): void {
  const nowMs = marketplace.clock.now();
  append(marketplace, order, {
    uuid: `${order.orderNumber}${nowMs}`,
    type: 'system',
    author: 'system',
    content: { maker: eventContent(order, event, 'maker'), taker: eventContent(order, event, 'taker') },
  });
}

/** A message of a person or an ad. */
export interface Utterance {
  author: ChatAuthor;
  text: string;
  uuid?: string;
  type?: 'text' | 'image' | 'auto_reply';
  image?: ChatImage;
}

/** Writes a message and returns the row. */
export function sayText(marketplace: Marketplace, order: OrderRecord, utterance: Utterance): ChatRow {
  const { author, text, image } = utterance;
  return append(marketplace, order, {
    uuid: utterance.uuid ?? `${order.orderNumber}${marketplace.clock.now()}`,
    type: utterance.type ?? 'text',
    author,
    content: { maker: text, taker: text },
    ...(image === undefined ? {} : { image }),
  });
}

type NewRow = Omit<ChatRow, 'id' | 'orderNo' | 'createdAtMs' | 'readBy'>;

function append(marketplace: Marketplace, order: OrderRecord, row: NewRow): ChatRow {
  // Nineteen digits: beyond 2^53, yet within the int64 that the socket's frames carry.
  const id = marketplace.nextId('5').replace(/^(.)./, '$1');
  const full: ChatRow = {
    ...row,
    id,
    orderNo: order.orderNumber,
    createdAtMs: marketplace.clock.now(),
    readBy: row.author === 'system' ? [] : [row.author],
  };
  order.chat.push(full);
  marketplace.pushChat(order, full);
  return full;
}
