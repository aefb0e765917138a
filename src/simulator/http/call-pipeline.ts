import { setTimeout as sleep } from 'node:timers/promises';
import { changeAnswer } from './answer-change.ts';
import { accountOfKey, authenticate, isSigned } from './authentication.ts';
import type { FaultTarget, StruckFaults } from '../world/fault-script.ts';
import { countRejection } from '../world/ledger.ts';
import type { Marketplace } from '../world/marketplace.ts';
import type { RateKeeper, TurnedAway } from './rate-keeper.ts';
import { rehearse } from './rehearsal.ts';
import { checkRequest } from './request-check.ts';
import type { SimAnswer, SimCall, SimOperation } from '../world/sim-call.ts';
import {
  errorReply,
  emptyReply,
  jsonReply,
  publicErrorReply,
  publicReply,
  refusalReply,
  successReply,
  waitReply,
  type SimReply,
} from './sim-reply.ts';
import { decodeBody, decodeQuery, type SimRequest } from './sim-request.ts';
import { illegalParameter, SimRefusal } from '../world/sim-refusal.ts';
import { weightHeader, createWeightMeter, type WeightMeter } from './weight-meter.ts';

/** Answers requests of the marketplace. */
export interface CallPipeline {
  answer: (request: SimRequest) => Promise<SimReply>;
}

interface Parts {
  marketplace: Marketplace;
  keeper: RateKeeper;
  meter: WeightMeter;
  operations: ReadonlyMap<string, SimOperation>;
}

const orderNames = ['orderNumber', 'adOrderNo', 'orderNo'] as const;
const adNames = ['advNo', 'adsNo', 'advOrderNumber', 'adOrderNo'] as const;

/** The stages in order: budget, route, weight, faults, authentication, parameters, ledger, effect, answer. */
export function createCallPipeline(
  marketplace: Marketplace,
  keeper: RateKeeper,
  operations: readonly SimOperation[],
): CallPipeline {
  const byPath = new Map(operations.map((operation) => [operation.path, operation]));
  const parts: Parts = { marketplace, keeper, meter: createWeightMeter(marketplace.clock), operations: byPath };
  return {
    answer: async (request) => {
      marketplace.ledger.requests += 1;
      const operation = byPath.get(request.path) ?? null;
      const reply = await admitted(parts, request, operation);
      return operation === null ? reply : withWeight(parts, reply, { operation, request });
    },
  };
}

async function admitted(parts: Parts, request: SimRequest, operation: SimOperation | null): Promise<SimReply> {
  const { marketplace, keeper } = parts;
  const caller = accountOfKey(request.apiKey, marketplace.accounts)?.name ?? 'address';
  const isTime = operation?.name === 'time';
  const turnedAway = keeper.arrive(caller, !isTime);
  if (turnedAway !== null) return turnAway(turnedAway);
  // The live gateway answers any unknown path under /sapi with an empty success.
  if (operation === null) return emptyReply(request.path.startsWith('/sapi/') ? 200 : 404);
  if (operation.method !== request.method) return wrongMethod(request, operation);
  const waitMs = weigh(parts, { operation, request });
  if (waitMs > 0) return turnAway(keeper.overWeight(caller, waitMs));
  return isTime ? answerTime(parts, request) : perform(parts, request, operation);
}

const turnAway = ({ status, retryAfterS }: TurnedAway): SimReply => waitReply(status, retryAfterS);

function wrongMethod({ method }: SimRequest, { envelope }: SimOperation): SimReply {
  const message = `Request method '${method}' is not supported`;
  return envelope === 'public' ? publicErrorReply(message, 400) : errorReply(-1000, message, 404);
}

interface RoutedRequest {
  operation: SimOperation;
  request: SimRequest;
}

