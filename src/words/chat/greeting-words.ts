/** What the desk says by itself in a chat, with what its parts stand for. */
import {
  filledGreeting,
  greetingParts,
  type Greeting,
  type GreetingFault,
  type GreetingPart,
} from '../../domain/greetings/greeting.ts';
import { isPositiveDecimalText } from '../../domain/decimal.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import type { greetingBars } from '../../domain/sheet/chat-message.ts';
import { amountText } from '../amount-words.ts';
import { faultWords } from './chat-words.ts';

type GreetedOrder = Pick<
  OrderFacts,
  | 'orderNumber'
  | 'amount'
  | 'asset'
  | 'totalPrice'
  | 'fiat'
  | 'price'
  | 'status'
  | 'payDeadlineMs'
  | 'releaseDeadlineMs'
>;

const minuteMs = 60_000;

/** Returns what is said of an order; null: a part of the text has no value, or one that is no number or code. */
export function greetingText(greeting: Pick<Greeting, 'text'>, order: GreetedOrder, nowMs: number): string | null {
  return filledGreeting(greeting, {
    order: codeOf(order.orderNumber),
    amount: numberOf(order.amount),
    asset: codeOf(order.asset),
    total: numberOf(order.totalPrice),
    fiat: codeOf(order.fiat),
    price: numberOf(order.price),
    minutes: minutesLeft(order, nowMs),
  });
}

/** A service that sends a sentence for a currency must not have us say it. */
const codeOf = (text: string): string | null => (/^[\w-]{1,25}$/.test(text) ? text : null);
const maxDigits = 25;
const numberOf = (text: string): string | null =>
  isPositiveDecimalText(text) && amountText(text).length <= maxDigits ? amountText(text) : null;

/** Whole ones, until it is to be paid, or released. */
function minutesLeft({ status, payDeadlineMs, releaseDeadlineMs }: GreetedOrder, nowMs: number): string | null {
  const deadlineMs = status === OrderStatus.PAID ? releaseDeadlineMs : payDeadlineMs;
  const left = deadlineMs === null ? 0 : Math.floor((deadlineMs - nowMs) / minuteMs);
  return left >= 1 ? String(left) : null;
}

const sample: Readonly<Record<GreetingPart, string>> = {
  order: '22345678901234567890',
  amount: '39.60',
  asset: 'USDT',
  total: '400.00',
  fiat: 'BOB',
  price: '10.10',
  minutes: '14',
};

/** Returns what would be said of an order of 400.00, in the currency of the text. */
export const sampleGreeting = (greeting: Pick<Greeting, 'text' | 'fiat'>): string =>
  filledGreeting(greeting, { ...sample, fiat: greeting.fiat ?? sample.fiat }) ?? '';

/** Returns on which occasion it is said. */
export const occasionText = ({ state, side, fiat }: Pick<Greeting, 'state' | 'side' | 'fiat'>): string =>
  [state, ...(side === null ? [] : [side]), ...(fiat === null ? [] : [fiat])].join(', ');

/** Returns what is wrong with a text of the file, and what to write. */
export function greetingFaultText(fault: GreetingFault): string {
  switch (fault.code) {
    case 'unknown-part':
      return `has ${JSON.stringify(fault.part)} in braces, or a brace alone: write one of ${greetingParts.map((name) => `{${name}}`).join(' ')}`;
    case 'no-deadline':
      return 'has {minutes}, and an order that is over has no deadline: leave it out';
    case 'account':
      return 'has what looks like an account: leave it out, the order itself shows where to pay';
    case 'too-long':
      return `${faultWords[fault.code]}, with what its parts stand for`;
    default:
      return faultWords[fault.code];
  }
}

/** Why a greeting was not said. */
export const greetingBarWords: Readonly<Record<(typeof greetingBars)[number], string>> = {
  unknown: 'the file of the worker has no greeting of this name',
  'other-state': 'the order is not in the state of this greeting',
  'other-order': 'this greeting is for the other side, or for another currency',
  'no-value': 'a part of its text has no value at this order',
  late: 'that state began too long ago',
  stopped: 'a switch stops it, or the guard does not answer',
  blocked: 'the counterparty is blocked, or cannot be compared with the block list',
};
