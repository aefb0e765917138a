import { Amount } from '../world/amounts.ts';
import { payerHabits, type PayerHabit, type PlannedTransfer, type Transfer } from '../world/bank-state.ts';
import type { Marketplace } from '../world/marketplace.ts';
import { createRandom, seedFromText } from '../world/seeded-random.ts';
import { buyerOf, sellerOf, type OrderRecord } from '../world/simulator-state.ts';
import { paysAtOnce, planTransfers } from './payer-habits.ts';

const usualDelayMs = 3_000;

/**
 * The bank account of a desk in the simulator: each buyer of its coin pays there as his habit is, and the service knows
 * nothing of it.
 */
export function openBank(marketplace: Marketplace): void {
  const { bank } = marketplace.settings;
  if (bank === null) return;
  const { habits = { honest: 1 }, delayMs = usualDelayMs } = bank;
  marketplace.listen((event) => {
    if (event.type !== 'order' || (event.event !== 'created' && event.event !== 'paid')) return;
    const order = marketplace.orders.get(event.orderNumber);
    if (order === undefined || !isSaleOfDesk(order)) return;
    order.payerHabit ??= habitOf(marketplace, order, habits);
    if (paysAtOnce(order.payerHabit) !== (event.event === 'created')) return;
    const planned = planTransfers(order.payerHabit, { order, nowMs: event.atMs, delayMs });
    (marketplace.state.plannedTransfers ??= []).push(...planned);
    settleBank(marketplace);
  });
}

const isSaleOfDesk = (order: OrderRecord): boolean =>
  sellerOf(order).account !== null && buyerOf(order).account === null;

/** The same order has the same habit, whatever came before it. */
function habitOf(
  { settings }: Marketplace,
  { orderNumber }: OrderRecord,
  weights: Partial<Record<PayerHabit, number>>,
): PayerHabit {
  const known = payerHabits.map((habit) => [habit, weights[habit] ?? 0] as const);
  let left = createRandom(seedFromText(`payer:${settings.seed}:${orderNumber}`)).next();
  left *= known.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [habit, weight] of known) {
    if (left < weight) return habit;
    left -= weight;
  }
  return 'honest';
}

/** Carries out what is due at the bank: transfers leave, and pending ones end. */
export function settleBank(marketplace: Marketplace): void {
  const { state, clock } = marketplace;
  const nowMs = clock.now();
  const due = (state.plannedTransfers ?? []).filter(({ atMs }) => atMs <= nowMs);
  if (due.length > 0) state.plannedTransfers = state.plannedTransfers?.filter((one) => !due.includes(one)) ?? [];
  for (const planned of due) sendTransfer(marketplace, planned);
  for (const transfer of state.transfers ?? []) {
    const { ends } = transfer;
    if (ends !== null && ends.atMs <= nowMs) end(marketplace, transfer, ends);
  }
}

/** Sends a transfer to the account of the desk that sells in the order, by the method that the order names. */
function sendTransfer(marketplace: Marketplace, planned: PlannedTransfer): void {
  const order = marketplace.orders.get(planned.orderNumber);
  if (order === undefined) return;
  const method = order.paymentMethods.find(({ payId }) => payId === order.selectedPayId) ?? order.paymentMethods[0];
  const transfer: Transfer = {
    ...planned,
    reference: `BK${marketplace.nextId('7')}`,
    account: sellerOf(order).account ?? '',
    creditedTo: method?.account ?? '',
    bookedAtMs: planned.stand === 'booked' ? planned.atMs : null,
  };
  const kept = (marketplace.state.transfers ??= []);
  kept.push(transfer);
  if (kept.length >= transfersKept + forgottenAtOnce) kept.splice(0, forgottenAtOnce);
  note(marketplace, transfer);
}

/** A demo runs for days: more than the orders that are kept have. */
const transfersKept = 5_000;
const forgottenAtOnce = 500;

function end(marketplace: Marketplace, transfer: Transfer, { stand, atMs }: NonNullable<Transfer['ends']>): void {
  Object.assign(transfer, { stand, ends: null, bookedAtMs: stand === 'booked' ? atMs : null });
  note(marketplace, transfer);
}

function note({ emit, clock }: Marketplace, { reference, account }: Transfer): void {
  emit({ type: 'transfer', reference, account, atMs: clock.now() });
}

/**
 * Reports whether the buyer himself has paid an order in full, and the money is booked: what a release must rest on, whatever
 * the desk believes.
 */
export function isPaidInTruth({ state }: Marketplace, order: OrderRecord): boolean {
  const wanted = new Amount(order.totalPrice);
  return (state.transfers ?? []).some(
    ({ orderNumber, stand, payer, amount }) =>
      orderNumber === order.orderNumber &&
      stand === 'booked' &&
      payer === buyerOf(order).realName &&
      wanted.lte(amount),
  );
}
