/** What a person has to know who frees a payment. */
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import type { StepRow } from '../../domain/register/step-row.ts';
import type { HeldPayment } from '../../register/operations/freed-payments.ts';
import type { MarksNow } from '../../register/operations/order-marks.ts';
import { amountText } from '../../words/amount-words.ts';
import { fieldList } from '../text/text-table.ts';
import { timeText } from '../text/time-zone.ts';

/** An order whose release was not done, as its register has it. */
export interface FreeableOrder {
  readonly account: string;
  readonly orderNumber: string;
  /** Its releases, the oldest first. */
  readonly rows: readonly StepRow[];
  readonly marks: MarksNow;
  /** What is freed of it. */
  readonly payment: HeldPayment;
}

/** Returns the releases of the order with the reads that ended them, its payment, and what the service shows now. */
export function freeingSheet(order: FreeableOrder, shown: Pick<OrderFacts, 'status' | 'totalPrice' | 'fiat'>): string {
  const { account, orderNumber, rows, marks, payment } = order;
  const { held } = marks;
  return fieldList([
    ['order', `${orderNumber} of ${account}`],
    ['the service shows', `${shown.status}, total ${amountText(shown.totalPrice)} ${shown.fiat}`],
    ...rows.map((row) => ['release', releaseText(row)] as const),
    ['payment', `${payment.proof}, of this order since ${timeText(payment.sinceMs)}`],
    held === null
      ? ['held', 'no: it may be released again, on another payment or approval']
      : ['held', `by ${held.by}${held.note === '' ? '' : `: ${held.note}`}`],
    ['then', 'the payment may back another order, and never this one again'],
  ]);
}

function releaseText({ number, state, armedAtMs, untilMs, unseenReads, unseenAtMs }: StepRow): string {
  if (armedAtMs === null || untilMs === null) return `call ${number}: never left`;
  if (state === 'not-left') return `call ${number}: nothing of it left, at ${timeText(armedAtMs)}`;
  const last = unseenAtMs === null ? '' : `, the last at ${timeText(unseenAtMs)}`;
  const reads = unseenReads === 1 ? '1 read' : `${unseenReads} reads`;
  return `call ${number} of ${timeText(armedAtMs)}: could show until ${timeText(untilMs)}; ${reads} after that did not show it${last}`;
}
