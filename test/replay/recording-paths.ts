import type { WaitCode } from '../../src/domain/orders/order-wait.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import * as peerdesk from '../../src/client/index.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';
import type { DeskSettings } from '../../src/domain/settings.ts';
import type { Simulator } from '../../src/simulator/simulator.ts';
import { account } from './recording.ts';
import { askAdNumber } from './recording-market.ts';
import { accountPaths, deskPaths } from './recording-beside-orders.ts';
import { nightPaths } from './recording-nights.ts';
import { publicationPaths } from './recording-publications.ts';
import { stockPaths } from './recording-stock.ts';
import { until } from './until.ts';

/** Short bounds, so that a path that proves "not done" takes seconds. */
export const settings: Partial<DeskSettings> = {
  marketIntervalMs: 1_000,
  priceRangeTtlMs: 1_000,
  orderPollIntervalMs: 500,
  offlineCheckIntervalMs: 1_000,
  moneyStepBoundMs: 4_000,
  moneyRecvWindowMs: 1_000,
  moneySettleMs: 2_000,
  reconcileWindowMs: 20_000,
  requestTimeoutMs: 3_500,
  stockLookMs: 5_000,
};

const counterparty = { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null };
const release = { policy: 'paid', amountCap: null, counterparty } as const;
const me = { by: 'ana' };
const { limits: _limits, ...rules } = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '1', ceiling: '2' },
});

/** What a path uses. */
export interface World {
  client: Client;
  simulator: Simulator;
  sellAd: string;
  buyAd: string;
}

function take({ simulator }: World, adNumber: string): string {
  const people = { realName: 'CANARY PERSON', nickname: 'canary-nick' };
  return simulator.counterparties.take({ adNumber, totalPrice: '500.00', ...people });
}

function orderOf({ client }: World, orderNumber: string): peerdesk.OrderControl {
  return peerdesk.orderControl(client, account, orderNumber);
}

async function waits(world: World, orderNumber: string, reason: WaitCode): Promise<void> {
  const order = orderOf(world, orderNumber);
  await until(
    `${orderNumber} waits for ${reason}`,
    () => order.state(),
    (view) => view.waitingFor.code === reason,
  );
}

async function ended(world: World, orderNumber: string): Promise<string> {
  await waits(world, orderNumber, 'nothing');
  return peerdesk.orderWorkflowId(account, orderNumber);
}

/** Each path leaves one closed or quiet workflow behind; returns its id. */
type Path = (world: World) => Promise<string>;

const orderPaths: Record<string, Path> = {
  'order-released': async (world) => {
    const orderNumber = take(world, world.sellAd);
    await waits(world, orderNumber, 'awaiting-payment');
    world.simulator.counterparties.pay(orderNumber);
    return ended(world, orderNumber);
  },
  'order-release-unknown-done': async (world) => {
    world.simulator.setFaults([
      { operation: 'releaseCoin', when: { nth: 1 }, fault: { kind: 'reset', when: 'after' } },
    ]);
    const orderNumber = take(world, world.sellAd);
    world.simulator.counterparties.pay(orderNumber);
    return ended(world, orderNumber);
  },
  'order-release-unknown-not-done': async (world) => {
    world.simulator.setFaults([
      { operation: 'releaseCoin', when: { nth: 1 }, fault: { kind: 'reset', when: 'before' } },
    ]);
    const orderNumber = take(world, world.sellAd);
    world.simulator.counterparties.pay(orderNumber);
    return ended(world, orderNumber);
  },
  'order-approved': async (world) => {
    await peerdesk.guardControl(world.client, account).setReleaseRules({ ...release, policy: 'approve' });
    await delay(2_500);
    const orderNumber = take(world, world.sellAd);
    world.simulator.counterparties.pay(orderNumber);
    await waits(world, orderNumber, 'release-gate');
    const order = orderOf(world, orderNumber);
    await order.hold({ ...me, note: 'third party' });
    await waits(world, orderNumber, 'held');
    await order.unhold(me);
    await order.approve(me);
    return ended(world, orderNumber);
  },
  'order-appeal': async (world) => {
    const orderNumber = take(world, world.sellAd);
    world.simulator.counterparties.pay(orderNumber);
    await waits(world, orderNumber, 'release-gate');
    world.simulator.counterparties.dispute(orderNumber);
    await waits(world, orderNumber, 'appeal');
    world.simulator.counterparties.resolve(orderNumber, 'completed');
    return ended(world, orderNumber);
  },
  'order-cancelled': async (world) => {
    const orderNumber = take(world, world.sellAd);
    await waits(world, orderNumber, 'awaiting-payment');
    world.simulator.counterparties.cancel(orderNumber);
    return ended(world, orderNumber);
  },
  // The first payment notice is lost, and the guard gets its permit back; the second one arrives.
  'order-bought-not-done': async (world) => {
    const lost = { kind: 'reset', when: 'before' } as const;
    world.simulator.setFaults([{ operation: 'markOrderAsPaid', when: { nth: 1 }, fault: lost }]);
    const orderNumber = take(world, world.buyAd);
    await waits(world, orderNumber, 'our-payment');
    await orderOf(world, orderNumber).confirmPayment({ payId: null, proof: 'bank reference 1', ...me });
    await waits(world, orderNumber, 'awaiting-release');
    world.simulator.counterparties.release(orderNumber);
    return ended(world, orderNumber);
  },
};

