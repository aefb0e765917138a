/** What is said of a money step that the register or the guard does not let go. */
import { refusedOrder } from '../domain/payment-owner.ts';
import type { StepBar } from '../domain/step-bar.ts';
import { amountText } from './amount-words.ts';
import { wordedBy } from './worded.ts';

/** Returns why a money step may not leave. */
export const stepBarText: (bar: StepBar) => string = wordedBy<StepBar>({
  'other-leader': 'another process leads by now: this one sends nothing',
  'order-held': 'the order is on hold',
  'changed-since-look': 'something was taken back or changed since the order was looked at',
  'payment-moved': 'a payment that it was claimed with backs another order by now',
  'claim-gone': ({ state }) => `another attempt took its place: its claim is ${state ?? 'not there'}`,
  'switched-off': ({ engaged }) => `the switch "${engaged.name}" is engaged`,
  'code-of-other-time': ({ step, clockStep }) =>
    `the one-time code is of step ${step}, and by this clock it is step ${clockStep}`,
  'code-used': 'the one-time code of this step, or a later one, was used already',
  'other-temporal':
    'Temporal has begun empty, or is another one than before: no money moves until a person has said that it is meant',
  'payment-taken':
    'a person has said that a payment of it is another order’s: take it off this one (`peerdesk order not-received`)',
  'sum-unknown': 'a release without a sum cannot be counted for the day',
  'older-copy': ({ last }) =>
    `the guard has permitted a call ${last} that this register does not have: it is an older copy`,
  'releases-unknown': ({ count, first }) =>
    `the service shows ${count} releases that the register does not know, such as order ${first}`,
  'forgotten-beside': ({ account }) =>
    `the register may not know all releases of account ${account}, and may have forgotten this payment: its worker compares them, and a person says what is unknown (\`peerdesk register explain ${account}\`)`,
  'sent-before': ({ step }) => `the ${step} of this name was sent before, or may have been`,
  'done-before': ({ step }) => `the ${step} of this order is done already`,
  'earlier-may-have-left': 'this call of the order may have left, and must show first',
  'rival-may-have-left': ({ step }) =>
    `a ${step === 'cancel' ? 'cancellation' : 'payment notice'} of the order may have left, and must show first`,
  'cancel-needs-people': ({ people, wanted }) =>
    wanted === 1
      ? 'no one has said on the merchant’s machine that it is cancelled (`peerdesk order cancel`), or it was long ago: no message of Temporal stands for that'
      : `the purchase may be paid, and a cancelled order leaves the money with the seller: ${wanted} different people say so on the merchant’s machine (\`peerdesk order cancel --despite-payment\`); so far ${people.length === 0 ? 'no one' : people.join(', ')}`,
  'payment-used': ({ orderNumber, account }) =>
    orderNumber === refusedOrder
      ? 'a person has refused the payment (`peerdesk payment refuse`)'
      : `the payment was used for order ${orderNumber}${account === null ? '' : ` of account ${account}`}`,
  'over-day-cap': ({ sum, fiat, perDay }) =>
    `with this release ${amountText(sum)} ${fiat} in 24 hours, at most ${amountText(perDay)} wanted`,
  'register-put-back':
    'the register was put back, or made again: the releases of the service are compared with it first',
  'not-compared': ({ why }) =>
    `the releases of the service are not compared with the register yet: ${why ?? 'the list is being read'}`,
  'request-unreadable': ({ places }) => `the request for a permit cannot be read: ${places.join(', ')}`,
  'guard-behind': 'the guard knows less than the register of this machine',
  'guard-untaken': 'the register does not have what the guard received yet',
  'guard-taking-over': 'the guard is taking over what its ended run kept',
  'number-permitted': ({ last, number }) =>
    `the guard has permitted number ${last} already, and the register asks for ${number}: it is an older copy`,
  'call-unnamed': ({ last }) =>
    `the guard has permitted a call ${last} that the register does not name: it may be an older copy`,
  'guard-unheard': ({ why }) => `the guard did not answer: ${why}`,
});
