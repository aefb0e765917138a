import type { PayerHabit, PlannedTransfer, Transfer } from './bank-state.ts';
import type { Ledger } from './ledger.ts';

export type TradeSide = 'BUY' | 'SELL';

/** Wire numbers of an ad's status (c2c-sapi 7.4). */
export const SimAdStatus = { ONLINE: 1, OFFLINE: 3, CLOSED: 4 } as const;
export type SimAdStatus = (typeof SimAdStatus)[keyof typeof SimAdStatus];

/** Wire numbers of an order's status as in live traffic: 5, not 3, is an appeal. */
export const SimOrderStatus = {
  TRADING: 1,
  PAID: 2,
  /** The asset is on its way; lasts a moment, if at all. */
  RELEASING: 3,
  COMPLETED: 4,
  IN_APPEAL: 5,
  CANCELLED: 6,
  CANCELLED_BY_SYSTEM: 7,
} as const;
export type SimOrderStatus = (typeof SimOrderStatus)[keyof typeof SimOrderStatus];

export const BusinessStatus = { OPEN: 1, CLOSED: 2, RESTING: 3 } as const;
export type BusinessStatus = (typeof BusinessStatus)[keyof typeof BusinessStatus];

export interface PaymentMethod {
  payId: number;
  identifier: string;
  name: string;
  account: string;
}

export interface PriceLimits {
  floor: string;
  ceiling: string;
}

/** Conditions of an ad for its takers and its smaller settings, by the names of the wire. */
export type AdTerms = Record<string, string | number>;

export interface AdRecord {
  advNo: string;
  account: string;
  classify: string;
  side: TradeSide;
  asset: string;
  fiat: string;
  price: string;
  /** Percent of the reference price; null on a fixed price. */
  floatingRatio: string | null;
  priceScale: number;
  assetScale: number;
  fiatScale: number;
  status: SimAdStatus;
  initAmount: string;
  surplusAmount: string;
  minFiat: string;
  maxFiat: string;
  /** How long a taker who buys, or the merchant itself, has to pay; null: the simulator's setting. */
  payTimeLimitMinutes: number | null;
  remarks: string;
  autoReply: string | null;
  additionalKyc: boolean;
  commissionRate: string;
  paymentMethods: PaymentMethod[];
  terms: AdTerms;
  createdAtMs: number;
  updatedAtMs: number;
  /** When an ad that was posted for later goes online by itself; null: it is not waiting. */
  onlineAtMs: number | null;
  /** The merchant's own limits, for the ledger only: the service does not know them. */
  limits: PriceLimits | null;
  lastOrderAtMs: number | null;
}

export interface PartyStatistic {
  completedOrders: number;
  completedOrders30Days: number;
  finishRate: number;
  finishRate30Days: number;
  registerDays: number;
  tradesTogether30Days: number;
}

export interface OrderParty {
  /** Name of the desk's account; null for a simulated person. */
  account: string | null;
  nickname: string;
  realName: string;
  userNo: string;
  statistic: PartyStatistic;
}

type PlannedStep = 'pay' | 'cancel' | 'release' | 'dispute' | 'chat' | 'resolve';

export interface PlannedAction {
  atMs: number;
  step: PlannedStep;
  /** Chat text, or how customer service ends an appeal. */
  detail?: string;
}

export type ChatAuthor = 'maker' | 'taker' | 'system';

/** An image in the chat, by the names of the wire; unknown fields are omitted. */
export interface ChatImage {
  imageUrl: string;
  thumbnailUrl?: string;
  imageType?: string;
  width?: number;
  height?: number;
}

export interface ChatRow {
  id: string;
  uuid: string;
  type: 'text' | 'image' | 'system' | 'auto_reply';
  orderNo: string;
  author: ChatAuthor;
  /** A system row has different texts for the two parties. */
  content: { maker: string; taker: string };
  image?: ChatImage;
  createdAtMs: number;
  readBy: ChatAuthor[];
}

/** What a simulated seller does after the payment; an appeal may be decided after a while. */
export interface AfterPayment {
  delayMs: number;
  step: 'release' | 'dispute';
  resolveAfterMs?: number;
}

export interface OrderRecord {
  orderNumber: string;
  advNo: string;
  makerSide: TradeSide;
  maker: OrderParty;
  taker: OrderParty;
  asset: string;
  fiat: string;
  priceScale: number;
  assetScale: number;
  fiatScale: number;
  amount: string;
  price: string;
  totalPrice: string;
  commissionRate: string;
  status: SimOrderStatus;
  createdAtMs: number;
  payDeadlineMs: number;
  paidAtMs: number | null;
  releaseDeadlineMs: number | null;
  complainFreezeMs: number | null;
  releasedAtMs: number | null;
  /** Until when the order shows the release as under way; null: it does not. */
  releasingUntilMs: number | null;
  /** Whether the release under way will be rolled back; absent: none was. */
  rollsBack?: boolean;
  cancelledAtMs: number | null;
  cancelReason: number | null;
  /** The buyer's text about its reason; absent: it was not cancelled. */
  cancelInfo?: string | null;
  /** When its status or its identity check last changed. */
  changedAtMs: number;
  complaintReason: string | null;
  /** Until when the other side is to answer an appeal. */
  complaintDeadlineMs?: number;
  /** Of the buyer's transfer; for the ledger only, as the service does not know it. */
  paymentReference?: string;
  /** How its buyer pays; absent: no bank is simulated. */
  payerHabit?: PayerHabit;
  selectedPayId: number;
  additionalKyc: 0 | 1 | 2;
  remarks: string;
  paymentMethods: PaymentMethod[];
  /** What its simulated party will do next, in order of time. */
  plan: PlannedAction[];
  /** What it will do once the desk has marked the order as paid. */
  afterPayment: AfterPayment | null;
  chat: ChatRow[];
  effects: { paid: number; released: number };
}

/** The party that pays fiat. */
export const buyerOf = (order: OrderRecord): OrderParty => (order.makerSide === 'BUY' ? order.maker : order.taker);
export const sellerOf = (order: OrderRecord): OrderParty => (order.makerSide === 'SELL' ? order.maker : order.taker);

export interface MerchantRecord {
  status: BusinessStatus;
  restUntilMs: number | null;
  /** The "online" dot; it has no effect on ads. */
  online: boolean;
}

export interface SimulatorState {
  version: 2;
  seed: number;
  /** Market time reached when this was taken; a restart continues from it. */
  marketMs: number;
  randomState: number;
  sequence: number;
  ads: AdRecord[];
  orders: OrderRecord[];
  merchants: Record<string, MerchantRecord>;
  ban: BanRecord | null;
  bansSoFar: number;
  usedCodes: string[];
  /** How much of each competitor's offer is taken, by its number; absent while none was. */
  taken?: Record<string, string>;
  /** What the wallets of accounts have free, by account and asset; absent: as much as anyone asks for. */
  wallets?: Record<string, string>;
  /** Payment accounts that were added to the first one of an account; absent: none was. */
  ownMethods?: Record<string, PaymentMethod[]>;
  /** What has arrived at the desk's bank, in order of time, and what payers have decided on; absent: nothing. */
  transfers?: Transfer[];
  plannedTransfers?: PlannedTransfer[];
  ledger: Ledger;
}

interface BanRecord {
  untilMs: number;
  /** When the first 418 of this ban was written; null: not yet. */
  announcedAtMs: number | null;
}
