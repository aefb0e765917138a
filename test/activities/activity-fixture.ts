import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { onTestFinished } from 'vitest';
import type { ActivityDependencies, Intent, ReportLine } from '../../src/activities/dependencies.ts';
import {
  createActingActivities,
  createMoneyQueueActivities,
  type ActingActivities,
  type MoneyActivities,
  type WatchActivities,
} from '../../src/activities/index.ts';
import type { OrderPort } from '../../src/activities/ports/order-port.ts';
import { DayOrders } from '../../src/market/day-orders.ts';
import { GroupMarkets } from '../../src/market/group-markets.ts';
import { MarketBook } from '../../src/market/market-book.ts';
import { OwnAds } from '../../src/market/own-ads.ts';
import { SaleReads } from '../../src/domain/orders/sale-reads.ts';
import { UnreadOrders } from '../../src/domain/orders/intake/unread-orders.ts';
import { emptyGuardMemory, type GuardMemory } from '../../src/domain/guard/guard-memory.ts';
import { claimPublication } from '../../src/domain/guard/publication-claim.ts';
import type { PermitRequest } from '../../src/domain/guard/permit-request.ts';
import type { GuardPort } from '../../src/activities/ports/guard-port.ts';
import { deskSettingsSchema, exchangeSettingsOf, type DeskSettings } from '../../src/domain/settings.ts';
import { createExchangeClient, type ExchangeClient } from '../../src/exchange/index.ts';
import { createMarketplace } from '../../src/marketplace/exchange-marketplace.ts';
import {
  adWorkflowId,
  orderWorkflowId,
  placementWorkflowId,
  publicationWorkflowId,
} from '../../src/workflows/contract/workflow-ids.ts';
import { createWriteGuard } from '../../src/workers/permission/write-guard.ts';
import type { SimulatorOptions } from '../../src/simulator/world/simulator-options.ts';
import { decideForOnly } from '../domain/guard/guard-fixture.ts';
import { accountRegister, generation, memoryRegister, type MemoryRegister } from '../register/memory-register.ts';
import { registerView, type RegisterView } from './register-view.ts';
import { createFakeDesk, type FakeDesk } from './fake-desk.ts';
import { sayingWatches } from './saying-watches.ts';
import { deskAccount, openWorld, type SimWorld } from '../simulator/sim-fixture.ts';

/** A guard with the real rules, without a server; it records its questions. */
export interface FakeGuard extends GuardPort {
  memory: GuardMemory;
  asked: PermitRequest[];
  /** True: it does not answer. */
  silent: boolean;
  /** Added to the desk's clock, as seen by a machine with a wrong clock. */
  aheadMs: number;
}

/** Workflows of single orders that run nowhere. */
export interface FakeOrders extends OrderPort {
  /** Owners by order number. */
  placements: Map<string, string>;
}

export interface ActivityWorld extends SimWorld, RegisterView {
  fakeGuard: FakeGuard;
  fakeOrders: FakeOrders;
  /** The register that the activities use. */
  memory: MemoryRegister;
  /** The client that the marketplace of the activities calls with. */
  exchange: ExchangeClient;
  deps: ActivityDependencies;
  fakeDesk: FakeDesk;
  intents: Intent[];
  /** The lines of the worker's log. */
  reports: ReportLine[];
  acting: ActingActivities;
  money: MoneyActivities;
  watching: WatchActivities;
  /** Operations in the order in which their calls arrived, by path: 'ads/search'. */
  calls: string[];
  callsOf: (path: string) => number;
  /** Rings the bell of the chat socket. */
  ring: () => void;
  /** True while an intake listens to the socket. */
  listening: () => boolean;
  /** An environment for one activity, scheduled now by the desk's clock, with 10 s to run. */
  scheduled: (info?: MockInfo) => MockActivityEnvironment;
  /** The same for an activity of an order's workflow. */
  asOrder: (orderNumber: string, info?: MockInfo) => MockActivityEnvironment;
  /** The same for an activity of an ad's workflow. */
  asAd: (adNumber: string, info?: MockInfo) => MockActivityEnvironment;
  /** The same for an activity that a placement asks for. */
  asPlacement: (requestId: string, info?: MockInfo) => MockActivityEnvironment;
  /** The same for an activity that the publication of a name asks for. */
  asPublication: (name: string, info?: MockInfo) => MockActivityEnvironment;
}