/** Only /sapi has a limit for each endpoint; the time is weighed and always answered, the public search is neither. */
function weigh({ marketplace, meter }: Parts, weighed: RoutedRequest): number {
  const { envelope, countedBy, weight } = weighed.operation;
  if (envelope === 'public') return 0;
  const limit = envelope === 'bare' ? undefined : marketplace.settings.weightLimits?.[countedBy];
  return meter.weigh(budgetKey(marketplace, weighed), weight, limit ?? Infinity).waitMs;
}

/** Every endpoint has its own budget, by address or by account; an unknown key counts on the address. */
function budgetKey({ accounts }: Marketplace, { operation, request }: RoutedRequest): string {
  const account = operation.countedBy === 'uid' ? accountOfKey(request.apiKey, accounts) : null;
  return `${operation.path} ${account === null ? request.remoteAddress : `account ${account.name}`}`;
}

/** Adds the header with the use of the endpoint's own budget in the last minute, by address or by account. */
function withWeight({ marketplace, meter }: Parts, reply: SimReply, weighed: RoutedRequest): SimReply {
  const name = weightHeader(weighed.operation);
  if (reply.kind !== 'answer' || name === null || !marketplace.settings.tellsWeight) return reply;
  const used = meter.used(budgetKey(marketplace, weighed));
  return { ...reply, headers: { ...reply.headers, [name]: String(used) } };
}

async function answerTime(parts: Parts, request: SimRequest): Promise<SimReply> {
  const { marketplace } = parts;
  const struck = marketplace.faults.strike({ operations: ['time', request.path], orderNumbers: [], adNumbers: [] });
  const early = strikeGateway(parts, request, struck) ?? (await strikeEarly(parts, request, struck));
  if (early !== null) return early;
  return jsonReply(200, { serverTime: marketplace.clock.now() + (struck.of('skew')?.ms ?? 0) });
}

async function perform(parts: Parts, request: SimRequest, operation: SimOperation): Promise<SimReply> {
  const { marketplace } = parts;
  const query = decodeQuery(request.rawQuery);
  const body = decodeBody(request.rawBody);
  const account = accountOfKey(request.apiKey, marketplace.accounts)?.name ?? null;
  const struck = marketplace.faults.strike({ ...targetOf(operation, query, body ?? {}), account });
  try {
    const early = strikeGateway(parts, request, struck);
    if (early !== null) return early;
    const call = admit(parts, request, { operation, query, body, struck });
    operation.observe?.(call);
    return await execute(parts, operation, { request, call, struck });
  } catch (error) {
    if (!(error instanceof SimRefusal)) throw error;
    countRejection(marketplace.ledger, error.code);
    return operation.envelope === 'public' ? publicErrorReply('illegal parameter', 200) : refusalReply(error);
  }
}

interface AdmittedCall {
  request: SimRequest;
  call: SimCall;
  struck: StruckFaults;
}

async function execute(
  parts: Parts,
  operation: SimOperation,
  { request, call, struck }: AdmittedCall,
): Promise<SimReply> {
  const before = await strikeEarly(parts, request, struck);
  if (before !== null) return before;
  const answer = struck.all('answer').reduce(changeAnswer, handled(parts, operation, { request, call, struck }));
  if (struck.of('reset')?.when === 'after') return { kind: 'reset' };
  if (struck.of('hang')?.when === 'after') return { kind: 'hang' };
  return replyIn(operation.envelope, answer);
}

function replyIn(envelope: SimOperation['envelope'], answer: SimAnswer): SimReply {
  if (envelope === 'bare') return jsonReply(200, answer.data);
  return envelope === 'public' ? publicReply(answer) : successReply(answer);
}

/** Carries out the call, or only pretends to. */
function handled({ marketplace }: Parts, operation: SimOperation, { request, call, struck }: AdmittedCall): SimAnswer {
  if (struck.of('false-success') !== null) {
    emitFault(marketplace, request, 'false success');
    return operation.handle({ ...call, marketplace: rehearse(marketplace) });
  }
  const answer = operation.handle(call);
  if (operation.money ?? false) marketplace.persist();
  return answer;
}

