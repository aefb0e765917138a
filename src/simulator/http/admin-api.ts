import { z } from 'zod';
import { Amount, readDecimal } from '../world/amounts.ts';
import { payerHabits } from '../world/bank-state.ts';
import { createCounterparties } from '../trade/counterparties.ts';
import { faultScriptSchema } from '../world/fault-script.ts';
import { addAd, priceAtScale } from '../trade/ad-desk.ts';
import { addOwnMethod } from '../trade/payment-method.ts';
import { fillWallet } from '../trade/wallet.ts';
import { answerIdentity, identityPath } from './identity.ts';
import { merchantOf, type Marketplace } from '../world/marketplace.ts';
import type { RateKeeper } from './rate-keeper.ts';
import { decimalField } from './request-field.ts';
import { jsonReply, type SimReply } from './sim-reply.ts';
import { decodeBody, type SimRequest } from './sim-request.ts';
import { SimRefusal } from '../world/sim-refusal.ts';
import { BusinessStatus, SimAdStatus } from '../world/simulator-state.ts';

type Body = Record<string, unknown>;
type Route = (body: Body, [first, second]: string[]) => unknown;

/** Like the service's own parameters: a number or its text, without exponent. Nothing here can be negative. */
const decimal = decimalField.transform((value, context) => {
  const text = readDecimal(value);
  if (text !== null && !new Amount(text).lt(0)) return text;
  context.addIssue('Expected a decimal that is not negative.');
  return z.NEVER;
});
const sideSchema = z.enum(['BUY', 'SELL']);
const limitsSchema = z.object({ floor: decimal, ceiling: decimal });
const takeSchema = z.object({
  adNumber: z.string(),
  amount: decimal.optional(),
  totalPrice: decimal.optional(),
  nickname: z.string().optional(),
  realName: z.string().optional(),
  additionalKyc: z.boolean().optional(),
  payerHabit: z.enum(payerHabits).optional(),
});
const merchantSchema = z.object({
  account: z.string().optional(),
  status: z.enum(['open', 'closed', 'break']),
  untilMs: z.number().optional(),
});
const walletSchema = z.object({ account: z.string().optional(), asset: z.string(), free: decimal });
const methodSchema = z.object({ account: z.string().optional(), identifier: z.string() });
/** Settings that may change while the service runs; the rest is fixed at its start. */
const settingsSchema = z
  .strictObject({
    idempotentMoney: z.boolean(),
    requireReleaseCode: z.boolean(),
    releasingMs: z.number().nonnegative(),
    updateRaceMs: z.number().nonnegative(),
    banNewsMs: z.number().nonnegative(),
  })
  .partial();
const newAdSchema = z.object({
  account: z.string().optional(),
  side: sideSchema,
  asset: z.string(),
  fiat: z.string(),
  price: decimal,
  initAmount: decimal.optional(),
  minFiat: decimal.optional(),
  maxFiat: decimal.optional(),
  limits: limitsSchema.optional(),
});
const adChangeSchema = z.object({
  price: decimal.optional(),
  surplusAmount: decimal.optional(),
  status: z.enum(['online', 'offline', 'closed']).optional(),
  limits: limitsSchema.optional(),
});
const adStatuses = { online: SimAdStatus.ONLINE, offline: SimAdStatus.OFFLINE, closed: SimAdStatus.CLOSED };
const businessStatuses = { open: BusinessStatus.OPEN, closed: BusinessStatus.CLOSED, break: BusinessStatus.RESTING };
const referenceSchema = z.string().optional();
const payIdSchema = z.number().int().optional();
const outcomeSchema = z.enum(['completed', 'cancelled', 'paid']).default('completed');

/**
 * Answers `/_sim/…`: changes the simulated world by hand, outside every budget and ban. Only for programs of this
 * machine: the address and the Host header must be loopback (or the listening host), and a POST must be JSON, which a
 * foreign page in a browser cannot send. Only the identity is public.
 */
export interface AdminApi {
  answer: (request: SimRequest) => SimReply;
  /** Names the host that the service listens at. */
  listensAt: (host: string) => void;
}

/** Answers below `/_sim/`, outside of budgets, bans and faults. */
export function createAdminApi(marketplace: Marketplace, keeper: RateKeeper): AdminApi {
  const routes = { ...worldRoutes(marketplace, keeper), ...adRoutes(marketplace), ...orderRoutes(marketplace) };
  let ownHost = '';
  return {
    listensAt: (host) => {
      ownHost = host;
    },
    answer: (request) => {
      if (request.method === 'GET' && request.path === identityPath)
        return answerIdentity(request, marketplace.accounts);
      const refusal = doorRefusal(request, ownHost);
      if (refusal !== null) return refusal;
      const [name = '', ...rest] = request.path.replace('/_sim/', '').split('/');
      const key = [request.method, name, ...(rest.length > 0 ? [':n'] : []), ...rest.slice(1)].join(' ');
      const handler = routes[key];
      const body = decodeBody(request.rawBody);
      if (handler === undefined || body === null)
        return jsonReply(404, { error: `There is no ${request.method} ${request.path}.` });
      return guarded(() => handler(body, rest));
    },
  };
}

