import type { OrderView, PlacementView } from '../../client/index.ts';
import { amountText } from '../amount-text.ts';
import { timeText } from '../duration.ts';
import { fieldList, textTable } from '../text-table.ts';

/** One order as a person reads it, with the checks of its release. */
export function orderText(view: OrderView): string {
  const fields = fieldList([
    ['order', `${view.orderNumber} of ${view.account}, mode ${view.mode}`],
    ['trade', tradeText(view)],
    ['status', view.status],
    ['waits for', waitText(view)],
    ['why', view.why],
    ...(view.held === null
      ? []
      : [['held', `by ${view.held.by}${view.held.note === '' ? '' : `: ${view.held.note}`}`] as const]),
    ...(view.undecided === null
      ? []
      : [['undecided step', `${view.undecided}: \`peerdesk order resolve\` says what happened`] as const]),
    ['approvals', view.approvals.map(({ by, atMs }) => `${by} at ${timeText(atMs)}`).join(', ') || 'none'],
    ['attempts', attemptsText(view)],
    ...(view.lastProblem === null ? [] : [['last problem', view.lastProblem] as const]),
  ]);
  return view.checks.length === 0 ? fields : `${fields}\n\n${checksText(view)}`;
}

/** One line that says how an order stands after a command. */
export function orderLine(view: OrderView): string {
  return `order ${view.orderNumber}: ${view.status}, waits for ${waitText(view)}: ${view.why}`;
}

/** "SELL 250.00 USDT/BOB @ 11.62, total 2905.00"; empty while the order has not been read. */
export function tradeText({ side, amount, pair, price, totalPrice }: OrderView): string {
  if (side === null) return '';
  return `${side} ${shown(amount)} ${pair ?? ''} @ ${shown(price)}, total ${shown(totalPrice)}`;
}

const shown = (decimal: string | null): string => (decimal === null ? '?' : amountText(decimal));

function waitText({ waitingFor, untilMs, needsHuman }: OrderView): string {
  const until = untilMs === null ? '' : ` until ${timeText(untilMs)}`;
  return `${waitingFor}${until}${needsHuman ? ' (needs you)' : ''}`;
}

function attemptsText({ attempts }: OrderView): string {
  const made = Object.entries(attempts).filter(([, count]) => count > 0);
  return made.map(([step, count]) => `${step} ${count}`).join(', ') || 'none';
}

function checksText({ checks }: OrderView): string {
  return textTable(
    [
      { title: 'RELEASE CHECK', cell: (check) => check.name },
      { title: 'OK', cell: (check) => (check.ok ? 'yes' : 'NO') },
      { title: 'BECAUSE', cell: (check) => check.text },
    ],
    checks,
  );
}

/** One placement as a person reads it. */
export function placementText(view: PlacementView): string {
  return fieldList([
    ['placement', view.requestId],
    ['ad', view.adNumber],
    ['state', view.state],
    ['order', view.orderNumber],
    ['why', view.why],
    ...view.riskTips.map((tip) => ['risk tip', tip] as const),
  ]);
}

/** One line that says how a placement stands. */
export function placementLine({ requestId, state, orderNumber, why }: PlacementView): string {
  return `placement ${requestId}: ${state}${orderNumber === null ? '' : `, order ${orderNumber}`}: ${why}`;
}
