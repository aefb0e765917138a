/** What is said of a message, an update or a command that is refused. */
import type { AdRefusal } from '../domain/refusals/ad-refusal.ts';
import type { GuardRefusal } from '../domain/refusals/guard-refusal.ts';
import type { MessageRefusal } from '../domain/refusals/message-refusal.ts';
import type { OrderRefusal } from '../domain/refusals/order-refusal.ts';
import type { StayingThing, WordRefusal } from '../domain/register/word-refusal.ts';
import type { SignatureProblem } from '../domain/signing/signed-word.ts';
import type { OtherRefusal, Refusal } from '../domain/refusals/refusal.ts';
import type { Lapse } from '../domain/orders/approval.ts';
import type { Unblockable } from '../domain/orders/counterparty.ts';
import type { MistypedRules } from '../domain/pricing/pricing-rules.ts';
import { amountText } from './amount-words.ts';
import { unkeptText } from './check-words.ts';
import { moment } from './moment.ts';
import { stopText } from './switch-words.ts';
import { wordedBy, type Words } from './worded.ts';

const messageWords: Words<MessageRefusal> = {
  unreadable: ({ reason }) => reason,
  malformed: ({ issues }) => issues,
  'no-such-signal': 'there is no such signal',
  failed: ({ message }) => message,
};

/** Returns why rules look mistyped. */
export const doubtText: (doubt: MistypedRules) => string = wordedBy<MistypedRules>({
  'far-limit': ({ limit, price, marketPrice }) =>
    `the ${limit} ${amountText(price)} is ${limit === 'floor' ? 'above' : 'below'} the market at ${amountText(marketPrice)} by more than 10 %`,
  'price-outside-limits': ({ what, price, floor, ceiling }) =>
    `the ${what} price ${amountText(price)} is outside the limits ${amountText(floor)} to ${amountText(ceiling)}`,
});

/** A command is sent again with the consent that it lacks. */
const asked = (doubt: MistypedRules): string => `${doubtText(doubt)}: if it is meant, say so (confirm: true)`;

const adWords: Words<AdRefusal> = {
  'far-limit': asked,
  'price-outside-limits': asked,
  'ad-ended': ({ state }) => `the ad is ${state}: start it again`,
  'ad-mode': ({ mode }) => `the ad is kept in mode ${mode} already`,
  'price-beyond-limit': ({ limit, price, bound }) =>
    `price ${amountText(price)} is ${limit === 'floor' ? 'below' : 'above'} the ${limit} ${amountText(bound)}`,
};

const endUnknown = 'try again when its end is known';

