/** What is said of what goes wrong around an order, while a person may have to look. */
import type { BlockReason } from '../domain/orders/release-check.ts';
import { blockedText } from './check-words.ts';

export const orderTroubles = {
  register:
    'the register of the merchant’s machine does not answer: nothing is paid or released; what is urgent, do in the app',
  unpaid: 'not paid in time, and the service has not cancelled it: look in the app',
  unreleased: 'paid, and the counterparty has not released in its time: look in the app, and appeal there',
  moving: 'it has been moving for long: it is being released, or in appeal; look in the app',
} as const;

/** Returns that a counterparty is blocked, and what that means here. */
export function blockedOrderText(reason: BlockReason, side: 'BUY' | 'SELL'): string {
  return `${blockedText(reason)}; ${side === 'SELL' ? 'nothing is released' : 'look before you pay'}`;
}

/** Returns that no worker serves the queue of what moves money. */
export function unservedQueueText(queue: string): string {
  return `no worker takes work from ${queue}: nothing can be paid or released; start \`peerdesk worker\`, or look at its log`;
}

/** Returns that a read got no answer. */
export const unansweredText = (message: string): string => `the order cannot be read: ${message}`;

/** Returns that what a person took back is not kept yet; `failure`: what keeping it failed with. */
export function unkeptWordText(by: string, what: string, failure: string | null): string {
  const text = `what ${by} took back (${what}) is not kept outside Temporal yet: nothing is paid or released meanwhile`;
  return failure === null ? text : `${text}; ${failure}`;
}
