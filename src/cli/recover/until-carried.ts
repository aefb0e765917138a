/** Waits until every open order has a workflow that has read it. */
import { setTimeout as delay } from 'node:timers/promises';
import { deskControl, listWorkflows, type ListedWorkflow } from '../../client/index.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { inFreshTime, type TemporalSession } from '../session/temporal-session.ts';
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
  /** The newest run of each order that is open, or was when this began. */
  readonly orders: readonly ListedWorkflow[];
  /** Open orders that no workflow has read. */
  readonly missing: readonly string[];
  /** What the desk says of that; null: nothing. */
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
      if (missing.length === 0) return { orders, missing, trouble: null };
      if (performance.now() - cameOnMs > patienceMs) return { orders, missing, trouble: await troubleOf(session) };
      if (performance.now() - listedMs > listAgainMs) {
        const listed = numbersOf(await openOrders(recovering));
        open = new Set([...open].filter((orderNumber) => listed.has(orderNumber)));
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

/** A page has the pair from its first read on. */
async function carriedOf(session: TemporalSession, open: ReadonlySet<string>): Promise<readonly ListedWorkflow[]> {
  const { client, account } = session;
  const filter = { type: 'orderLifecycle', account, limit: mostOrders } as const;
  const runs = await inFreshTime(session, () => listWorkflows(client, filter));
  const read = runs.filter(({ subject, pair }) => open.has(subject) && pair !== null);
  const newest = new Map(
    read.toSorted((one, other) => one.startedAtMs - other.startedAtMs).map((run) => [run.subject, run]),
  );
  return [...newest.values()];
}

function missingOf(open: ReadonlySet<string>, orders: readonly ListedWorkflow[]): string[] {
  const carried = new Set(orders.map(({ subject }) => subject));
  return [...open].filter((orderNumber) => !carried.has(orderNumber));
}

async function troubleOf(session: TemporalSession): Promise<string | null> {
  const desk = deskControl(session.client, session.account).within(session.timeoutMs);
  return await inFreshTime(session, () => desk.blindness()).catch((error: unknown) => String(error));
}
