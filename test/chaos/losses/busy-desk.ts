/** A desk with open orders of every state, as it is when its Temporal is lost. */
import { orderControl, placeOrder, startOrder, type OrderControl } from '../../../src/client/index.ts';
import { effects } from '../../simulator/effects.ts';
import { until } from '../storm/storm-world.ts';
import type { DeskDay, Sale } from './desk-day.ts';
import { noRules } from './losses-world.ts';
import { account, settings } from './own-service.ts';

/** What an order is in the middle of. */
const kinds = [
  'unpaid',
  'gate',
  'approved',
  'held',
  'unheld',
  'appeal',
  'lost-release',
  'released-away',
  'cancelled-away',
  'to-pay',
  'confirmed',
  'lost-mark',
  'marked',
] as const;
export type BusyKind = (typeof kinds)[number];

/** Orders of the account, by what each is in the middle of. */
export type BusyOrders = Readonly<Record<BusyKind, readonly Sale[]>>;

const ana = { by: 'ana' };
const buyer = 'ANA PEREZ';
const approve = { policy: 'approve', amountCap: null, counterparty: noRules } as const;
const purchases: ReadonlySet<BusyKind> = new Set(['to-pay', 'confirmed', 'lost-mark', 'marked']);
const unpaid: ReadonlySet<BusyKind> = new Set(['unpaid', 'cancelled-away', ...purchases]);
/** A busy machine takes a while for two hundred. */
const answerMs = 30_000;
const atOnce = 10;

/** Makes the orders, and brings each as far as its kind says. Its worker runs. */
export async function openBusyDesk(day: DeskDay, count: number): Promise<BusyOrders> {
  const orders = Object.fromEntries(kinds.map((kind) => [kind, [] as Sale[]])) as Record<BusyKind, Sale[]>;
  for (let index = 0; index < count - 1; index += 1) {
    const kind = kinds[index % kinds.length] ?? 'unpaid';
    const sale = purchases.has(kind) ? day.purchase() : day.sale(undefined, unpaid.has(kind) ? 'approve' : 'match');
    orders[kind].push(sale);
  }
  hideIdentity(day, orders.approved);
  hideWhatLeaves(day, [...orders['lost-release'], ...orders['lost-mark']]);
  for (const { orderNumber } of orders.approved)
    await startOrder(day.world.client, { account, orderNumber, mode: 'sim', release: approve, settings });
  await eachOf(Object.values(orders).flat(), (sale) => untilRead(day, sale));
  for (const { orderNumber } of orders.appeal) day.world.simulator.counterparties.dispute(orderNumber);
  await eachOf(orders.held, (sale) => controlOf(day, sale).hold(ana));
  await eachOf(orders.held, (sale) => attach(day, sale));
  await eachOf(orders.unheld, async (sale) => {
    await controlOf(day, sale).hold(ana);
    await controlOf(day, sale).unhold(ana);
  });
  await eachOf(orders.approved, (sale) => controlOf(day, sale).approve(ana));
  await eachOf(orders.marked, (sale) => confirm(day, sale));
  return orders;
}

/** Steps leave and no answer comes, one of them a placement: resolves when the calls have taken effect. */
export async function leaveUnanswered(day: DeskDay, orders: BusyOrders): Promise<void> {
  const { simulator } = day.world;
  const lost = { kind: 'reset', when: 'after' } as const;
  const left = [...orders['lost-release'], ...orders['lost-mark']];
  simulator.addFaults([
    ...left.flatMap(({ orderNumber }) =>
      (['releaseCoin', 'markOrderAsPaid'] as const).map((operation) => ({
        operation,
        when: { orderNumber },
        fault: lost,
      })),
    ),
    ...orders.confirmed.map(({ orderNumber }) => ({
      operation: 'markOrderAsPaid',
      when: { orderNumber },
      fault: { kind: 'reset', when: 'before' } as const,
    })),
    { operation: 'placeOrder', fault: { kind: 'hang', when: 'after' } },
  ]);
  await eachOf([...orders.confirmed, ...orders['lost-mark']], (sale) => confirm(day, sale));
  await eachOf(orders['lost-release'], (sale) => attach(day, sale));
  await until(
    'the calls have taken effect',
    async () => left.filter((sale) => !hasLeft(day, sale)).length,
    (missing) => missing === 0,
  );
  await placeBusy(day);
  await until(
    'the placement has taken effect',
    async () => simulator.ledger().placements,
    (placements) => placements === 1,
  );
}

/** Places the purchase of the day; a repetition asks for the same one. */
export async function placeBusy({ world }: DeskDay): Promise<void> {
  const trade = { asset: 'USDT', fiat: 'BOB', side: 'BUY', totalAmount: '500.00', matchPrice: '10.05' } as const;
  const request = { account, requestId: 'busy-1', mode: 'sim', adNumber: '13000000000000000001', settings } as const;
  await placeOrder(world.client, { ...trade, ...request, release: approve });
}

/** What people do in the app while Temporal is away. */
export function actInApp({ world: { simulator } }: DeskDay, orders: BusyOrders): void {
  for (const { orderNumber } of orders['released-away']) simulator.counterparties.release(orderNumber);
  for (const { orderNumber } of orders['cancelled-away']) simulator.counterparties.cancel(orderNumber);
}

/** A few at a time: each waits for an answer. */
export async function eachOf(sales: readonly Sale[], act: (sale: Sale) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < sales.length; from += atOnce)
    await Promise.all(sales.slice(from, from + atOnce).map((sale) => act(sale)));
}

const controlOf = ({ world }: DeskDay, { orderNumber }: Sale): OrderControl =>
  orderControl(world.client, account, orderNumber).within(answerMs);

export const attach = (day: DeskDay, sale: Sale): Promise<unknown> =>
  controlOf(day, sale).attachMatch({
    amount: '500.00',
    payerName: buyer,
    proofId: sale.reference,
    atMs: Date.now(),
    ...ana,
  });

const confirm = (day: DeskDay, sale: Sale): Promise<unknown> =>
  controlOf(day, sale).confirmPayment({ payId: null, proof: sale.reference, ...ana });

const untilRead = (day: DeskDay, sale: Sale): Promise<unknown> =>
  until(
    'the order is read',
    () => day.state(sale),
    ({ pair }) => pair !== null,
  );

const hasLeft = ({ world: { simulator } }: DeskDay, { orderNumber }: Sale): boolean =>
  (['release', 'pay'] as const).some((kind) => effects(simulator.ledger(), kind, orderNumber) > 0);

/** As long as something is missing, an approval releases nothing. */
function hideIdentity({ world: { simulator } }: DeskDay, sales: readonly Sale[]): void {
  const fault = { kind: 'answer', fields: { additionalKycVerify: 1 } } as const;
  simulator.addFaults(
    sales.map(({ orderNumber }) => ({ operation: 'getUserOrderDetail', when: { orderNumber }, fault })),
  );
}

/** From the effect on no read shows it: the step may have left, and no one knows. */
function hideWhatLeaves({ world: { simulator } }: DeskDay, sales: readonly Sale[]): void {
  const hidden = new Set(sales.map(({ orderNumber }) => orderNumber));
  simulator.on((event) => {
    if (event.type !== 'order' || !hidden.delete(event.orderNumber)) return;
    const when = { orderNumber: event.orderNumber };
    simulator.addFaults([{ operation: 'getUserOrderDetail', when, fault: { kind: 'http', status: 400 } }]);
  });
}