async function place({ client }: World, requestId: string, adNumber: string): Promise<string> {
  const wish = { asset: 'USDT', fiat: 'BOB', side: 'BUY', totalAmount: '500.00', matchPrice: '10.05' } as const;
  const input = { account, requestId, mode: 'sim', adNumber, ...wish, release, settings } as const;
  await (await peerdesk.placeOrder(client, input)).result();
  return peerdesk.placementWorkflowId(account, requestId);
}

const placementPaths: Record<string, Path> = {
  'placement-placed': (world) => place(world, 'request-1', askAdNumber),
  'placement-refused': (world) => place(world, 'request-2', world.sellAd),
  'placement-unknown': (world) => {
    world.simulator.setFaults([{ operation: 'placeOrder', when: { nth: 1 }, fault: { kind: 'reset', when: 'after' } }]);
    return place(world, 'request-3', askAdNumber);
  },
};

async function stoppedAd(ad: peerdesk.AdControl): Promise<string> {
  await ad.stop(me);
  return ad.workflowId;
}

const adPaths: Record<string, Path> = {
  'ad-repriced': async ({ client, sellAd }) => {
    const ad = peerdesk.adControl(client, account, sellAd);
    await until(
      'it has been repriced',
      () => ad.state(),
      (view) => view.reprices > 0,
    );
    await ad.pause(me);
    await ad.resume(me);
    await ad.overridePrice('10.30', 60_000);
    await until(
      'the price of the operator',
      () => ad.state(),
      (view) => view.price === '10.30',
    );
    await ad.setRules({ strategy: { kind: 'fixed', price: '10.25' } });
    return stoppedAd(ad);
  },
  'ad-offline': async ({ client, simulator, buyAd }) => {
    const ad = peerdesk.adControl(client, account, buyAd);
    simulator.setMerchant(account, 'closed');
    await ad.setRules({ strategy: { kind: 'fixed', price: '9.60' } });
    await until(
      'it is offline',
      () => ad.state(),
      (view) => view.state.kind === 'offline',
    );
    simulator.setMerchant(account, 'open');
    await until(
      'the business is open',
      () => ad.state(),
      (view) => view.businessStatus === 'open',
    );
    await ad.resume(me);
    await until(
      'it has been repriced',
      () => ad.state(),
      (view) => view.price === '9.60',
    );
    return stoppedAd(ad);
  },
  'ad-blocked': async ({ client, simulator }) => {
    const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.60' });
    const fault = { kind: 'error', code: -2015, message: 'Invalid API-key' } as const;
    simulator.setFaults([{ operation: 'update', when: { nth: 1 }, fault }]);
    const adRules = { ...rules, limits: { floor: '10.40', ceiling: '10.80' } };
    const ad = await peerdesk.startAd(client, { account, adNumber, mode: 'sim', settings, rules: adRules });
    await until(
      'it is blocked',
      () => ad.state(),
      (view) => view.state.kind === 'blocked',
    );
    await ad.repriceNow(me);
    await until(
      'it has been repriced',
      () => ad.state(),
      (view) => view.reprices > 0,
    );
    return stoppedAd(ad);
  },
  'ad-banned': async ({ client, simulator }) => {
    const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.60' });
    const adRules = { ...rules, limits: { floor: '10.40', ceiling: '10.80' } };
    const ad = await peerdesk.startAd(client, { account, adNumber, mode: 'sim', settings, rules: adRules });
    const egress = peerdesk.egressControl(client, 'default');
    simulator.ban(600_000);
    await until(
      'it is blocked, and the egress knows the ban',
      () => Promise.all([ad.state(), egress.state()]),
      ([view, { state }]) => view.state.kind === 'blocked' && state === 'banned',
    );
    // Longer than it waits before it asks the gate for the first time.
    await delay(12_000);
    simulator.ban(0);
    await egress.clearBan(me);
    await until(
      'it runs again',
      () => ad.state(),
      (view) => view.state.kind === 'running',
    );
    return stoppedAd(ad);
  },
};

/** Starts the desk that all paths share: it takes orders in and adopts ads. */
export async function openDesk(client: Client): Promise<void> {
  const adoptAds = { rules, limitRatio: '0.05' };
  await peerdesk.startDesk(client, { account, egress: 'default', mode: 'sim', release, adoptAds, settings });
}

/** All paths by the name of their recording, in order. */
export const paths: Record<string, Path> = {
  ...orderPaths,
  ...publicationPaths(settings),
  ...placementPaths,
  ...adPaths,
  ...nightPaths(settings),
  ...stockPaths(settings),
  ...deskPaths,
  ...accountPaths,
};
