/** What service and workflows still know of an account whose register is lost. */
import { guardControl, listWorkflows, orderControl, type OrderView } from '../../client/index.ts';
import type { AccountConfig } from '../../config/egress-config.ts';
import { keptProof, normaliseProof, proofKey } from '../../domain/orders/payment-proof.ts';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import { restrictionsOfGuard } from '../../domain/guard/restriction.ts';
import { oddName } from '../../exchange/index.ts';
import type { ClaimedPayment } from '../../register/operations/claim.ts';
import type { Register } from '../../register/register.ts';
import { listedOrders, type ReadOrders } from './account-service.ts';
import { isServed, type TemporalSession } from '../session/temporal-session.ts';

/** What was put into the new register, and what a person must look at. */
export interface RecoveredAccount {
  readonly account: string;
  /** How many restrictions of its guard it has taken over; null: the guard did not answer. */
  readonly restrictions: number | null;
  /** Releases that were written down as done. */
  readonly booked: readonly string[];
  /** Those of them of which no payment is known. */
  readonly withoutPayment: readonly string[];
  readonly held: readonly string[];
  /** What could not be read, and why. */
  readonly unread: readonly string[];
}

interface Recovering {
  readonly register: Register;
  readonly config: AccountConfig;
  /** Null: Temporal does not answer. */
  readonly session: TemporalSession | null;
  readonly sinceMs: number;
  readonly by: string;
}

/** Puts into a new register what is still known of an account. Its releases are switched off already. Never rejects for what cannot be read. */
export async function recoverAccount(wish: Recovering): Promise<RecoveredAccount> {
  const { config } = wish;
  const unread: string[] = [];
  const orUnread = async <T>(what: string, usual: T, read: () => Promise<T>): Promise<T> => {
    try {
      return await read();
    } catch (error) {
      unread.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      return usual;
    }
  };
  const session = await servedSession(wish);
  if (session === null) unread.push('the workflows: no worker answers for them');
  const restrictions =
    session === null ? null : await orUnread('the guard', null, () => copyRestrictions(wish, session));
  const { items: orders, odd } = await orUnread('the orders of the service', noOrders, () =>
    listedOrders(config, { startDate: wish.sinceMs }),
  );
  unread.push(...odd.map((row) => `order ${oddName(row)}: ${row.why}`));
  const running = await orUnread('the running orders', [], () => runningOrders(wish));
  const released = orders.filter(({ side, status }) => side === 'SELL' && status === OrderStatus.COMPLETED);
  const withoutPayment: string[] = [];
  for (const order of released) {
    const payments = session === null ? [] : await paymentsOf(session, order.orderNumber);
    if (payments.length === 0) withoutPayment.push(order.orderNumber);
    await book(wish, order, payments);
  }
  const open = orders.filter(({ status }) => !isOver(status)).map(({ orderNumber }) => orderNumber);
  // One that cannot be read may be open.
  const hidden = odd.flatMap(({ subject }) => subject ?? []);
  const held = [...new Set([...open, ...hidden, ...running])].toSorted();
  for (const orderNumber of held) await hold(wish, orderNumber);
  const booked = released.map(({ orderNumber }) => orderNumber);
  return { account: config.account, restrictions, booked, withoutPayment, held, unread };
}

async function servedSession({ session }: Recovering): Promise<TemporalSession | null> {
  return session !== null && (await isServed(session).catch(() => false)) ? session : null;
}

async function copyRestrictions({ register, config, by }: Recovering, { client }: TemporalSession): Promise<number> {
  const { account } = config;
  const view = await guardControl(client, account).state();
  const entries = restrictionsOfGuard(view);
  await register.restrict({ account, entries, by, nowMs: Date.now() });
  return entries.length;
}

const noOrders: ReadOrders = { items: [], odd: [] };

async function runningOrders({ session, config }: Recovering): Promise<string[]> {
  if (session === null) return [];
  const filter = { type: 'orderLifecycle', account: config.account, running: true } as const;
  return (await listWorkflows(session.client, filter)).map(({ subject }) => subject);
}

const over: readonly OrderStatus[] = [OrderStatus.COMPLETED, OrderStatus.CANCELLED, OrderStatus.CANCELLED_BY_SYSTEM];
const isOver = (status: OrderStatus): boolean => over.includes(status);

/** Of a workflow that has ended as well, while Temporal keeps it; what is not known of one is none. */
async function paymentsOf({ client, account }: TemporalSession, orderNumber: string): Promise<ClaimedPayment[]> {
  const view = await orderControl(client, account, orderNumber)
    .state()
    .catch((): OrderView | null => null);
  const proofs = (view?.payments ?? [])
    .filter(({ backs }) => backs === null)
    .flatMap(({ reference }) => normaliseProof(reference) ?? []);
  return [...new Map(proofs.map((proof) => [proofKey(keptProof(proof)), proof]))].map(([key, proof]) => ({
    key,
    proof,
  }));
}

/** The same as a worker's read of an order that was released elsewhere. */
async function book(
  { register, config }: Recovering,
  order: OrderFacts,
  payments: readonly ClaimedPayment[],
): Promise<void> {
  const { orderNumber, side, status, asset, amount, price, totalPrice: total, fiat } = order;
  const nowMs = Date.now();
  await register.orderSeen({
    account: config.account,
    orderNumber,
    resetId: null,
    side,
    status,
    asset,
    amount,
    price,
    total,
    fiat,
    counterparty: order.counterpartyNumber,
    payments,
    beganAtMs: nowMs,
    nowMs,
  });
}

const holdNote = 'the register was rebuilt: look at the order and its payments';

/** Its workflow hears of it as well: an order that waits for a person reads rarely. */
async function hold({ register, config, by, session }: Recovering, orderNumber: string): Promise<void> {
  const { account } = config;
  await register.takeBack({ account, orderNumber, what: 'hold', by, note: holdNote, nowMs: Date.now() });
  if (session === null) return;
  const control = orderControl(session.client, account, orderNumber);
  // One that no workflow carries is taken up held, by its register.
  await control.sendTakeBack({ what: 'hold', by, note: holdNote }).catch(() => undefined);
}
