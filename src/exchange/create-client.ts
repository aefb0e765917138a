import { performance } from 'node:perf_hooks';
import { checkAuthSteps } from './call/auth-plan.ts';
import { methodInput } from './call/call-input.ts';
import { Caller, type CallerParts } from './call/caller.ts';
import type { CallInput, CallOptions } from './call-options.ts';
import type { ExchangeClient, ExchangeClientOptions } from './client.ts';
import {
  checkedSettings,
  defaultSocketHosts,
  headerSafe,
  moreHeaders,
  originOf,
  signingKey,
} from './client-options.ts';
import { ExchangeError, RefusedAtDoor } from './exchange-error.ts';
import { createGate, type Gate } from './limits/gate.ts';
import { HttpTransport } from './wire/http-transport.ts';
import type { Methods } from './table/method.ts';
import type { Operation } from './table/operation.ts';
import { findOperation, operations } from './table/operations.ts';
import {
  commissionOperations,
  currencyOperations,
  paymentMethodOperations,
  userOperations,
} from './table/operations/account-operations.ts';
import { adOperations } from './table/operations/ad-operations.ts';
import { chatOperations } from './table/operations/chat-operations.ts';
import { merchantOperations } from './table/operations/merchant-operations.ts';
import { publicOperations } from './table/operations/open-operations.ts';
import { orderOperations } from './table/operations/order-operations.ts';
import { RateBudget } from './limits/rate-budget.ts';
import { createRedact, type Redact } from './call/redact.ts';
import type { Lane } from './call/dispatch.ts';
import { ServerClock } from './limits/server-clock.ts';
import { readServerTime } from './call/server-time.ts';
import { realSleep } from './limits/sleep.ts';

/**
 * Creates the client of one account from the origin of the service, credentials, and optional settings (times in ms).
 * Throws a TypeError for an address that is no http(s) origin, for credentials and headers that cannot be sent, for
 * settings out of range, and for unknown auth steps.
 *
 * @example
 * const client = createExchangeClient({ baseUrl, credentials: { apiKey, apiSecret } });
 * const { items } = await client.ads.listWithPagination({ page: 1, rows: 20 });
 * for (const { adNumber, side, price } of items.map(toAdFacts)) console.log(adNumber, side, price);
 * await client.close();
 */
export function createExchangeClient(options: ExchangeClientOptions): ExchangeClient {
  const origin = originOf(options.baseUrl, options);
  const publicOrigin = originOf(options.publicBaseUrl ?? options.baseUrl, options);
  const closing = new AbortController();
  const parts = createParts(options, { origin, publicOrigin, closing: closing.signal });
  const caller = new Caller(parts);
  const call = async (operation: Operation, input: CallInput, callOptions: CallOptions = {}): Promise<unknown> => {
    try {
      return await caller.call(operation, input, callOptions);
    } catch (error) {
      if (error instanceof RefusedAtDoor) throw error.reason;
      // Ten stack frames of this client would hide the caller's own, which a reader of the log needs.
      if (error instanceof ExchangeError) Error.captureStackTrace(error);
      throw error;
    }
  };
  return {
    ...groupMethods(call),
    gate: parts.lanes.account.gate,
    publicGate: parts.lanes.public.gate,
    budgetUse: () => parts.lanes.account.budget.use(),
    settings: parts.settings,
    allowedSocketHosts: options.allowedSocketHosts ?? defaultSocketHosts(origin),
    proxyOf: options.proxyOf ?? (() => null),
    time: async (callOptions = {}) => {
      const reading = await readServerTime(parts, callOptions);
      parts.clock.take(reading);
      return reading.serverTimeMs;
    },
    now: () => parts.clock.stamp().timestampMs,
    clockDifferenceMs: () => parts.clock.differenceMs(),
    call: async (name, input = {}, callOptions = {}) =>
      await call(knownOperation(name, parts.redact), input, callOptions),
    closing: closing.signal,
    close: async () => {
      closing.abort();
      parts.clock.close();
      const lanes = Object.values(parts.lanes);
      for (const { budget } of lanes) budget.close();
      await Promise.all(lanes.map(({ transport }) => transport.close()));
    },
  };
}

interface ClientOrigins {
  readonly origin: string;
  readonly publicOrigin: string;
  /** Aborts when the client is closed. */
  readonly closing: AbortSignal;
}