export type MockInfo = NonNullable<ConstructorParameters<typeof MockActivityEnvironment>[0]>;

/** All waits are short here; the rules under test keep their own values. */
const quick: Partial<DeskSettings> = {
  accountRequestsPerSecond: 10_000,
  adRequestsPerSecond: 10_000,
  marketIntervalMs: 20,
  priceRangeTtlMs: 20,
  orderPollIntervalMs: 20,
  offlineCheckIntervalMs: 20,
  timeSyncWaitMs: 0,
  inAttemptBackoffLimitMs: 0,
  backoffBaseMs: 5,
  // It ends what hangs: a busy machine answers late.
  requestTimeoutMs: 9_000,
};

interface WorldOptions {
  /** Of the desk; its API key is the same in every world. */
  account?: string;
  /** A register that worlds share; absent: one of its own. */
  memory?: MemoryRegister;
  simulator?: Partial<SimulatorOptions>;
  settings?: Partial<DeskSettings>;
  parts?: Partial<ActivityDependencies>;
}

/** Wires the activities as a worker does: real client, real simulator over HTTP, but a fake desk and a manual clock. */
export async function openActivityWorld(options: WorldOptions = {}): Promise<ActivityWorld> {
  const world = await openWorld({ rateLimit: { requests: 100_000, windowMs: 10_000 }, ...options.simulator });
  const settings = deskSettingsSchema.parse({ ...quick, ...options.settings });
  const { clock } = world;
  const exchange = createExchangeClient({
    baseUrl: world.baseUrl,
    credentials: deskAccount,
    settings: exchangeSettingsOf(settings),
    clock,
    random: () => 0.5,
  });
  onTestFinished(() => exchange.close());
  const marketplace = createMarketplace(exchange, settings);
  const calls: string[] = [];
  world.simulator.on((event) => {
    if (event.type === 'request' && event.operation !== '/api/v3/time') calls.push(event.operation);
  });
  const unread = new UnreadOrders({ clock, forgetAfterMs: settings.slowReadMs });
  const fakeDesk = createFakeDesk(unread);
  const fakeGuard = createFakeGuard(clock);
  const fakeOrders = createFakeOrders();
  const { account = deskAccount.name, memory = memoryRegister() } = options;
  const register = await accountRegister(memory, { account, clock });
  const intents: Intent[] = [];
  const reports: ReportLine[] = [];
  const bells = new Set<() => void>();
  const stopping = new AbortController().signal;
  const deps: ActivityDependencies = {
    account,
    evidenceKeys: new Map(),
    marketplace,
    settings,
    market: new MarketBook(marketplace, settings, { account, markets: new GroupMarkets({ clock }) }),
    ownAds: new OwnAds(marketplace, settings, clock),
    dayOrders: new DayOrders({ marketplace, settings, clock, stopping }),
    desk: fakeDesk,
    guard: fakeGuard,
    orders: fakeOrders,
    register,
    unread,
    saleReads: new SaleReads(clock),
    looks: { begin: () => ({ looked: () => undefined, held: () => undefined, end: () => undefined }) },
    clock,
    random: () => 0.5,
    secondFactor: null,
    sharedWith: () => [],
    isIntentOnly: createWriteGuard({ allowLive: false, shadowAds: [], service: () => 'simulator' }),
    allowsPolicy: () => true,
    releasePermission: { policies: ['approve', 'match', 'paid'], maxRelease: {}, maxReleasePerDay: {} },
    verifyApproval: null,
    report: (line) => reports.push(line),
    stopping,
    onIntent: (intent) => intents.push(intent),
    listen: (onEvent) => {
      bells.add(onEvent);
      return () => bells.delete(onEvent);
    },
    ...options.parts,
  };
  const scheduled = (info: MockInfo = {}): MockActivityEnvironment => {
    const nowMs = clock.now();
    const schedule = { scheduledTimestampMs: nowMs, currentAttemptScheduledTimestampMs: nowMs };
    return mockEnv({ ...schedule, startToCloseTimeoutMs: 10_000, ...info });
  };
  return {
    ...world,
    exchange,
    deps,
    ...registerView(memory, register),
    fakeDesk,
    fakeGuard,
    fakeOrders,
    memory,
    intents,
    reports,
    acting: createActingActivities(deps),
    money: createMoneyQueueActivities(deps),
    watching: sayingWatches(deps),
    calls,
    callsOf: (path) => calls.filter((call) => call === path).length,
    ring: () => {
      for (const bell of bells) bell();
    },
    listening: () => bells.size > 0,
    scheduled,
    asOrder: (orderNumber, info) =>
      scheduled({ ...asWorkflow('orderLifecycle', orderWorkflowId(account, orderNumber)), ...info }),
    asAd: (adNumber, info) => scheduled({ ...asWorkflow('adMaintenance', adWorkflowId(account, adNumber)), ...info }),
    asPlacement: (requestId, info) =>
      scheduled({ ...asWorkflow('orderPlacement', placementWorkflowId(account, requestId)), ...info }),
    asPublication: (name, info) =>
      scheduled({ ...asWorkflow('adPublication', publicationWorkflowId(account, name)), ...info }),
  };
}

