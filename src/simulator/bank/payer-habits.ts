import { Amount, atScale } from '../world/amounts.ts';
import type { PayerHabit, PlannedTransfer } from '../world/bank-state.ts';
import { buyerOf, type OrderRecord } from '../world/simulator-state.ts';

/** What a transfer of one habit needs to know of its order and of its time. */
interface PayerMoment {
  order: OrderRecord;
  /** Of the bank's step: when the buyer is met, or when he says that he has paid. */
  nowMs: number;
  /** Between a pending transfer and its end, and between the word of a late payer and his money. */
  delayMs: number;
}

type Plan = (moment: PayerMoment) => PlannedTransfer[];

interface Habit {
  /** Whether the money leaves before the buyer says so; absent: then. */
  pays?: 'at-once';
  plan: Plan;
}

const whole: Plan = (moment) => [transferOf(moment)];

/** How buyers pay who trade with a desk. Each but `honest` is a way by which merchants have lost money. */
const habits: Record<PayerHabit, Habit> = {
  honest: { plan: whole },
  /** The money is there before he presses “paid”. */
  early: { pays: 'at-once', plan: whole },
  /** He says that he has paid, and pays later. */
  late: { plan: (moment) => [transferOf(moment, { atMs: moment.nowMs + moment.delayMs })] },
  /** He says that he has paid, and never does. */
  claims: { plan: () => [] },
  /** From the account of another person. */
  'third-party': { plan: (moment) => [transferOf(moment, { payer: stranger })] },
  /** A tenth more than the total, to ask for the rest. */
  overpays: { plan: (moment) => [transferOf(moment, { amount: shareOf(moment.order, '1.1') })] },
  underpays: { plan: (moment) => [transferOf(moment, { amount: shareOf(moment.order, '0.9') })] },
  /** Two genuine transfers that are equal but for the reference of the bank. */
  twice: { plan: (moment) => [transferOf(moment), transferOf(moment)] },
  /** Shown as pending, booked after a while. */
  pending: { plan: (moment) => [transferOf(moment, { stand: 'pending', ends: endOf(moment, 'booked') })] },
  /** Shown as pending, and called back. */
  'calls-back': { plan: (moment) => [transferOf(moment, { stand: 'pending', ends: endOf(moment, 'cancelled') })] },
};

/** Reports whether the money of that habit leaves as soon as the order exists. */
export function paysAtOnce(habit: PayerHabit): boolean {
  return habits[habit].pays === 'at-once';
}

/** Returns the transfers that a buyer of that habit sends for his order. */
export const planTransfers = (habit: PayerHabit, moment: PayerMoment): PlannedTransfer[] => habits[habit].plan(moment);

function transferOf({ order, nowMs }: PayerMoment, part: Partial<PlannedTransfer> = {}): PlannedTransfer {
  const { fiat, totalPrice, fiatScale, orderNumber } = order;
  const amount = atScale(totalPrice, fiatScale, 'nearest');
  const payer = buyerOf(order).realName;
  return { orderNumber, atMs: nowMs, currency: fiat, amount, payer, memo: '', stand: 'booked', ends: null, ...part };
}

const shareOf = ({ totalPrice, fiatScale }: OrderRecord, share: string): string =>
  atScale(new Amount(totalPrice).mul(share), fiatScale, 'up');

const stranger = 'Wilhelmina Baptiste';

const endOf = ({ nowMs, delayMs }: PayerMoment, stand: 'booked' | 'cancelled') => ({ atMs: nowMs + delayMs, stand });
