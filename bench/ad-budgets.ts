/** The budgets of design 8 for ads that Temporal is part of: ten ads on one market, default settings, one worker. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { adWorkflowId } from '../src/workflows/contract/workflow-ids.ts';
import { defaultSettings } from '../src/domain/settings.ts';
import { account, openBenchWorld } from './desk-world.ts';
import { measureMove, startAds, type BenchAd } from './own-ad-moves.ts';

export interface AdBudgets {
  readonly ads: number;
  /** Events a minute of an ad whose market stands still, on average. */
  readonly quietEventsAMinute: number;
  /** Of the ad that needed most, for one price that was applied. */
  readonly eventsAReprice: number;
  /** Of both sides together. */
  readonly searchesARound: number;
  /** From the move of the market until the last ad had its price, in seconds. */
  readonly moveToLastSeconds: number;
}

const { marketIntervalMs } = defaultSettings;
/** Events of the last write, and of what it shows afterwards, belong to it. */
const settleMs = 3_000;

/** Measures the budgets; `quietMs` is how long nothing moves. */
export async function measureAdBudgets(quietMs: number): Promise<AdBudgets> {
  const world = await openBenchWorld();
  try {
    world.startWorker();
    const [fiat = ''] = world.market.fiats;
    const ads = await startAds(world, [fiat]);
    await delay(2 * marketIntervalMs);
    let searches = 0;
    const leave = world.simulator.on((event) => {
      if (event.type === 'request' && event.operation.endsWith('ads/search')) searches += 1;
    });
    const before = await eventsOf(world.client, ads);
    await delay(quietMs);
    leave();
    const quiet = await eventsOf(world.client, ads);
    const { tookMs } = await measureMove(world, ads, { fiats: [fiat], where: new Map([[fiat, 0]]) });
    await delay(settleMs);
    const after = await eventsOf(world.client, ads);
    const grown = quiet.map((events, index) => events - (before[index] ?? 0));
    return {
      ads: ads.length,
      quietEventsAMinute: round((grown.reduce((sum, events) => sum + events, 0) / ads.length / quietMs) * 60_000),
      eventsAReprice: Math.max(...after.map((events, index) => events - (quiet[index] ?? 0))),
      searchesARound: round((searches * marketIntervalMs) / quietMs),
      moveToLastSeconds: round((tookMs.at(-1) ?? Number.NaN) / 1_000),
    };
  } finally {
    await world.close();
  }
}

function eventsOf(client: Client, ads: readonly BenchAd[]): Promise<number[]> {
  const handles = ads.map(({ adNumber }) => client.workflow.getHandle(adWorkflowId(account, adNumber)));
  return Promise.all(handles.map(async (handle) => (await handle.describe()).historyLength));
}

const round = (value: number): number => Number(value.toFixed(2));
