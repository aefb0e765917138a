import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { adControl, adWorkflowId, orderControl, orderWorkflowId, startAd } from '../../src/client/index.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';
import { defaultSettings } from '../../src/domain/settings.ts';
import { account, openDeskWorld, quickSettings, shareWorld, until, type DeskWorld } from './desk-harness.ts';

const rules = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '9.50', ceiling: '10.50' },
  // An answer to a competitor's step does not wait.
  answerHoldMs: 0,
});

/** Counts a workflow's events by type; the figures are printed beside the budget. */
async function events(world: DeskWorld, workflowId: string): Promise<string[]> {
  const history = await world.client.workflow.getHandle(workflowId).fetchHistory();
  return (history.events ?? []).map((event) => String(event.eventType));
}

async function settledAd(world: DeskWorld, adNumber: string, price: string): Promise<void> {
  const control = adControl(world.client, account, adNumber);
  await until(
    `ad ${adNumber} stands at ${price}`,
    () => control.state(),
    (view) => view.price === price,
  );
  // The watch after the change has looked at the market once it heartbeats.
  await until(
    'its watch looks',
    () => control.explain(),
    (explanation) => explanation.nextCheckAtMs !== null,
  );
}

async function startSellAd({ simulator, client }: DeskWorld, price: string, watchPeriodMs: number): Promise<string> {
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price });
  const settings = { ...quickSettings, watchPeriodMs };
  await startAd(client, { account, adNumber, mode: 'sim', rules, settings });
  kept.push(adNumber);
  return adNumber;
}

/** The ads of the running test. */
const kept: string[] = [];

/** A step that a busy machine does not carry out in time is tried again, which costs events. */
const patientSettings = {
  ...quickSettings,
  moneyStepBoundMs: 20_000,
  moneyRecvWindowMs: 15_000,
  requestTimeoutMs: 18_000,
};

describe('design 8: event budgets, measured on a real server', () => {
  const the = shareWorld(async (atEnd) => {
    const world = await openDeskWorld({}, patientSettings, atEnd);
    await world.runWorker();
    // Before an ad starts the guard with its own rules.
    await world.startDesk();
    return world;
  });

  // An ad that goes on would stand in the way of the next one.
  afterEach(async () => {
    for (const adNumber of kept.splice(0)) await adControl(the().client, account, adNumber).stop({ by: 'ana' });
  });

  it('a quiet ad costs at most 1 event a minute, an applied reprice at most 14', async () => {
    const world = the();
    const adNumber = await startSellAd(world, '10.20', defaultSettings.watchPeriodMs);
    const workflowId = adWorkflowId(account, adNumber);
    await settledAd(world, adNumber, '10.04');
    const quiet = (await events(world, workflowId)).length;
    await delay(5_000);
    const stillQuiet = (await events(world, workflowId)).length;
    world.market.move('10.00', '10.02', '9.95');
    await settledAd(world, adNumber, '10.01');
    const repriced = (await events(world, workflowId)).length;
    console.log(
      `quiet for 5 rounds: ${stillQuiet - quiet} events; one applied reprice: ${repriced - stillQuiet} (budget 14)`,
    );
    expect(stillQuiet - quiet).toBe(0);
    expect(repriced - stillQuiet).toBeLessThanOrEqual(14);
  });

  it('a watch that ends with its period costs so little that a quiet ad stays below 1 event a minute', async () => {
    const world = the();
    // Away from the ad of the test before, which stays at the service: it stands where it begins.
    world.market.move('10.00', '10.30', '9.70');
    const adNumber = await startSellAd(world, '10.29', 2_000);
    const workflowId = adWorkflowId(account, adNumber);
    await settledAd(world, adNumber, '10.29');
    const watches = (list: string[]): number => list.filter((type) => type === '10').length;
    const before = await events(world, workflowId);
    const after = await until(
      'three watches end',
      () => events(world, workflowId),
      (list) => watches(list) >= watches(before) + 3,
    );
    const perWatch = (after.length - before.length) / (watches(after) - watches(before));
    const perMinute = (perWatch * 60_000) / defaultSettings.watchPeriodMs;
    world.market.move('10.00', '10.02', '9.95');
    console.log(`a watch that ends quietly: ${perWatch} events, so ${perMinute.toFixed(2)} a minute (budget 1)`);
    expect(perMinute).toBeLessThanOrEqual(1);
  });

  it('an order on the release path without faults costs at most 60 events', async () => {
    const world = the();
    const { simulator, client } = world;
    const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
    const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
    const control = orderControl(client, account, orderNumber);
    await until(
      'it waits for the payment',
      () => control.state(),
      (view) => view.waitingFor.code === 'awaiting-payment',
    );
    simulator.counterparties.pay(orderNumber);
    await until(
      'it completes',
      () => control.state(),
      (view) => view.status === 'COMPLETED' && view.waitingFor.code === 'nothing',
    );
    const count = (await events(world, orderWorkflowId(account, orderNumber))).length;
    console.log(`an order from arrival to release: ${count} events (budget 60)`);
    expect(count).toBeLessThanOrEqual(60);
  });

  it('N ads of one market cost one search a round', async () => {
    const world = the();
    const count = 8;
    for (let index = 0; index < count; index += 1) {
      await startSellAd(world, (10.06 + index * 0.05).toFixed(2), defaultSettings.watchPeriodMs);
    }
    let searches = 0;
    let firstAtMs = 0;
    world.simulator.on((event) => {
      if (event.type !== 'request' || event.operation !== 'ads/search') return;
      if (searches === 0) firstAtMs = event.atMs;
      searches += 1;
    });
    await until(
      'six rounds are over',
      () => searches,
      (seen) => seen >= 6,
    );
    const rounds = (Date.now() - firstAtMs) / quickSettings.marketIntervalMs + 1;
    console.log(`${count} ads on one market: ${searches} searches in ${rounds.toFixed(1)} rounds`);
    expect(searches).toBeLessThanOrEqual(Math.ceil(rounds));
  });
});