const orderWords: Words<OrderRefusal> = {
  'register-unheard': 'the register of the merchant’s machine has not answered yet: try again in a moment',
  unkept: unkeptText,
  'taken-back-since': 'something was taken back since the order was shown: look at it, and say it again',
  'taken-back-meanwhile': 'something else was taken back meanwhile: look at the order, and attach the payment again',
  'not-approved': (lapse) => `not approved: ${lapseText(lapse)}`,
  'approver-unnamed': 'say who approves',
  'approvals-full': ({ max }) => `${max} people have approved already`,
  'approved-already': ({ by }) =>
    `${by} has approved already: to approve again, take the approvals of the order back first`,
  'signature-used': 'this signature was used before',
  'signatures-full': ({ max }) => `${max} signatures were used on this order: release it in the app`,
  'unsigned-approval':
    'a typed approval counts for nothing: this worker takes signed approvals only (`peerdesk approver init`, then `peerdesk order approve-release --key NAME`)',
  'buyer-cancels':
    'only the buyer can cancel, and the desk sells here: wait for the end of its time to pay, ask the buyer to cancel (`peerdesk order say`), or appeal in the app',
  'reason-unexplained': 'reason 5 needs a note that says which',
  'cancel-in-shadow': 'in mode shadow nothing is sent: cancel it in the app',
  'cancel-held': 'the order is on hold, and nothing of it is sent: `peerdesk order unhold` first',
  'not-cancellable': ({ status }) => `the order is ${status}, and cannot be cancelled`,
  'being-cancelled': ({ by }) =>
    `the order is being cancelled${by === null ? '' : `, as ${by} has asked`}: do not pay; look at it (\`peerdesk order show\`), and if money has left, write to the seller at once`,
  'paid-for': ({ by }) =>
    `${by === null ? 'the purchase may be paid' : `${by} has confirmed its payment`}, and a cancelled order leaves the money with the seller: look at the bank; two people say so with --despite-payment (\`peerdesk order cancel --help\`)`,
  'order-ended': ({ status }) => `the order has ended: ${status}`,
  'order-stopped': ({ by }) => `the order was stopped by ${by}`,
  'order-mode': ({ mode }) => `the order is carried in mode ${mode} already`,
  'order-unread': 'the order has not been read yet: try again in a moment',
  'step-underway': `a money step is on its way: ${endUnknown}`,
  'release-underway': `a release is on its way: ${endUnknown}`,
  'release-undecided': 'whether the release was executed is not known: `peerdesk order record-outcome` first',
  'release-left': 'the release has left, and claims its payments',
  'release-may-have-left': ({ armedAtMs }) =>
    `a release may have left at ${moment(armedAtMs)}: its payments stay with this order`,
  'not-attached': 'no payment with this reference is attached to the order',
  'payments-full': ({ max }) => `${max} payments are attached to this order already`,
  'no-payment-arrives': 'the desk buys here: no payment arrives',
  'counterparty-pays': 'the desk sells here: the counterparty pays',
  'payment-confirmed': 'the payment is confirmed already',
  'no-identity-check': 'no extra identity check is open on this order',
  'nothing-to-rule': ({ waitsFor }) => `nothing to resolve: it waits for ${waitsFor}`,
};

const lapses: Readonly<Record<Exclude<Lapse['lapse'], 'not-paid'>, string>> = {
  'desk-buys': 'the desk buys here: the counterparty releases',
  'in-appeal': 'the order is in appeal',
  complaint: 'there is a complaint',
  held: 'the order is on hold',
  unnamed: 'it names no one',
  'other-sight': 'the order is not what was approved',
  expired: 'it has expired',
};

const lapseText = (lapse: Lapse): string =>
  lapse.lapse === 'not-paid' ? `the order is ${lapse.status}, not PAID` : lapses[lapse.lapse];

const byNumber = 'block by user number: `peerdesk order show` names it';

/** What a block by a nickname says beside. */
export const nicknameWarning = `a nickname can change and is not unique: ${byNumber.replace(':', ',')}`;

const unblockables: Readonly<Record<Unblockable['why'], string>> = {
  'no-user-number': 'is no user number',
  'no-one': 'names no one',
  masked: 'is masked and may be anyone',
  'too-long': 'is longer than any nickname',
};

const guardWords: Words<GuardRefusal> = {
  unblockable: ({ why }) => `counterparty ${unblockables[why]}: ${byNumber}`,
  'block-list-full': ({ max }) =>
    `the block list is full: ${max === null ? 'its notes and names take no more' : `${max} counterparties`}`,
  'not-blocked': ({ counterparty, listed, more }) =>
    `${counterparty} is not on the block list, ${listText(listed, more)}`,
  'taking-over': 'the guard is taking over what its ended run kept',
  'publications-full': 'no more published ads can be remembered',
};

