/**
 * The button under a message by which a person holds an order: the only thing that can be done from there. It names the order
 * and its end, for one person's chat, and cannot be made up: its last part is an HMAC that the token of the bot alone makes.
 */
import { createHmac } from 'node:crypto';
import { isSameText } from '../webhook-signature.ts';

/** An order that can be held from a chat until a moment. */
interface HoldButton {
  readonly account: string;
  readonly orderNumber: string;
  /** Of the person: a private chat has the number of its person. */
  readonly chatId: number;
  /** In whole seconds. */
  readonly expiresAtS: number;
}

/** What a button carries, as Telegram sends it back; who made it is not known yet. */
interface ButtonData {
  readonly orderNumber: string;
  readonly expiresAtS: number;
  readonly mac: string;
}

/** Telegram takes no more (Bot API, InlineKeyboardButton). */
const maxDataBytes = 64;
const macLetters = 22;
const isNumber = /^\d+$/;

/** Returns what a button carries, or null for an order whose number is none, or is too long for one. */
export function buttonData(token: string, button: HoldButton): string | null {
  const { orderNumber, expiresAtS } = button;
  if (!isNumber.test(orderNumber)) return null;
  const data = `h.${orderNumber}.${expiresAtS.toString(36)}.${macOf(token, button)}`;
  return Buffer.byteLength(data) > maxDataBytes ? null : data;
}

/** Parses what a button carries; null for anything else. */
export function parseButton(data: string): ButtonData | null {
  const [, orderNumber, end, mac] = /^h\.(\d{1,40})\.([\da-z]{1,8})\.([\w-]{22})$/.exec(data) ?? [];
  if (orderNumber === undefined || end === undefined || mac === undefined) return null;
  return { orderNumber, expiresAtS: Number.parseInt(end, 36), mac };
}

/** Whether a button was made for this account and chat. */
export function isButtonOf(token: string, { mac, ...rest }: ButtonData, of: Pick<HoldButton, 'account' | 'chatId'>) {
  return isSameText(mac, macOf(token, { ...rest, ...of }));
}

function macOf(token: string, { account, orderNumber, chatId, expiresAtS }: HoldButton): string {
  const text = JSON.stringify(['peerdesk hold 1', account, orderNumber, chatId, expiresAtS]);
  return createHmac('sha256', token).update(text).digest('base64url').slice(0, macLetters);
}
