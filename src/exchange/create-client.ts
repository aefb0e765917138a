import { createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { deskSettingsSchema } from '../domain/settings.ts';
import type { DeskSettings } from '../domain/settings.ts';
import { checkAuthSteps } from './auth-plan.ts';
import { isLoopbackName } from './chat/socket-address.ts';
import { methodInput } from './call-input.ts';
import { Caller } from './caller.ts';
import type { CallerParts } from './caller.ts';
import type { CallOptions } from './call-options.ts';
import type { CallInput, ExchangeClient, ExchangeClientOptions } from './client.ts';
import { ExchangeError } from './exchange-error.ts';
import { createGate } from './gate.ts';
import type { Gate } from './gate.ts';
import { HttpTransport } from './http-transport.ts';
import { alternativeForms } from './known-form.ts';
import type { Methods } from './method.ts';
import type { Operation } from './operation.ts';
import { findOperation, operations } from './operations.ts';
import {
  commissionOperations,
  currencyOperations,
  paymentMethodOperations,
  userOperations,
} from './operations/account-operations.ts';
import { adOperations } from './operations/ad-operations.ts';
import { chatOperations } from './operations/chat-operations.ts';
import { merchantOperations } from './operations/merchant-operations.ts';
import { publicOperations } from './operations/open-operations.ts';
import { orderOperations } from './operations/order-operations.ts';
import { RateBudget } from './rate-budget.ts';
import { createRedact } from './redact.ts';
import type { Lane } from './dispatch.ts';
import { ServerClock } from './server-clock.ts';
import { readServerTime } from './server-time.ts';
import { realSleep } from './sleep.ts';

/**
 * Makes the client of one account. Takes the origin of the service, the account's credentials, and settings of which
 * every one has a default (times in ms). Throws a TypeError for an address that is no http(s) origin, for credentials
 * that cannot travel in a header, for settings out of their range, and for auth steps that do not exist.
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
      // Ten frames of this client say nothing to whoever reads a log: theirs are the ones that made the call.
      if (error instanceof ExchangeError) Error.captureStackTrace(error);
      throw error;
    }
  };
  return {
    ...groupMethods(call),
    gate: parts.lanes.account.gate,
    publicGate: parts.lanes.public.gate,
    settings: parts.settings,
    allowedSocketHosts: options.allowedSocketHosts ?? defaultSocketHosts(origin),
    time: (callOptions = {}) => readServerTime(parts, callOptions).then(({ serverTimeMs }) => serverTimeMs),
    now: () => parts.clock.stamp().timestampMs,
    call: async (name, input = {}, callOptions = {}) => await call(knownOperation(name), input, callOptions),
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

interface Surroundings {
  readonly origin: string;
  readonly publicOrigin: string;
  readonly closing: AbortSignal;
}

function createParts(options: ExchangeClientOptions, { origin, publicOrigin, closing }: Surroundings): CallerParts {
  const settings = checkedSettings(options.settings ?? {});
  const { credentials, clock = Date, random = Math.random, sleep = realSleep } = options;
  const monotonicNow = options.monotonic ?? (() => performance.now());
  const wallNow = (): number => clock.now();
  // A caller who brings a clock means it: the service's time must not run on by another one.
  const elapsedNow = options.clock === undefined ? monotonicNow : wallNow;
  const laneTo = (host: string, gate: Gate, banGates: readonly Gate[]): Lane => {
    const budget = new RateBudget(settings, monotonicNow);
    return { gate, banGates, budget, transport: new HttpTransport(host, settings) };
  };
  const { gate, publicGate } = gatesOf(options, () => createGate(settings, { now: wallNow }));
  const parts: CallerParts = {
    settings,
    keys: { apiKey: headerSafe(credentials.apiKey), secret: signingKey(credentials.apiSecret) },
    lanes: {
      account: laneTo(origin, gate, [gate]),
      public: laneTo(publicOrigin, publicGate, publicOrigin === origin ? [publicGate, gate] : [publicGate]),
    },
    clock: new ServerClock({ wallNow, monotonicNow: elapsedNow, readTime: () => readServerTime(parts, {}) }),
    wallNow,
    monotonicNow: elapsedNow,
    redact: createRedact([credentials.apiKey, credentials.apiSecret]),
    random,
    sleep,
    authSteps: checkAuthSteps(options.authSteps ?? {}, operations),
    alternatives: alternativeForms(origin),
    closing,
  };
  return parts;
}

/** Those that the caller shares between clients, and new ones for the rest. */
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

function knownOperation(name: string): Operation {
  const operation = findOperation(name);
  if (operation !== null) return operation;
  const message = `there is no operation called ${name.slice(0, 80)}`;
  throw new ExchangeError({ message, endpoint: name.slice(0, 80), sent: 'no', category: 'NOT_FOUND' });
}

function originOf(address: string, { allowPlainHttp }: ExchangeClientOptions): string {
  const origin = httpOrigin(address);
  const { protocol, hostname } = new URL(origin);
  if (protocol === 'https:' || allowPlainHttp === true || isLoopbackName(hostname)) return origin;
  throw new TypeError('the address of the service must be https: keys do not travel in clear text (allowPlainHttp)');
}

function httpOrigin(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isOrigin = url !== null && url.username === '' && `${url.pathname}${url.search}${url.hash}` === '/';
  if (isOrigin && (url.protocol === 'http:' || url.protocol === 'https:')) return url.origin;
  throw new TypeError('the address of the service must be an http or https origin, without user name and path');
}

function headerSafe(apiKey: string): string {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  throw new TypeError('the API key is empty or has characters that a header cannot carry');
}

function checkedSettings(given: Partial<DeskSettings>): DeskSettings {
  const checked = deskSettingsSchema.safeParse(given);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw new TypeError(`setting ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'wrong value'}`);
}

function signingKey(apiSecret: string): KeyObject {
  // What a file or a shell adds would only show as -1022, and that far from here.
  if (/^[^\s\p{Cc}]+$/u.test(apiSecret)) return createSecretKey(apiSecret, 'utf8');
  throw new TypeError('the API secret is empty, or has white space or control characters in it');
}

/**
 * The service's own domain: chat lives on another host of it (api-facts EP-33). Below a country's two letters a short name
 * (com.br, co.uk) is taken for a registry's and not for an owner's: too narrow can be set right, too wide gives keys away.
 */
function defaultSocketHosts(origin: string): string[] {
  const { hostname } = new URL(origin);
  if (/^[\d.]+$|^\[/.test(hostname)) return [hostname];
  const labels = hostname.split('.');
  const [owner = '', country = ''] = labels.slice(-2);
  const isRegistry = country.length === 2 && owner.length <= 3;
  return [labels.slice(isRegistry ? -3 : -2).join('.')];
}