const isLoopback = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address);
const isLoopbackName = (name: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(name);
const hostName = (host: string): string => host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
const isJson = (contentType: string | null): boolean => /^application\/json\s*(;|$)/i.test(contentType ?? '');

function doorRefusal({ method, remoteAddress, host, contentType }: SimRequest, ownHost: string): SimReply | null {
  if (!isLoopback(remoteAddress)) return jsonReply(403, { error: 'Loopback only.' });
  const name = hostName(host);
  if (!isLoopbackName(name) && name !== ownHost) return jsonReply(403, { error: 'The Host header is not of here.' });
  if (method === 'POST' && !isJson(contentType)) return jsonReply(415, { error: 'A POST must be application/json.' });
  return null;
}

function guarded(handle: () => unknown): SimReply {
  try {
    return jsonReply(200, handle() ?? {});
  } catch (error) {
    if (error instanceof SimRefusal) return jsonReply(error.httpStatus, { error: error.message, code: error.code });
    if (error instanceof z.ZodError) return jsonReply(400, { error: z.prettifyError(error) });
    throw error;
  }
}

/** Returns the account of that name; default: the first one. */
function accountOf({ accounts }: Marketplace, name = accounts[0]?.name ?? ''): string {
  if (accounts.every((account) => account.name !== name))
    throw new SimRefusal(404, `There is no account ${name}.`, 404);
  return name;
}

function worldRoutes(marketplace: Marketplace, keeper: RateKeeper): Record<string, Route> {
  return {
    'GET ledger': () => marketplace.ledger,
    'GET state': () => marketplace.snapshot(),
    'GET market': () => marketplace.books(),
    'GET transfers': () => marketplace.state.transfers ?? [],
    'GET faults': () => marketplace.faults.struck(),
    'POST faults': (body) => {
      const rules = faultScriptSchema.parse(body['rules']);
      if (body['append'] === true) marketplace.faults.add(rules);
      else marketplace.faults.set(rules);
      return { rules: rules.length };
    },
    'POST merchant': (body) => {
      const { account, status, untilMs } = merchantSchema.parse(body);
      const merchant = merchantOf(marketplace, accountOf(marketplace, account));
      return Object.assign(merchant, { status: businessStatuses[status], restUntilMs: untilMs ?? null });
    },
    'POST wallet': (body) => {
      const { account, asset, free } = walletSchema.parse(body);
      const wallet = { account: accountOf(marketplace, account), asset, free };
      fillWallet(marketplace, wallet);
      return wallet;
    },
    'POST methods': (body) => {
      const { account, identifier } = methodSchema.parse(body);
      const method = addOwnMethod(marketplace, accountOf(marketplace, account), identifier);
      if (method === null) throw new SimRefusal(404, `There is no method ${identifier}.`, 404);
      return method;
    },
    'POST clock': (body) => {
      marketplace.clock.shiftTo(z.number().parse(body['shiftMs']));
      return { nowMs: marketplace.clock.now() };
    },
    'POST settings': (body) => Object.assign(marketplace.settings, settingsSchema.parse(body)),
    'POST ban': (body) => {
      const seconds = z.number().positive().default(120).parse(body['seconds']);
      keeper.ban(seconds * 1000);
      return { untilMs: marketplace.state.ban?.untilMs };
    },
  };
}

function adRoutes(marketplace: Marketplace): Record<string, Route> {
  const adAt = (advNo: string | undefined) => {
    const ad = marketplace.ads.get(advNo ?? '');
    if (ad === undefined) throw new SimRefusal(404, `There is no ad ${advNo}.`, 404);
    return ad;
  };
  return {
    'GET ads': () => [...marketplace.ads.values()],
    'GET ads :n': (_body, [advNo]) => adAt(advNo),
    'POST ads': (body) => {
      const { account, ...ad } = newAdSchema.parse(body);
      return addAd(marketplace, { ...ad, account: accountOf(marketplace, account) });
    },
    'POST ads :n': (body, [advNo]) => {
      const ad = adAt(advNo);
      const change = adChangeSchema.parse(body);
      if (change.price !== undefined) ad.price = priceAtScale(change.price, ad.priceScale);
      if (change.status !== undefined) Object.assign(ad, { status: adStatuses[change.status], onlineAtMs: null });
      ad.surplusAmount = change.surplusAmount ?? ad.surplusAmount;
      ad.limits = change.limits ?? ad.limits;
      ad.updatedAtMs = marketplace.clock.now();
      marketplace.adRevisions.note(ad.advNo, ad, ad.updatedAtMs);
      return ad;
    },
  };
}

function orderRoutes(marketplace: Marketplace): Record<string, Route> {
  const people = createCounterparties(marketplace);
  const orderAt = (orderNumber = ''): unknown => {
    const order = marketplace.orders.get(orderNumber);
    if (order === undefined) throw new SimRefusal(404, `There is no order ${orderNumber}.`, 404);
    return order;
  };
  const step =
    (move: (orderNumber: string, body: Body) => void): Route =>
    (body, [orderNumber = '']) => {
      move(orderNumber, body);
      return orderAt(orderNumber);
    };
  return {
    'GET orders': () => [...marketplace.orders.values()],
    'GET orders :n': (_body, [orderNumber]) => orderAt(orderNumber),
    'POST orders': (body) => {
      return { orderNumber: people.take(takeSchema.parse(body)) };
    },
    'POST orders :n pay': step((orderNumber, body) =>
      people.pay(orderNumber, referenceSchema.parse(body['reference']), payIdSchema.parse(body['payId'])),
    ),
    'POST orders :n cancel': step(people.cancel),
    'POST orders :n release': step(people.release),
    'POST orders :n dispute': step((orderNumber, body) => people.dispute(orderNumber, reasonOf(body))),
    'POST orders :n resolve': step((orderNumber, body) =>
      people.resolve(orderNumber, outcomeSchema.parse(body['outcome'])),
    ),
    'POST orders :n chat': step((orderNumber, body) => people.say(orderNumber, z.string().parse(body['text']))),
  };
}

const reasonOf = (body: Body): string => (typeof body['reason'] === 'string' ? body['reason'] : 'No answer.');