function listText(listed: readonly string[], more: number): string {
  if (listed.length === 0) return 'which is empty';
  return `which has ${listed.join(', ')}${more === 0 ? '' : ` and ${more} more: \`peerdesk desk show\``}`;
}

const stepStates: Readonly<Record<Extract<WordRefusal, { code: 'release-not-ended' }>['state'], string>> = {
  asked: 'a release of the order is on its way',
  leaving: 'a release of the order may have left, and no reads have ended it yet',
  done: 'the release of the order is done',
};

const wordWords: Words<WordRefusal> = {
  'order-not-held': 'the order is not held',
  'payment-not-held': 'the order does not hold this payment',
  'changed-since-shown': ({ what }) => `the ${what} has changed since it was shown: look again`,
  'restrictions-changed': ({ shown, now }) =>
    `the restrictions have changed since they were shown (${shown}, now ${now}): look again`,
  'may-still-act': ({ untilMs }) => `the call may still take effect until ${moment(untilMs)}: look again then`,
  'release-not-ended': ({ state }) => `${stepStates[state]}: its payment stays with it`,
  'release-not-disproved':
    'reads have shown of no release of the order that it was not done: its payment stays with it',
  'released-again': 'the order was tried again since it was shown: look again',
  'unsigned-word': ({ word, problem, signers, ...staying }) =>
    `${signatureText(word, problem)}: ${stayingText(staying)}, NAME being ${signers.join(' or ') || 'a key of `peerdesk approver init` that the worker lists'}`,
};

/** Returns why the signature of a word does not count; `word`: its name. */
export function signatureText(word: string, problem: SignatureProblem): string {
  switch (problem) {
    case 'missing':
      return `the ${word} is not signed`;
    case 'unknown-key':
      return `the ${word} is signed with a key that this worker does not know`;
    case 'other-person':
      return `the ${word} is signed by another person than it names`;
    case 'expired':
      return `the signed ${word} has expired`;
    case 'too-long':
      return `the signed ${word} would hold too long`;
    case 'unfit':
      return `the signature does not fit the ${word}`;
  }
}

/** What to look at, and then say with NAME. */
function stayingText(staying: StayingThing): string {
  switch (staying.stays) {
    case 'held-order':
      return `the order stays held; look at it (\`peerdesk order show ${staying.orderNumber}\`), then \`peerdesk order unhold --key NAME\``;
    case 'payment':
      return `the payment stays with order ${staying.orderNumber}; look at it, then \`peerdesk register free-payment ${staying.orderNumber} --key NAME\``;
    case 'refused-payment':
      return 'the payment stays refused; look at it (`peerdesk payment show`), then `peerdesk payment refuse --undo --key NAME`';
    case 'purchase':
      return `order ${staying.orderNumber} is not cancelled; look at it (\`peerdesk order show ${staying.orderNumber}\`), then \`peerdesk order cancel ${staying.orderNumber} --key NAME\``;
    case 'restrictions':
      return 'look at what holds (`peerdesk desk show`), then say it again with --key NAME';
    case 'call':
      return `it still counts as one that may have left; look at the service, then say it with \`peerdesk ${rulingCommands[staying.step]} --key NAME\``;
  }
}

const rulingCommands = { place: 'order record-outcome --placement', publish: 'ad resolve' } as const;

const otherWords: Words<OtherRefusal> = {
  'no-break-to-end': 'the business is closed, so there is no break to end: open the business',
  'closed-for-break': 'the business is closed: a break needs an open one',
  'nothing-opens': ({ engaged }) => `nothing is opened: ${stopText(engaged ?? 'unknown')}`,
  'desk-stopped': 'the desk is stopped: start it again',
  'no-ban': 'there is no ban',
  'not-waiting': ({ state }) => `it does not wait: it is ${state}`,
  'nothing-to-resolve': ({ state }) => `nothing to resolve: it is ${state}`,
  'number-missing': ({ field }) => `outcome done needs the ${field}`,
  'call-may-have-left': ({ step }) =>
    `the call may have left, as the register knows, and no message changes that: say it on the merchant’s machine with \`peerdesk ${rulingCommands[step]}\``,
};

const words: Words<Refusal> = {
  ...wordWords,
  ...messageWords,
  ...adWords,
  ...orderWords,
  ...guardWords,
  ...otherWords,
};

/** Returns why something was refused. */
export const refusalText: (refusal: Refusal) => string = wordedBy(words);