/** The part of an activity's info that names its workflow. */
export function asWorkflow(workflowType: string, workflowId: string): MockInfo {
  return { workflowType, workflowExecution: { workflowId, runId: 'run-1' } };
}

/** The guard of a worker at a real service that allows no live writes. */
export const realService = {
  isIntentOnly: createWriteGuard({ allowLive: false, shadowAds: [], service: () => 'real' }),
};

/** A context for one activity; it logs nothing. */
export function mockEnv(info: MockInfo = {}): MockActivityEnvironment {
  return new MockActivityEnvironment(info, { logger: new DefaultLogger('ERROR') });
}

function createFakeOrders(): FakeOrders {
  const orders: FakeOrders = {
    placements: new Map(),
    claimPlacement: async (orderNumber, requestId) => claimed(orders.placements, orderNumber, requestId),
    placementOf: async (orderNumber) => orders.placements.get(orderNumber) ?? null,
  };
  return orders;
}

function createFakeGuard(clock: { now(): number }): FakeGuard {
  const guard: FakeGuard = {
    memory: { ...emptyGuardMemory, generation },
    asked: [],
    silent: false,
    aheadMs: 0,
    permit: async (request) => {
      guard.asked.push(request);
      if (guard.silent)
        return { permitted: false, reason: 'GUARD_SILENT', code: 'guard-unheard', why: 'no answer', atMs: null };
      const atMs = clock.now() + guard.aheadMs;
      const { memory, answer } = decideForOnly(guard.memory, request);
      guard.memory = memory;
      return { ...answer, atMs };
    },
    look: async () => (guard.silent ? null : guard.memory),
    claimPublication: async (claim) => {
      if (guard.silent) throw new Error('the guard does not answer');
      const { memory, owner } = claimPublication(guard.memory, claim, clock.now());
      guard.memory = memory;
      if (owner === null) throw new Error('no more published ads can be remembered');
      return owner;
    },
    readEnded: async () => {
      throw new Error('no run of this guard has ended');
    },
  };
  return guard;
}

/** The first claim wins, permanently. */
function claimed(owners: Map<string, string>, key: string, owner: string): string {
  const first = owners.get(key) ?? owner;
  owners.set(key, first);
  return first;
}

/** Waits, by turns of the event loop, until it holds; fails with the name when it never does. */
export async function eventually(what: string, holds: () => boolean): Promise<void> {
  for (let round = 0; round < 2_000; round += 1) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`never came true: ${what}`);
}

let names = 0;
/** A request or a name stands for one order or ad, also when its first step was not sent. */
export function freshName(prefix: string): string {
  names += 1;
  return `${prefix}-${names}`;
}
