import type { Client } from '@temporalio/client';
import { adControl, orderControl, type AdControl } from '../../client/index.ts';
import { isTerminal } from '../../domain/orders/order-status.ts';
import { deskOrders, type DeskOrder } from '../../simulator/desk-orders.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import type { DeskAd } from '../../simulator/standalone.ts';
import { demoAccount } from './demo-desk.ts';
import type { AdLine, DemoPicture, OrderLine } from './demo-screen.ts';
import { demoWaitText } from './demo-waits.ts';
import { coded } from '../../words/coded.ts';
import { adStateWords } from '../../words/ads/ad-state-words.ts';
import { tradeTitle } from '../../words/amount-words.ts';

const answerLimitMs = 2_000;
const ordersShown = 12;

interface PictureSource {
  client: Client;
  simulator: Simulator;
  deskAds: readonly DeskAd[];
  heading: string;
}

/** Draws the current state of the desk's workflows; a workflow that does not answer in time is shown as such. */
export async function takePicture({ client, simulator, deskAds, heading }: PictureSource): Promise<DemoPicture> {
  const open = deskOrders(simulator, demoAccount).filter((order) => order.status === null || !isTerminal(order.status));
  const ledger = simulator.ledger();
  return {
    heading,
    ads: await Promise.all(deskAds.map((ad) => adLine(client, ad))),
    orders: await Promise.all(open.slice(-ordersShown).map((order) => orderLine(client, order))),
    totals:
      `orders ${ledger.orders.arrived} arrived, ${ledger.orders.completed} completed, ${ledger.orders.cancelled} cancelled` +
      ` · ${ledger.reprices} reprices · doubles ${ledger.doublePlacements + ledger.doublePayments + ledger.doubleReleases}`,
  };
}

async function adLine(client: Client, ad: DeskAd): Promise<AdLine> {
  const title = `${ad.side} ${ad.asset}/${ad.fiat}`;
  const control = adControl(client, demoAccount, ad.adNumber);
  return inTime(client, () => shownAd(control, title), { title, price: '', rank: '', state: 'no answer', why: '' });
}

async function shownAd(control: AdControl, title: string): Promise<AdLine> {
  const [view, { decision, note }] = await Promise.all([control.state(), control.explain()]);
  const rank = decision?.rank ?? view.rank;
  return {
    title,
    price: view.price ?? '',
    rank: rank === null ? '' : String(rank),
    state: coded(adStateWords[view.state.kind], view.state.kind),
    why: view.state.kind === 'running' ? (note ?? view.why) : view.why,
  };
}

async function orderLine(client: Client, order: DeskOrder): Promise<OrderLine> {
  const title = tradeTitle(order);
  const silent = { title, status: order.status ?? '', waitsFor: demoWaitText('intake'), why: '' };
  const control = orderControl(client, demoAccount, order.orderNumber);
  return inTime(
    client,
    async () => {
      const view = await control.state();
      return { title, status: view.status, waitsFor: demoWaitText(view.waitingFor.code), why: view.why };
    },
    silent,
  );
}

/** A dead worker must not stop the picture, which shows exactly that. */
async function inTime<T>(client: Client, tell: () => Promise<T>, silent: T): Promise<T> {
  try {
    return await client.withDeadline(Date.now() + answerLimitMs, tell);
  } catch {
    return silent;
  }
}
