import type { ExchangeClient } from './client.ts';

type Account = ExchangeClient['ads'] & ExchangeClient['orders'] & ExchangeClient['chat'] & ExchangeClient['merchant'];
type Money = ExchangeClient['paymentMethods'] & ExchangeClient['commission'] & ExchangeClient['currencies'];
type AllCalls = Account & Money & ExchangeClient['user'] & ExchangeClient['public'];

/** The name of a typed method, such as `placeOrder`. */
export type OperationName = keyof AllCalls;

/** The argument of the method of this name: `InputOf<'placeOrder'>`; never for one without arguments. */
export type InputOf<N extends OperationName> =
  Parameters<AllCalls[N]> extends readonly [infer Input, ...unknown[]] ? Exclude<Input, string> : never;

/**
 * The answer of the method of this name: `AnswerOf<'getUserOrderDetail'>`, `AnswerOf<'listOrders'>['items'][number]`.
 */
export type AnswerOf<N extends OperationName> = Awaited<ReturnType<AllCalls[N]>>;
