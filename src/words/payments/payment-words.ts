/** What is said of payments that were seen, and of what a matcher finds. */
import { refusedOrder } from '../../domain/payment-owner.ts';
import { basisOf, type Payment } from '../../domain/payments/payment.ts';
import type { PaymentFinding, PaymentVerdict } from '../../domain/payments/payment-finding.ts';
import type { SheetPayment } from '../../domain/sheet/sheet-payments.ts';
import { amountText } from '../amount-words.ts';

/** What a verdict is called. */
export const verdictWords: Readonly<Record<PaymentVerdict, string>> = {
  matched: 'MATCHED',
  candidate: 'may be it',
  ambiguous: 'CHOOSE',
  'third-party': 'THIRD PARTY',
  over: 'TOO MUCH',
  under: 'TOO LITTLE',
  early: 'TOO OLD',
  late: 'LATE',
  pending: 'not booked yet',
  reversible: 'can be taken back',
};

/** How long a time is, in words. */
type Age = (ms: number) => string;

/** How times are said where it is shown. */
interface Clock {
  readonly time: (atMs: number) => string;
  readonly age: Age;
}

/** "MATCHED 12: 400.00 BOB from Ana Perez at 08:00, REF-1; the payer is the buyer". */
export function sheetPaymentText(payment: SheetPayment, { time, age }: Clock): string {
  const { id, proof, atMs, verdict, findings } = payment;
  const reasons = findings.map((finding) => findingText(finding, age));
  return [`${verdictWords[verdict]} ${id}: ${fromText(payment)} at ${time(atMs)}, ${proof}`, ...reasons].join('; ');
}

/** Returns a reason in words; a person reads it beside the payment. */
function findingText(finding: PaymentFinding, age: Age): string {
  switch (finding.code) {
    case 'before-order':
      return `it came ${age(finding.byMs)} before the order was made`;
    case 'after-paid':
      return `it came ${age(finding.byMs)} after the buyer said that he had paid`;
    case 'more':
    case 'less':
      return `${amountText(finding.by)} ${finding.code} than the total`;
    case 'claimed':
      return finding.orderNumber === refusedOrder ? 'a person has refused it' : `it backs order ${finding.orderNumber}`;
    case 'two-orders':
      return `order ${finding.orderNumber} could mean it, too`;
    case 'names-other':
      return `its memo names order ${finding.orderNumber}`;
    case 'released-beside':
      return `order ${finding.orderNumber} was released for as much, and no payment is known for it`;
    case 'same-money':
      return `payment ${finding.payment}, which backs another order, may be the same money from another source`;
    case 'two-payments':
      return `payment ${finding.payment} could be meant, too`;
    case 'other-method':
      return `it came by ${finding.method}, and the buyer chose another method`;
    default:
      return plainFindings[finding.code];
  }
}

type PlainCode = Exclude<
  PaymentFinding['code'],
  | 'before-order'
  | 'after-paid'
  | 'more'
  | 'less'
  | 'claimed'
  | 'two-orders'
  | 'names-other'
  | 'released-beside'
  | 'two-payments'
  | 'same-money'
  | 'other-method'
>;

const plainFindings: Readonly<Record<PlainCode, string>> = {
  'payer-other': 'another one than the buyer has paid',
  'not-booked': 'the bank may still take it back',
  reversible: 'its payer can take it back',
  undated: 'its source does not say when it was booked: it may be days old',
  hint: 'only a hint reports it: look at the bank',
  'payer-unexpected': 'the name of the buyer is not known',
  'payer-unnamed': 'no name of a payer was reported',
  'payer-differ': 'its sources name two payers',
  'payer-masked': 'a name hides letters, and proves nothing',
  'payer-part': 'one name is a part of the other: look at both',
  'in-future': 'it is dated ahead of this clock: is the time zone of its source right?',
  'reference-twice': 'another payment has the same reference',
  'orders-unread': 'the other open orders could not be read',
  'payer-equal': 'the payer is the buyer',
  'names-order': 'its memo names this order',
};

/** "400.00 BOB from Ana Perez". */
export function paidText(payment: Payment): string {
  return fromText({ ...payment, payers: [...basisOf(payment).payers] });
}

function fromText({ amount, currency, payers }: Pick<SheetPayment, 'amount' | 'currency' | 'payers'>): string {
  const from = payers.length === 0 ? 'an unnamed payer' : payers.join(' or ');
  return `${amountText(amount)} ${currency} from ${from.replace(/\s+/g, ' ')}`;
}

/** "booked", "pending" or "hint". */
export function standText(payment: Payment): string {
  const { isEvidence, isBooked } = basisOf(payment);
  return `${isEvidence ? 'evidence' : 'hint'}, ${isBooked ? 'booked' : 'pending'}`;
}

/** Returns which order a payment backs. */
export function backedText({ owner }: Payment): string {
  if (owner === null) return 'no order yet';
  return owner.orderNumber === refusedOrder ? 'none: refused' : `order ${owner.orderNumber} of ${owner.account}`;
}
