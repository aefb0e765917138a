import type { ExchangeSettings } from '../domain/exchange-settings.ts';
import type { AuthStepOverrides } from './call/auth-plan.ts';
import type { AttemptReport, CallInput, CallOptions } from './call-options.ts';
import type {
  CommissionCalls,
  CurrencyCalls,
  PaymentMethodCalls,
  PublicCalls,
  UserCalls,
} from './table/calls/account-calls.ts';
import type { AdCalls } from './table/calls/ad-calls.ts';
import type { ChatCalls } from './table/calls/chat-calls.ts';
import type { MerchantCalls } from './table/calls/merchant-calls.ts';
import type { OrderCalls } from './table/calls/order-calls.ts';
import type { AddressBudget } from './limits/address-budget.ts';
import type { Gate } from './limits/gate.ts';
import type { BudgetUse } from './limits/budget-use.ts';

export type { Page } from './table/method.ts';

export interface Credentials {
  readonly apiKey: string;
  readonly apiSecret: string;
}

export interface ExchangeClientOptions {
  /** Origin of the service, such as https://api.binance.com. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** Allows `http:` beyond this machine, for a simulator on another one; keys would travel in clear text. */
  readonly allowPlainHttp?: boolean | undefined;
  /** Origin of the public search (EP-0); default: the service's own origin. */
  readonly publicBaseUrl?: string | undefined;
  /** More headers for the public search, such as a user agent: it may require some (interface 4.6). */
  readonly publicHeaders?: Readonly<Record<string, string>> | undefined;
  readonly settings?: Partial<ExchangeSettings> | undefined;
  /** Wall clock in ms since the epoch; if given it also drives the clock between synchronisations. */
  readonly clock?: { now(): number } | undefined;
  /** Monotonic clock in ms, for the rate budget and to detect jumps of `clock`. */
  readonly monotonic?: (() => number) | undefined;
  /** Returns a number in [0, 1). */
  readonly random?: (() => number) | undefined;
  /** Waits; must reject when the signal aborts. */
  readonly sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** Ban and breaker of the outgoing address; share one between all accounts behind that address. */
  readonly gate?: Gate | undefined;
  /** What all accounts behind the address may call together; default: each of them is limited alone. */
  readonly addressBudget?: AddressBudget | undefined;
  /** The same for the public search's host, which bans and fails separately. */
  readonly publicGate?: Gate | undefined;
  /** Hosts (and their subdomains) that the chat socket and image uploads may contact. */
  readonly allowedSocketHosts?: readonly string[] | undefined;
  /** Returns what names a proxy for such a host; null: nothing does. One that has a proxy is not contacted: calls leave directly. */
  readonly proxyOf?: ((address: URL) => string | null) | undefined;
  /** Other authentication steps in order, by auth mode or operation; interface 9.7 announces changes. */
  readonly authSteps?: AuthStepOverrides | undefined;
  /** Called after every attempt of a call, for metrics and logs. */
  readonly onAttempt?: ((attempt: AttemptReport) => void) | undefined;
}

/** The whole interface, grouped as the interface document groups it. Every method rejects with an ExchangeError. */
export interface ExchangeClient {
  readonly ads: AdCalls;
  readonly orders: OrderCalls;
  readonly chat: ChatCalls;
  readonly paymentMethods: PaymentMethodCalls;
  readonly commission: CommissionCalls;
  readonly merchant: MerchantCalls;
  readonly user: UserCalls;
  readonly currencies: CurrencyCalls;
  readonly public: PublicCalls;
  /** Ban and breaker of the outgoing address. */
  readonly gate: Gate;
  /** Ban and breaker towards the public search's host. */
  readonly publicGate: Gate;
  /** Returns how the account's budget is used at present, without a call. */
  budgetUse(): BudgetUse;
  /** Those that were given, with the defaults for all others. */
  readonly settings: ExchangeSettings;
  /** The hosts that the chat socket may go to. */
  readonly allowedSocketHosts: readonly string[];
  /** Returns what names a proxy for an address; null: nothing does. */
  readonly proxyOf: (address: URL) => string | null;
  /** Returns the service's time in ms since the epoch, fresh from the service; later signatures use it. */
  time(options?: CallOptions): Promise<number>;
  /** Returns our estimate of the service's time in ms since the epoch, without a call. */
  now(): number;
  /**
   * Returns the service's clock minus this machine's, in ms, without a call; null before the first measurement (by
   * `time`, after a -1021, or in the background). The error is at most half a round trip.
   */
  clockDifferenceMs(): number | null;
  /**
   * Makes any call of the table by name or path. `query` and `body` are merged and sent where the operation wants its
   * parameters; fields that the table does not know are sent too.
   */
  call(operationName: string, input?: CallInput, options?: CallOptions): Promise<unknown>;
  /** Aborts when the client is closed; chats of it end then. */
  readonly closing: AbortSignal;
  /** Closes the connections and the chats; calls in flight fail, and waiting calls are refused with the code CLOSED. */
  close(): Promise<void>;
}
