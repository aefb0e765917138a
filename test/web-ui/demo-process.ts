import { setTimeout as delay } from 'node:timers/promises';
import {
  adControl,
  connectTemporal,
  listWorkflows,
  orderControl,
  type PeerdeskConnection,
} from '../../src/client/index.ts';
import { startDeskProcess } from '../setup/desk-process.ts';

const account = 'demo';
const roundMs = 500;
const rounds = 240;

/** A demo that runs in a folder of its own. */
export interface DemoProcess {
  uiUrl: string;
  /** The address of a tab of a workflow's page. */
  pageUrl: (workflowId: string, tab: string) => Promise<string>;
  /** An ad whose price the desk has changed. */
  repricedAd: () => Promise<{ adNumber: string }>;
  /** Waits for orders, holds a BUY order before it is paid, and returns its number. */
  holdAnOrder: () => Promise<string>;
  stop: () => Promise<void>;
}

/** Starts `peerdesk up` in an empty folder on free ports and waits until it answers. Rejects when it does not. */
export async function startDemoProcess(): Promise<DemoProcess> {
  const desk = await startDeskProcess(['--orders-per-minute', '20', '--seed', '7']);
  const endings: (() => Promise<void>)[] = [() => desk.stop()];
  const stop = async (): Promise<void> => {
    for (const end of endings.toReversed()) await end();
  };
  try {
    const { temporalAddress, uiUrl } = await eventually('the demo announces itself', () => desk.announced());
    const peerdesk = await connectTemporal({ address: temporalAddress, namespace: 'default' });
    endings.push(() => peerdesk.close());
    return {
      uiUrl,
      pageUrl: async (workflowId, tab) => {
        const { runId } = await peerdesk.client.workflow.getHandle(workflowId).describe();
        return `${uiUrl}/namespaces/default/workflows/${encodeURIComponent(workflowId)}/${runId}/${tab}`;
      },
      repricedAd: () => repricedAd(peerdesk),
      holdAnOrder: () => holdAnOrder(peerdesk),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function repricedAd({ client }: PeerdeskConnection): Promise<{ adNumber: string }> {
  return eventually('an ad is repriced', async () => {
    for (const { subject } of await listWorkflows(client, { type: 'adMaintenance', account, running: true })) {
      const view = await adControl(client, account, subject).state();
      if (view.reprices > 0 && view.side === 'SELL') return { adNumber: subject };
    }
    return null;
  });
}

async function holdAnOrder({ client }: PeerdeskConnection): Promise<string> {
  return eventually('an order has ended and one is held', async () => {
    const orders = await listWorkflows(client, { type: 'orderLifecycle', account });
    if (!orders.some((order) => order.state === 'completed')) return null;
    for (const { subject, status } of orders) {
      const control = orderControl(client, account, subject);
      const view = status === 'running' ? await control.state().catch(() => null) : null;
      if (view?.waitingFor.code !== 'our-payment') continue;
      await control.hold({ by: 'ana', note: 'a third party wants to be paid' });
      const held = await eventually('the hold is taken', () => control.state());
      if (held.held !== null && held.waitingFor.code === 'held') return subject;
    }
    return null;
  });
}

/** Polls until there is a non-null answer; rejects after about a minute. */
async function eventually<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
  for (let round = 0; round < rounds; round += 1) {
    const answer = await ask();
    if (answer !== null) return answer;
    await delay(roundMs);
  }
  throw new Error(`waited in vain until ${what}`);
}
