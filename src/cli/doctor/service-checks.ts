import { ExchangeError, oddName, toAdFacts, type Page } from '../../exchange/index.ts';
import { clockWarningMs } from '../../workers/clocks/clock-watch.ts';
import { timeText } from '../text/time-zone.ts';
import { afterHold } from './after-hold.ts';
import { broken, ok, warning, type Check, type Finding } from './check.ts';
import { readChecks } from './read-checks.ts';
import { refused, stepOf, type ServiceWorld } from './service-world.ts';

const closeToLimit = 0.5;

const looks: readonly Check<ServiceWorld>[] = [
  { id: 'ban', look: ban },
  { id: 'answer', needs: 'ban', look: answer },
  { id: 'time', needs: 'answer', look: time },
  { id: 'keys', needs: 'answer', look: keys },
  { id: 'kind', needs: 'keys', look: kind },
  { id: 'own ads', needs: 'keys', look: ownAds },
  { id: 'orders', needs: 'keys', look: orders },
  ...readChecks,
  { id: 'weight', needs: 'keys', look: weight },
];

export const serviceChecks = looks.map(afterHold);

/** Before the first call: a call during a ban makes it longer, for every account behind the address. */
function ban({ exchange }: ServiceWorld): Finding {
  const { banUntilMs } = exchange.gate.state();
  const verdict = exchange.gate.peek();
  if (verdict.allowed || verdict.reason !== 'ban') return ok('no ban of this address is known');
  const end = banUntilMs === null ? 'an unknown time' : timeText(banUntilMs);
  return broken(`this address is banned until ${end}: nothing was called`, 'wait until then, and look again');
}

async function answer({ exchange }: ServiceWorld): Promise<Finding> {
  try {
    await exchange.time();
    return ok('it answers');
  } catch (error) {
    return isNoService(error) ? { ...refused(error), remedy: elsewhere } : refused(error);
  }
}

const elsewhere =
  'check that PEERDESK_BASE_URL is the address of the service: another program or a proxy may answer there';

/** What answers, or is silent, is not the service: it has a code for each refusal. A redirect has its own advice. */
function isNoService(error: unknown): boolean {
  if (!(error instanceof ExchangeError) || error.code !== null || error.sent === 'no') return false;
  const isRedirect = error.httpStatus !== null && error.httpStatus >= 300 && error.httpStatus < 400;
  return !isRedirect && (error.category === 'UNKNOWN' || error.category === 'NOT_FOUND');
}

function time({ exchange }: ServiceWorld): Finding {
  const differenceMs = exchange.clockDifferenceMs() ?? 0;
  const { clockSkewLimitMs } = exchange.settings;
  const which = differenceMs > 0 ? 'behind' : 'ahead of';
  const text = `this clock is ${(Math.abs(differenceMs) / 1_000).toFixed(1)} s ${which} the service's`;
  const remedy = 'let a time service (chrony, systemd-timesyncd) set the clock';
  if (Math.abs(differenceMs) > clockSkewLimitMs) return broken(`${text}: money steps are refused`, remedy);
  return Math.abs(differenceMs) > clockWarningMs ? warning(text, remedy) : ok(text);
}

const businessStatuses: Readonly<Record<string, string>> = { 1: 'open', 2: 'closed', 3: 'on a break' };

async function keys({ exchange }: ServiceWorld): Promise<Finding | readonly Finding[]> {
  const detail = await orFailure(exchange.user.baseDetail());
  if ('verdict' in detail) return detail;
  const accepted = ok('the keys are accepted from this address, with a signature');
  const status = businessStatuses[String(detail.businessStatus)] ?? 'not known';
  if (status === 'open' || status === 'not known') return [accepted, ok(`the business is ${status}`)];
  return [accepted, warning(`the business is ${status}: ads can not be taken`, 'open it in the app')];
}

async function kind({ prove, account }: ServiceWorld): Promise<Finding> {
  if (await prove()) return ok('a simulator, proven with the secret of this account');
  const mode = account.allowLive ? 'live writes may leave' : 'nothing is written (PEERDESK_ALLOW_LIVE is not set)';
  return ok(`a real service: ${mode}`);
}

async function ownAds(world: ServiceWorld): Promise<Finding> {
  const { step, onAttempt } = stepOf();
  const page = await orFailure(world.exchange.ads.listWithPagination({ page: 1, rows: 20 }, { onAttempt }));
  if ('verdict' in page) return page;
  const [first] = page.items;
  world.seen.ad = first === undefined ? null : toAdFacts(first);
  return counted(page, `listWithPagination: ${step()}, ${page.total ?? page.items.length} own ads`);
}

/** A row that cannot be read hides no other. */
function counted({ odd }: Page<unknown>, text: string): Finding {
  const [first] = odd;
  if (first === undefined) return ok(text);
  return warning(`${text}; ${odd.length} cannot be read, such as ${oddName(first)}: ${first.why}`, oddRemedy);
}

const oddRemedy = 'look at it in the app: the desk leaves it to you';

async function orders(world: ServiceWorld): Promise<Finding> {
  const { step, onAttempt } = stepOf();
  const page = await orFailure(world.exchange.orders.listOrders({ page: 1, rows: 20 }, { onAttempt }));
  if ('verdict' in page) return page;
  world.seen.orderNumber = page.items[0]?.orderNumber ?? null;
  return counted(page, `listOrders: ${step()}, ${page.total ?? page.items.length} orders`);
}

function weight({ exchange }: ServiceWorld): Finding {
  const usedShare = Math.max(0, ...exchange.budgetUse().quotas.map(({ share }) => share));
  const text = `${Math.round(usedShare * 100)} % of the weight of a minute is used`;
  if (usedShare < closeToLimit) return ok(text);
  const slowsAt = Math.round(exchange.settings.rateWeightSlowdownRatio * 100);
  return warning(`${text}: polls slow down at ${slowsAt} %`, 'find what else calls from this address or with this key');
}

/** Returns what a call answers, or the finding of its refusal in the words of the command line. */
async function orFailure<T>(call: Promise<T>): Promise<T | Finding> {
  try {
    return await call;
  } catch (error) {
    return refused(error);
  }
}
