/**
 * How a buyer pays: honest; early, before he says so; late, or never (claims), although he says so; from the account of
 * another person; too much or too little; twice; by a transfer that is pending first, or that he calls back.
 */
export const payerHabits = [
  'honest',
  'early',
  'late',
  'claims',
  'third-party',
  'overpays',
  'underpays',
  'twice',
  'pending',
  'calls-back',
] as const;

export type PayerHabit = (typeof payerHabits)[number];

/** How the people pay who buy from a desk, and the bank through which they do. */
export interface BankSettings {
  /** How often each habit occurs, as weights; default: everyone is honest. */
  habits?: Partial<Record<PayerHabit, number>>;
  /** How long a pending transfer stays so, and how long a late payer takes; default: 3 s. */
  delayMs?: number;
}

/** A way by which a desk hears of the transfers to its account, signed by Standard Webhooks. */
export interface BankRoute {
  /** What the ids of its deliveries begin with. */
  name: string;
  url: string;
  /** In base64, with or without whsec_. */
  secret: string;
  /** How often each report is sent at once, with the same id; default: once. */
  copies?: number;
}

/** pending: announced, and may still be called back. */
type TransferStand = 'pending' | 'booked' | 'cancelled';

/** A transfer that a payer has decided on. */
export interface PlannedTransfer {
  /** What the payer means it for; the merchant's bank does not know it. */
  orderNumber: string;
  atMs: number;
  currency: string;
  amount: string;
  payer: string;
  memo: string;
  stand: TransferStand;
  /** How a pending one ends; null: it is what it is. */
  ends: { atMs: number; stand: TransferStand } | null;
}

/** A transfer as it stands in the merchant's account. Plain JSON. */
export interface Transfer extends PlannedTransfer {
  /** The bank's reference: unique, and the same on every way by which the merchant hears of it. */
  reference: string;
  /** Of the merchant's account in the simulator. */
  account: string;
  /** Number of the bank account that was credited. */
  creditedTo: string;
  bookedAtMs: number | null;
}
