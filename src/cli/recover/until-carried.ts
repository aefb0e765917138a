/** Waits until every open order has a workflow that has read it. */
import { setTimeout as delay } from 'node:timers/promises';
import { deskControl, listWorkflows, orderControl, type ListedWorkflow } from '../../client/index.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { inFreshTime, type TemporalSession } from '../session/temporal-session.ts';
import { hasCompleted } from '../session/workflow-start.ts';
import { sayProgress } from '../text/progress.ts';
import { openOrders, type Found, type Recovering } from './recovering.ts';

const lookEveryMs = 1_000;
/** An order may end while it waits for its turn: then no one takes it in. */
const listAgainMs = 20_000;
/** A ban or a silent service stands still for longer: the command ends then, and is begun again. */
const patienceMs = 120_000;
/** More than this at once no service lists. */
const mostOrders = 10_000;

/** How far the orders of an account are carried. */
export interface CarriedOrders {
  /** The run of each order that is open. */
  readonly orders: readonly ListedWorkflow[];
  /** Open orders that no workflow has read. */
  readonly missing: readonly string[];
  /** Rows of the list that cannot be read, and whether it is cut: what they stand for may be open as well. */
  readonly odd: readonly string[];
  /** What the desk says of that, or why it is not known; null: nothing. */
  readonly trouble: string | null;
}

/** Looks once a second, and gives up once nothing has come on for two minutes. */
export async function untilCarried(
  recovering: Recovering,
  found: Found,
  context: CommandContext,
): Promise<CarriedOrders> {
  const { session } = recovering;
  let open: ReadonlySet<string> = numbersOf(found.orders);
  let odd: readonly string[] = oddOf(found.orders);
  let orders: readonly ListedWorkflow[] = [];
  const text = (): string => `account ${session.account}: ${orders.length} of ${open.size} open orders are carried`;
  const end = sayProgress(context, text);
  let [cameOnMs, listedMs] = [performance.now(), performance.now()];
  try {
    for (;;) {
      const now = await carriedOf(session, open);
      if (now.length > orders.length) cameOnMs = performance.now();
      orders = now;
      const missing = missingOf(open, orders);
      if (missing.length === 0) return { orders, missing, odd, trouble: null };
      if (performance.now() - cameOnMs > patienceMs) return { orders, missing, odd, trouble: await troubleOf(session) };
      if (performance.now() - listedMs > listAgainMs) {
        ({ open, odd } = await listedAgain(recovering, { open, odd, missing }, context));
        listedMs = performance.now();
      }
      await delay(lookEveryMs);
    }
  } finally {
    end();
  }
}

/** One that cannot be read in the list is open as well, but no desk takes it in. */
const numbersOf = ({ items }: Found['orders']): ReadonlySet<string> =>
  new Set(items.map(({ orderNumber }) => orderNumber));

/** Returns an account whose orders could not be waited for. */
export function notCarried(found: Found | null, trouble: string): CarriedOrders {
  if (found === null) return { orders: [], missing: [], odd: [], trouble };
  return { orders: [], missing: [...numbersOf(found.orders)], odd: oddOf(found.orders), trouble };
}

const oddOf = ({ odd }: Found['orders']): string[] => odd.map(({ why }) => why);

interface Listed {
  readonly open: ReadonlySet<string>;
  readonly odd: readonly string[];
}

/** Without an answer, as during a ban, the last list stands. */
async function listedAgain(
  recovering: Recovering,
  { open, odd, missing }: Listed & Pick<CarriedOrders, 'missing'>,
  context: CommandContext,
): Promise<Listed> {
  const again = await openOrders(recovering, context).catch(() => null);
  if (again === null) return { open, odd };
  const listed = numbersOf(again);
  const stopped = await stoppedOf(recovering.session, missing);
  const still = [...open].filter((orderNumber) => listed.has(orderNumber) && !stopped.has(orderNumber));
  return { open: new Set(still), odd: oddOf(again) };
}

/** An order that a person has stopped is open at the service, and no workflow carries it again. */
async function stoppedOf(session: TemporalSession, missing: readonly string[]): Promise<ReadonlySet<string>> {
  const stopped = new Set<string>();
  for (const orderNumber of missing) {
    const { workflowId } = orderControl(session.client, session.account, orderNumber);
    if (await inFreshTime(session, () => hasCompleted(session, workflowId))) stopped.add(orderNumber);
  }
  return stopped;
}

/** A page has the pair from its first read on; a run that has ended carries nothing. */
async function carriedOf(session: TemporalSession, open: ReadonlySet<string>): Promise<readonly ListedWorkflow[]> {
  const { client, account } = session;
  const filter = { type: 'orderLifecycle', account, running: true, limit: mostOrders } as const;
  const runs = await inFreshTime(session, () => listWorkflows(client, filter));
  const read = runs.filter(({ subject, pair }) => open.has(subject) && pair !== null);
  return [...new Map(read.map((run) => [run.subject, run])).values()];
}

function missingOf(open: ReadonlySet<string>, orders: readonly ListedWorkflow[]): string[] {
  const carried = new Set(orders.map(({ subject }) => subject));
  return [...open].filter((orderNumber) => !carried.has(orderNumber));
}

async function troubleOf(session: TemporalSession): Promise<string | null> {
  const desk = deskControl(session.client, session.account).within(session.timeoutMs);
  return await inFreshTime(session, () => desk.blindness()).catch((error: unknown) => String(error));
}