function createParts(options: ExchangeClientOptions, { origin, publicOrigin, closing }: ClientOrigins): CallerParts {
  const settings = checkedSettings(options.settings ?? {});
  const { credentials, random = Math.random, sleep = realSleep } = options;
  const { wallNow, monotonicNow, elapsedNow } = clocksOf(options);
  const laneTo = (host: string, rest: Omit<Lane, 'budget' | 'transport'>): Lane => {
    // The public host promises nothing, and counts for itself.
    const address = host === origin ? (options.addressBudget ?? null) : null;
    const budget = new RateBudget(settings, monotonicNow, address);
    return { ...rest, budget, transport: new HttpTransport(host, settings) };
  };
  const { gate, publicGate } = gatesOf(options, () => createGate(settings, options.clock));
  const publicBans = publicOrigin === origin ? [publicGate, gate] : [publicGate];
  const headers = moreHeaders(options.publicHeaders ?? {});
  const parts: CallerParts = {
    settings,
    keys: { apiKey: headerSafe(credentials.apiKey), secret: signingKey(credentials.apiSecret) },
    lanes: {
      account: laneTo(origin, { gate, banGates: [gate], headers: {} }),
      public: laneTo(publicOrigin, { gate: publicGate, banGates: publicBans, headers }),
    },
    clock: new ServerClock({ wallNow, monotonicNow: elapsedNow, readTime: () => readServerTime(parts, {}) }),
    wallNow,
    monotonicNow: elapsedNow,
    // A caller's own clock alone cannot be seen to jump.
    steadyNow: options.monotonic ?? elapsedNow,
    redact: createRedact([credentials.apiKey, credentials.apiSecret]),
    random,
    sleep,
    authSteps: checkAuthSteps(options.authSteps ?? {}, operations),
    alternatives: alternativeForms(origin),
    closing,
    onAttempt: options.onAttempt ?? ignore,
  };
  return parts;
}

const ignore = (): void => undefined;

function clocksOf({ clock, monotonic }: ExchangeClientOptions) {
  const monotonicNow = monotonic ?? ((): number => performance.now());
  if (clock === undefined) return { wallNow: (): number => Date.now(), monotonicNow, elapsedNow: monotonicNow };
  // A caller with a clock of its own means it: the service's time must not advance by another one.
  const wallNow = (): number => clock.now();
  return { wallNow, monotonicNow, elapsedNow: wallNow };
}

/** Gates shared between clients by the caller, and new ones for the rest. */
function gatesOf({ gate, publicGate }: ExchangeClientOptions, create: () => Gate) {
  return { gate: gate ?? create(), publicGate: publicGate ?? create() };
}

type Call = (operation: Operation, input: CallInput, options?: CallOptions) => Promise<unknown>;

function groupMethods(call: Call) {
  return {
    ads: methodsOf(adOperations, call),
    orders: methodsOf(orderOperations, call),
    chat: methodsOf(chatOperations, call),
    paymentMethods: methodsOf(paymentMethodOperations, call),
    commission: methodsOf(commissionOperations, call),
    merchant: methodsOf(merchantOperations, call),
    user: methodsOf(userOperations, call),
    currencies: methodsOf(currencyOperations, call),
    public: methodsOf(publicOperations, call),
  };
}

/** The rows' schemas check at run time what the method types promise, so this is the one place that may assert it. */
function methodsOf<R extends Readonly<Record<string, Operation>>>(rows: R, call: Call): Methods<R> {
  const entries = Object.entries(rows).map(([name, operation]) => [name, methodOf(operation, call)]);
  return Object.fromEntries(entries) as Methods<R>;
}

function methodOf(operation: Operation, call: Call) {
  if (operation.parameters === 'none') return (options?: CallOptions) => call(operation, {}, options);
  return (argument: unknown, options?: CallOptions) => call(operation, methodInput(operation, argument), options);
}

/** The name comes from outside: it may be anything, even a secret. */
function knownOperation(name: string, redact: Redact): Operation {
  const operation = findOperation(name);
  if (operation !== null) return operation;
  const shown = redact(name).slice(0, 80);
  const message = `there is no operation called ${shown}`;
  throw new ExchangeError({ message, endpoint: shown, sent: 'no', category: 'NOT_FOUND' });
}

const alternativesOf = new Map<string, Set<string>>();

/**
 * Operations without their preferred form at this service (EP-37, interface 4.4). Remembered for the process rather
 * than the client, so that a second account does not lose a call to learn it again.
 */
function alternativeForms(origin: string): Set<string> {
  const known = alternativesOf.get(origin) ?? new Set<string>();
  alternativesOf.set(origin, known);
  return known;
}
