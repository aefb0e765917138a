import type { z } from 'zod';
import type { DeskSettings } from '../domain/settings.ts';
import type { AuthStepOverrides } from './auth-plan.ts';
import type { CallOptions } from './call-options.ts';
import type { Gate } from './gate.ts';
import type { OperationRow } from './operation.ts';
import type {
  commissionOperations,
  currencyOperations,
  paymentMethodOperations,
  userOperations,
} from './operations/account-operations.ts';
import type { adOperations } from './operations/ad-operations.ts';
import type { chatOperations } from './operations/chat-operations.ts';
import type { merchantOperations } from './operations/merchant-operations.ts';
import type { publicOperations } from './operations/open-operations.ts';
import type { orderOperations } from './operations/order-operations.ts';

export interface Credentials {
  readonly apiKey: string;
  readonly apiSecret: string;
}

export interface ExchangeClientOptions {
  /** Origin of the service, such as https://api.binance.com. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** Origin of the public search (EP-0); the service's own origin unless given. */
  readonly publicBaseUrl?: string | undefined;
  readonly settings?: Partial<DeskSettings> | undefined;
  /** Wall clock in ms since the epoch; when given it also drives the clock between synchronisations. */
  readonly clock?: { now(): number } | undefined;
  /** Monotonic clock in ms for the rate budget. */
  readonly monotonic?: (() => number) | undefined;
  /** Gives numbers in [0, 1). */
  readonly random?: (() => number) | undefined;
  /** Waits; must reject when the signal aborts. */
  readonly sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** Ban and breaker of the outgoing address; share one between all accounts behind that address. */
  readonly gate?: Gate | undefined;
  /** Hosts (and their subdomains) that the chat socket and image uploads may go to. */
  readonly allowedSocketHosts?: readonly string[] | undefined;
  /** Other steps of authentication, by auth mode or by operation, in their order; interface 9.7 announces changes. */
  readonly authSteps?: AuthStepOverrides | undefined;
}

/** One page of a paged answer; `total` counts all rows, null when the service did not say. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number | null;
}

type Data<O extends OperationRow> = O['envelope'] extends 'page' ? Page<z.output<O['data']>> : z.output<O['data']>;
type Input<O extends OperationRow> = z.output<O['input']>;
/** Operations with one field that matters take it as a plain string too. */
type Argument<O extends OperationRow> = O extends { readonly sole: string } ? string | Input<O> : Input<O>;

/** The typed method of one row of the table. */
export type Method<O extends OperationRow> = O['parameters'] extends 'none'
  ? (options?: CallOptions) => Promise<Data<O>>
  : (input: Argument<O>, options?: CallOptions) => Promise<Data<O>>;

export type Methods<R extends Record<string, OperationRow>> = { readonly [K in keyof R]: Method<R[K]> };

/** The whole interface, grouped as the interface document groups it. Every method rejects with an ExchangeError. */
export interface ExchangeClient {
  readonly ads: Methods<typeof adOperations>;
  readonly orders: Methods<typeof orderOperations>;
  readonly chat: Methods<typeof chatOperations>;
  readonly paymentMethods: Methods<typeof paymentMethodOperations>;
  readonly commission: Methods<typeof commissionOperations>;
  readonly merchant: Methods<typeof merchantOperations>;
  readonly user: Methods<typeof userOperations>;
  readonly currencies: Methods<typeof currencyOperations>;
  readonly public: Methods<typeof publicOperations>;
  /** Ban and breaker of the outgoing address. */
  readonly gate: Gate;
  /** The effective settings. */
  readonly settings: DeskSettings;
  /** The hosts that the chat socket may go to. */
  readonly allowedSocketHosts: readonly string[];
  /** Gives the service's time in ms since the epoch, fresh from the service. */
  time(options?: CallOptions): Promise<number>;
  /** Gives our estimate of the service's time in ms since the epoch, without a call. */
  now(): number;
  /** Makes any call of the table by name or path; `query` and `body` are taken as they are. */
  call(operationName: string, input?: CallInput, options?: CallOptions): Promise<unknown>;
  /** Closes the connections; calls in flight fail. */
  close(): Promise<void>;
}

export interface CallInput {
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}
