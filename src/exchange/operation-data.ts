import type {
  CommissionCalls,
  CurrencyCalls,
  PaymentMethodCalls,
  PublicCalls,
  UserCalls,
} from './calls/account-calls.ts';
import type { AdCalls } from './calls/ad-calls.ts';
import type { ChatCalls } from './calls/chat-calls.ts';
import type { MerchantCalls } from './calls/merchant-calls.ts';
import type { OrderCalls } from './calls/order-calls.ts';

type SignedCalls = AdCalls & OrderCalls & ChatCalls & MerchantCalls & PaymentMethodCalls;
type AllCalls = SignedCalls & CommissionCalls & CurrencyCalls & UserCalls & PublicCalls;

/** The name of a typed method, such as `placeOrder`. */
export type OperationName = keyof AllCalls;

/** What the method of this name takes: `InputOf<'placeOrder'>`; never for one that takes nothing. */
export type InputOf<N extends OperationName> =
  Parameters<AllCalls[N]> extends readonly [infer Input, ...unknown[]] ? Exclude<Input, string> : never;

/** What the method of this name gives: `AnswerOf<'getUserOrderDetail'>`, `AnswerOf<'listOrders'>['items'][number]`. */
export type AnswerOf<N extends OperationName> = Awaited<ReturnType<AllCalls[N]>>;
