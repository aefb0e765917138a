import { WorkflowNotFoundError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import type { DeskPort, SeenOrder, SwitchName } from '../activities/desk-port.ts';
import { Decimal } from '../domain/decimal.ts';
import { SharedRead } from '../activities/shared-read.ts';
import { deskControl, listWorkflows, orderControl, startAd, startOrder } from '../client/index.ts';
import type { DeskView, OrderControl, OrderEvent } from '../client/index.ts';
import {
  claimPlacementUpdate,
  deskWorkflowId,
  intakeReportSignal,
  orderWorkflowId,
} from '../workflows/contract/definitions.ts';
import type { DeskSettings } from '../domain/settings.ts';
import type { Mode } from '../domain/mode.ts';

/** How old the desk's answer may be where a repeat is near (repricing, intake); a release always asks anew. */
const deskViewTtlMs = 2_000;

const priceDigits = 7;

interface PortOptions {
  client: Client;
  account: string;
  overrides: Partial<DeskSettings>;
  clock: { now(): number };
}

/** What activities ask of their account's workflows, by a Temporal client. */
export function createTemporalDeskPort({ client, account, overrides, clock }: PortOptions): DeskPort {
  const desk = deskControl(client, account);
  const views = new SharedRead<DeskView | null>(() => readDesk(() => desk.state()), clock);
  const settings = Object.keys(overrides).length === 0 ? {} : { settings: overrides };

  async function orderSeen(order: SeenOrder, mode: Mode): Promise<'started' | 'told' | 'ended'> {
    const view = await views.get('desk', deskViewTtlMs);
    if (view === null) return 'ended';
    const { orderNumber, status } = order;
    const input = { account, orderNumber, mode, release: view.release, ...settings, summary: summaryOf(order) };
    if (await startOrder(client, input)) return 'started';
    return tell(orderControl(client, account, orderNumber), { status, atMs: clock.now(), source: 'list' });
  }

  return {
    orderSeen,
    orderGone: async (orderNumber) => {
      await tell(orderControl(client, account, orderNumber), { status: null, atMs: clock.now(), source: 'list' });
    },
    runningOrders: async () => {
      const running = await listWorkflows(client, { type: 'orderLifecycle', account, running: true });
      return running.map((order) => order.subject);
    },
    killSwitch: async (name) => {
      const ttlMs = name === 'repricing' ? deskViewTtlMs : 0;
      return switchState(name, () => views.get('desk', ttlMs));
    },
    claimProof: async (proofId, orderNumber) => claim(() => desk.claimProof(proofId, orderNumber)),
    claimPlacement: (orderNumber, requestId) => claimPlacement({ client, account }, orderNumber, requestId),
    keepAd: async (ad, rules, mode) => {
      const summary = `${ad.side} ${ad.asset}/${ad.fiat}`;
      await startAd(client, { account, adNumber: ad.adNumber, mode, rules, ...settings, summary });
    },
    reportIntake: async (count) => {
      await client.workflow.getHandle(deskWorkflowId(account)).signal(intakeReportSignal, count);
    },
  };
}

/** "SELL 250.00 USDT @ 11.62 BOB": what the list of the Web UI shows of an order. */
function summaryOf(order: SeenOrder): string {
  // A list row has no unit price: it was divided, and the last digits say nothing.
  const price = new Decimal(order.price).toSignificantDigits(priceDigits).toFixed();
  const amount = new Decimal(order.amount).toFixed();
  return `${order.side} ${amount} ${order.asset} @ ${price} ${order.fiat}`;
}

/** The desk's view; null when no desk runs for the account. */
async function readDesk(read: () => Promise<DeskView>): Promise<DeskView | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

/** No desk, no switch: open. A desk that cannot be asked: unknown, and callers fail closed. */
async function switchState(
  name: SwitchName,
  read: () => Promise<DeskView | null>,
): Promise<'open' | 'closed' | 'unknown'> {
  const view = await read().catch(() => undefined);
  if (view === undefined) return 'unknown';
  if (view === null) return 'open';
  if (view.switches.all !== null) return 'closed';
  return name === 'money' || view.switches[name] === null ? 'open' : 'closed';
}

async function claim(ask: () => Promise<string>): Promise<string | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

async function tell(order: OrderControl, event: OrderEvent): Promise<'told' | 'ended'> {
  try {
    await order.tell([event]);
    return 'told';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'ended';
    throw error;
  }
}

/** An order whose workflow does not run yet is nobody's: the one who asks owns it when its workflow starts. */
async function claimPlacement(
  { client, account }: { client: Client; account: string },
  orderNumber: string,
  requestId: string,
): Promise<string> {
  const handle = client.workflow.getHandle(orderWorkflowId(account, orderNumber));
  const owner = await claim(() => handle.executeUpdate(claimPlacementUpdate, { args: [requestId] }));
  return owner ?? requestId;
}
