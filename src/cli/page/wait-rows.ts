/** The lines of what waits on the page: orders as `order list` has them, and what waits beside them in the words of the notices. */
import { needKind } from '../../domain/notices/need-fact.ts';
import type { WaitingNeed } from '../../domain/notices/waiting-need.ts';
import type { PageField, PageRow, WaitPlace } from '../../door/page/page-desk.ts';
import { lookCommand } from '../../words/looks.ts';
import { needName, needText } from '../../words/need-words.ts';
import { modeTitle } from '../../words/people/page-words.ts';
import { parseWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { printableText } from '../kit/printable-text.ts';
import { byUrgency, orderColumns, type OrderRow } from '../order/order-rows.ts';
import { timeText } from '../text/time-zone.ts';
import { cellFields } from './look-for-page.ts';

/** A need, and of which account it was asked. */
export interface AccountNeed extends WaitingNeed {
  readonly account: string;
}

interface Waits {
  readonly orders: readonly OrderRow[];
  readonly needs: readonly AccountNeed[];
  /** Whether the page is of several accounts. */
  readonly isOfMany: boolean;
}

/** Returns the lines, the most urgent first. A need of an order that is listed stands in its line. */
export function waitRows({ orders, isOfMany, ...found }: Waits): PageRow<WaitPlace>[] {
  const sorted = orders.toSorted(byUrgency);
  const columns = orderColumns(Date.now(), { allAccounts: isOfMany }, sorted);
  const needs = withoutRepeats(found.needs);
  const rows = sorted.map((order) => orderRow(order, { columns, needs }));
  const isListed = new Set(sorted.map(({ workflowId }) => workflowId));
  const others = needs.filter(({ workflowId }) => !isListed.has(workflowId));
  return byPressure(rows, others).map((row) => ('isUrgent' in row ? needRow(row, isOfMany) : row.shown));
}

/** An outgoing address is of several accounts, and each of them says what it asks for. */
const withoutRepeats = (needs: readonly AccountNeed[]): AccountNeed[] => [
  ...new Map(needs.map((need) => [`${need.workflowId} ${needKind(need.fact)}`, need])).values(),
];

interface ShownOrder {
  readonly shown: PageRow<WaitPlace>;
  /** Whether it comes before what waits beside orders. */
  readonly presses: boolean;
}

/** Of the desk as a whole: while it lasts nothing else goes on. */
const wholeTypes: ReadonlySet<AccountNeed['type']> = new Set(['desk', 'guard', 'egress', 'watchdog']);

/** What stops the desk comes first, then orders with money or a person waiting, then other needs, then the other orders. */
function byPressure(orders: readonly ShownOrder[], needs: readonly AccountNeed[]): (ShownOrder | AccountNeed)[] {
  const isFirst = ({ type, isUrgent }: AccountNeed): boolean => isUrgent && wholeTypes.has(type);
  const others = needs.filter((need) => !isFirst(need));
  return [
    ...needs.filter(isFirst),
    ...orders.filter(({ presses }) => presses),
    ...others.filter(({ isUrgent }) => isUrgent),
    ...others.filter(({ isUrgent }) => !isUrgent),
    ...orders.filter(({ presses }) => !presses),
  ];
}

/** What the wait of an order does not say. */
const besideWait: ReadonlySet<string> = new Set(['customer-waits', 'step-open']);

function orderRow(
  order: OrderRow,
  { columns, needs }: { readonly columns: ReturnType<typeof orderColumns>; readonly needs: readonly AccountNeed[] },
): ShownOrder {
  const { account, orderNumber, requestId, mode, needsHuman, isAppeal, paidSinceMs } = order;
  const own = needs.filter(
    ({ workflowId, fact }) => workflowId === order.workflowId && (!needsHuman || besideWait.has(fact.code)),
  );
  const needsYou = needsHuman || own.length > 0;
  const shown = {
    place: orderNumber === null ? null : { account, orderNumber },
    title: `${orderNumber === null ? `Placement ${requestId}` : `Order ${orderNumber}`}${modeTitle(mode)}`,
    needsYou,
    fields: [...cellFields(columns, order, 'ORDER'), ...own.map(needField)],
  };
  return { shown, presses: needsYou || isAppeal || paidSinceMs !== null };
}

const needField = ({ fact }: AccountNeed): PageField => ['needs you', printableText(needText(fact))];

/** What has no view of its own says what to type: it reads, whatever waits. */
function needRow(need: AccountNeed, isOfMany: boolean): PageRow<WaitPlace> {
  const { workflowId, account, sinceMs, isUrgent } = need;
  const place = placeOf(workflowId);
  const look = place === null ? lookCommand(workflowId, account) : null;
  const name = printableText(needName(need));
  return {
    place,
    title: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    needsYou: true,
    fields: [
      ...(isOfMany ? [['account', account] as const] : []),
      needField(need),
      ['since', `${timeText(sinceMs)}${isUrgent ? ', urgent' : ''}`],
      ...(look === null ? [] : [['look', look] as const]),
    ],
  };
}

function placeOf(workflowId: string): WaitPlace | null {
  const parts = parseWorkflowId(workflowId);
  if (parts?.kind === 'order') return { account: parts.owner, orderNumber: parts.subject };
  return parts?.kind === 'ad' ? { account: parts.owner, adNumber: parts.subject } : null;
}