const emitFault = ({ clock, emit }: Marketplace, { path }: SimRequest, fault: string): void =>
  emit({ type: 'fault', operation: path, fault, atMs: clock.now() });

/** A refusal of the gateway precedes the check of credentials. A 418 begins a ban. */
function strikeGateway(parts: Parts, request: SimRequest, struck: StruckFaults): SimReply | null {
  const { marketplace, keeper } = parts;
  const http = struck.of('http');
  if (http === null) return null;
  emitFault(marketplace, request, `http ${http.status}`);
  if (http.status === 418) keeper.ban((http.retryAfterS ?? marketplace.settings.banMs / 1000) * 1000);
  const caller = accountOfKey(request.apiKey, marketplace.accounts)?.name ?? 'address';
  if (http.status === 429) keeper.announceLimit(caller, (http.retryAfterS ?? 0) * 1000);
  return waitReply(http.status, http.retryAfterS, http.body);
}

/** Faults that strike before the effect; a delay only lets time pass. */
async function strikeEarly(parts: Parts, request: SimRequest, struck: StruckFaults): Promise<SimReply | null> {
  const { marketplace } = parts;
  const delay = struck.of('delay');
  if (delay !== null) await sleep(delay.ms, undefined, { ref: false });
  if (struck.of('reset')?.when === 'before') return { kind: 'reset' };
  if (struck.of('hang')?.when === 'before') return { kind: 'hang' };
  const error = struck.of('error');
  if (error === null) return null;
  emitFault(marketplace, request, `error ${error.code}`);
  return errorReply(error.code, error.message ?? String(error.code), error.httpStatus ?? 400);
}

interface DecodedRequest {
  operation: SimOperation;
  query: Map<string, string>;
  /** Null when it is no JSON object. */
  body: Record<string, unknown> | null;
  struck: StruckFaults;
}

function admit({ marketplace }: Parts, request: SimRequest, decoded: DecodedRequest): SimCall {
  const { operation, query, body, struck } = decoded;
  const nowMs = marketplace.clock.now();
  const account = authenticate(
    operation.auth,
    {
      apiKey: request.apiKey,
      rawQuery: request.rawQuery,
      query,
      nowMs: nowMs + (struck.of('skew')?.ms ?? 0),
      bodyNames: Object.keys(body ?? {}),
    },
    { accounts: marketplace.accounts, adaptiveKeyOnly: marketplace.settings.adaptiveKeyOnly },
  );
  requireClientType(operation, request.clientType, isSigned({ query }));
  if (body === null) throw illegalParameter();
  const fields = checkRequest(operation, { query, body });
  const stale = struck.of('stale');
  return {
    marketplace,
    account,
    fields,
    asOfMs: stale === null ? null : nowMs - stale.ms,
    rollBackMs: struck.of('roll-back')?.afterMs ?? null,
    host: request.host,
  };
}

/** Interface 5: EP-31 and EP-32 require `web` (rule 7); the key alone (rules 4 to 6) comes with nothing else. */
function requireClientType(operation: SimOperation, clientType: string | null, isSignedCall: boolean): void {
  const { auth, needsClientType } = operation;
  const isRight = auth === 'key-web' ? clientType === 'web' : clientType !== null || !needsClientType || !isSignedCall;
  if (!isRight) throw new SimRefusal(-31002, 'illegal parameter');
}

function targetOf(
  operation: SimOperation,
  query: ReadonlyMap<string, string>,
  body: Record<string, unknown>,
): FaultTarget {
  // Nothing is checked yet: a value that is not text matches no number.
  const texts = (values: readonly unknown[]): string[] => values.filter((value) => typeof value === 'string');
  const values = (names: readonly string[]): string[] => texts(names.map((name) => body[name] ?? query.get(name)));
  const several = Array.isArray(body['advNos']) ? texts(body['advNos']) : [];
  return {
    operations: [operation.name, operation.path.replace('/sapi/v1/c2c/', ''), operation.path],
    orderNumbers: values(orderNames),
    adNumbers: [...values(adNames), ...several],
  };
}
