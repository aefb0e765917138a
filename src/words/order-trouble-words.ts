/** What is said of what goes wrong around an order, while a person may have to look. */
import type { OrderTrouble } from '../domain/orders/order-wait.ts';
import { blockedText, lacksText } from './check-words.ts';
import { personText } from './people/people-words.ts';
import { problemText, unknownText, unshownStepText, unshownText } from './order-words.ts';

/** Returns what goes wrong. */
export function orderTroubleText(trouble: OrderTrouble): string {
  switch (trouble.code) {
    case 'refused':
    case 'unread':
    case 'identity-check':
      return problemText(trouble);
    case 'outcome-unknown':
      return unknownText(trouble.step);
    case 'unconfirmed':
      return `${unshownStepText(trouble)}: look there, then resolve`;
    case 'lacks':
      return lacksText(trouble.checks);
    case 'unanswered':
      return `the order cannot be read: ${trouble.message}`;
    case 'unserved-queue':
      return `no worker takes work from ${trouble.queue}: nothing can be paid or released; start \`peerdesk worker\`, or look at its log`;
    case 'block-list':
      return `${blockedText(trouble.reason)}; ${trouble.side === 'SELL' ? 'nothing is released' : 'look before you pay'}`;
    case 'arrival':
      return `${personText(trouble.reason)}: ${trouble.side === 'BUY' ? 'look before you pay; where you have paid, report it' : 'look before it is released'}`;
    case 'unkept':
      return unkeptText(trouble);
    default:
      return plain[trouble.code];
  }
}

type Of<Code extends OrderTrouble['code']> = Extract<OrderTrouble, { code: Code }>;

const plain: Readonly<Record<'unshown' | 'register' | 'unpaid' | 'unreleased' | 'moving' | 'cancelled', string>> = {
  unshown: unshownText,
  register:
    'the register of the merchant’s machine does not answer: nothing is paid or released; what is urgent, do in the app',
  unpaid: 'not paid in time, and the service has not cancelled it: look in the app',
  unreleased: 'paid, and the counterparty has not released in its time: look in the app, and appeal there',
  cancelled:
    'a cancellation was requested in Temporal, and the order goes on: `peerdesk order unhold` confirms that, `peerdesk order hold` stops its money, `peerdesk order stop` ends it here',
  moving: 'it has been moving for long: it is being released, or in appeal; look in the app',
};

function unkeptText({ by, taken, failure }: Of<'unkept'>): string {
  const text = `what ${by} took back (${taken}) is not kept outside Temporal yet: nothing is paid or released meanwhile`;
  return failure === null ? text : `${text}; ${failure}`;
}
