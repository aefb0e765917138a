import type { Client } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { onTestFinished } from 'vitest';
import type { ActivityDependencies } from '../../../src/activities/dependencies.ts';
import {
  createActingActivities,
  createMoneyQueueActivities,
  createWatchActivities,
} from '../../../src/activities/index.ts';
import { GroupMarkets } from '../../../src/market/group-markets.ts';
import { MarketBook } from '../../../src/market/market-book.ts';
import { DayOrders } from '../../../src/market/day-orders.ts';
import { OwnAds } from '../../../src/market/own-ads.ts';
import { adControl } from '../../../src/client/index.ts';
import { defaultSettings, exchangeSettingsOf, type DeskSettings } from '../../../src/domain/settings.ts';
import { createExchangeClient } from '../../../src/exchange/index.ts';
import type { FaultRule } from '../../../src/simulator/world/fault-script.ts';
import type { NewAd } from '../../../src/simulator/trade/ad-desk.ts';
import { createTemporalGuardPort } from '../../../src/workers/ports/temporal-guard-port.ts';
import { createTemporalOrderPort } from '../../../src/workers/ports/temporal-order-port.ts';
import { openActivityWorld, type ActivityWorld } from '../../activities/activity-fixture.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { accountRegister } from '../../register/memory-register.ts';
import { deskAccount } from '../../simulator/sim-fixture.ts';
import { quietRuntime, withWorkers } from '../workflow-harness.ts';
import { createMarketplace } from '../../../src/marketplace/exchange-marketplace.ts';

/** Waits are short, but for the money steps: a busy machine needs their time. */
const quick: DeskSettings = {
  ...defaultSettings,
  marketIntervalMs: 500,
  businessBlockMs: 1_000,
  overlapCooldownMs: 1_000,
  offlineCheckIntervalMs: 50,
  backoffCapMs: 500,
};

/** For a publication that is sent again: nothing may be concluded from a look-up before all three have passed. */
export const provingWaits = {
  moneyRecvWindowMs: 500,
  moneySettleMs: 500,
  moneyStepBoundMs: 5_000,
} satisfies Partial<DeskSettings>;

/** A server for the tests of a file. */
export function openEnv() {
  let env: TestWorkflowEnvironment | null = null;
  return {
    open: async () => {
      quietRuntime();
      env = await createLocalEnv();
    },
    close: () => env?.teardown(),
    get: (): TestWorkflowEnvironment => {
      if (env === null) throw new Error('the server was not started');
      return env;
    },
  };
}

let worlds = 0;

/** An account of its own at a simulator, served by the real activities and the real guard. */
export interface MarketWorld extends ActivityWorld {
  account: string;
  client: Client;
  /** Puts an ad of the account on the market. */
  add: (ad: Partial<NewAd>) => string;
}

export interface MarketPlace {
  get: () => TestWorkflowEnvironment;
  /** Settings that differ from the quick ones. */
  settings?: Partial<DeskSettings>;
}

/** Runs the workers of a new account while `use` runs. */
export async function market(
  { get, settings: part }: MarketPlace,
  faults: FaultRule[],
  use: (world: MarketWorld) => Promise<void>,
): Promise<void> {
  const env = get();
  const settings = { ...quick, ...part };
  const world = await openMarket(env, settings);
  world.simulator.setFaults(faults);
  const { account, deps } = world;
  const activities = {
    ...createActingActivities(deps),
    ...createMoneyQueueActivities(deps),
    ...createWatchActivities(deps),
    readSettings: async () => settings,
    wakeOrders: async () => 0,
  };
  await withWorkers(env, { account, activities }, async () => {
    await use(world);
    const numbers = world.simulator.snapshot().ads.map(({ advNo }) => advNo);
    const ends = numbers.map((adNumber) => adControl(env.client, account, adNumber).stop({ by: 'the test' }));
    await Promise.allSettled(ends);
  });
}

async function openMarket({ client }: TestWorkflowEnvironment, settings: DeskSettings): Promise<MarketWorld> {
  worlds += 1;
  const account = `merchant-${worlds}`;
  const named = { ...deskAccount, name: account };
  const onError = (): void => undefined;
  const world = await openActivityWorld({ settings, simulator: { accounts: [named], clock: Date } });
  const exchange = createExchangeClient({
    baseUrl: world.baseUrl,
    credentials: named,
    settings: exchangeSettingsOf(settings),
  });
  onTestFinished(() => exchange.close());
  const marketplace = createMarketplace(exchange, settings);
  const register = await accountRegister(world.memory, { account, clock: Date });
  const deps: ActivityDependencies = {
    ...world.deps,
    account,
    settings,
    marketplace,
    register,
    clock: Date,
    market: new MarketBook(marketplace, settings, { account, markets: new GroupMarkets({ clock: Date }) }),
    ownAds: new OwnAds(marketplace, settings, Date),
    dayOrders: new DayOrders({ marketplace, settings, clock: Date, stopping: world.deps.stopping }),
    guard: createTemporalGuardPort({ client, account, group: account, clock: Date, register, onError }),
    orders: createTemporalOrderPort(client, account),
  };
  return { ...world, exchange, deps, account, client, add: (ad) => world.addAd({ account, ...ad }) };
}
