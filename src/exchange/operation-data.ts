import type { ExchangeClient } from './client.ts';

type Account = ExchangeClient['ads'] & ExchangeClient['orders'] & ExchangeClient['chat'] & ExchangeClient['merchant'];
type Money = ExchangeClient['paymentMethods'] & ExchangeClient['commission'] & ExchangeClient['currencies'];
type AllCalls = Account & Money & ExchangeClient['user'] & ExchangeClient['public'];

/** The name of a typed method, such as `placeOrder`. */
export type OperationName = keyof AllCalls;

/** What the method of this name takes: `InputOf<'placeOrder'>`; never for one that takes nothing. */
export type InputOf<N extends OperationName> =
  Parameters<AllCalls[N]> extends readonly [infer Input, ...unknown[]] ? Exclude<Input, string> : never;

/** What the method of this name gives: `AnswerOf<'getUserOrderDetail'>`, `AnswerOf<'listOrders'>['items'][number]`. */
export type AnswerOf<N extends OperationName> = Awaited<ReturnType<AllCalls[N]>>;
