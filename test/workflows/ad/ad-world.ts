import { Context } from '@temporalio/activity';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { type ActivityWorld, openActivityWorld } from '../../activities/activity-fixture.ts';
import { defaultSettings, type DeskSettings } from '../../../src/domain/settings.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import type { SimulatorOptions } from '../../../src/simulator/world/simulator-options.ts';
import type { FaultScript } from '../../../src/simulator/world/fault-script.ts';
import type { LedgerEntry } from '../../../src/simulator/world/ledger.ts';
import { deskAccount } from '../../simulator/sim-fixture.ts';
import { adInput } from '../fixtures.ts';
import { untilView, withWorkers, type FakeActivities } from '../workflow-harness.ts';
import { me, startAdWorkflow, stopAd, type AdHandle } from './ad-fixture.ts';

/** An ad on a simulated marketplace: its workflow, the real activities, and what the service saw of them. */
export interface KeptAd {
  world: ActivityWorld;
  handle: AdHandle;
  /** Lets time pass until a price was set; returns all that were, in order. */
  priced: () => Promise<string[]>;
  /** How many price updates have arrived. */
  updates: () => number;
  /** How long the workflow has waited in blocks and cooldowns, in ms, in order. */
  waits: () => Promise<number[]>;
}

interface AdWish {
  env: TestWorkflowEnvironment;
  /** Changes to the settings of interface 8, which are the defaults otherwise. */
  settings?: Partial<DeskSettings>;
  rules?: object;
  /** Changes to the marketplace. */
  simulator?: Partial<SimulatorOptions>;
  /** What the service does wrong. */
  faults?: FaultScript;
  /** Prepares the marketplace, and returns the number of the ad; default: one at 10.20 that wants 10.04. */
  prepare?: (world: ActivityWorld) => string | Promise<string>;
  /** Stand-ins for activities; default: none. */
  instead?: (world: ActivityWorld) => FakeActivities;
}

const rules = { strategy: { kind: 'undercut', ticks: 1 }, limits: { floor: '9.00', ceiling: '11.50' } };

/** Limits of speed are switched off, and a look follows a look at once; every constant of interface 8 is as it is. */
const unhurried: Partial<DeskSettings> = {
  ...defaultSettings,
  accountRequestsPerSecond: 10_000,
  adRequestsPerSecond: 10_000,
  marketIntervalMs: 20,
};

/** Runs an ad against a simulator over HTTP, both by the clock of the server, which `env.sleep` moves. */
export async function withKeptAd(wish: AdWish, test: (ad: KeptAd) => Promise<void>): Promise<void> {
  const {
    env,
    settings = {},
    simulator = {},
    prepare = (world) => world.addAd({ price: '10.20' }),
    instead = () => ({}),
  } = wish;
  const world = await openActivityWorld({ simulator, settings: { ...unhurried, ...settings } });
  world.clock.set(await env.currentTimeMs());
  const adNumber = await prepare(world);
  world.simulator.setFaults(wish.faults ?? []);
  const { name: account } = deskAccount;
  const given = pricingRulesSchema.parse({ ...rules, ...wish.rules });
  const activities = { readSettings: async () => world.deps.settings, ...onServerTime(world, instead(world)) };
  await withWorkers(env, { account, activities }, async () => {
    const handle = await startAdWorkflow(env, adInput(account, { adNumber, rules: given }));
    const prices = () => world.simulator.ledger().entries.flatMap(priceOf);
    const priced = async (): Promise<string[]> => {
      // Short steps: in a longer one a watch would begin, and the rest of it would pass at the pace of a real clock.
      while (prices().length === 0) {
        await env.sleep(250);
        // A watch that waits for an interval to pass begins no attempt, which alone would move its clock.
        world.clock.set(Math.max(world.clock.now(), await env.currentTimeMs()));
      }
      return prices();
    };
    const updates = () => world.callsOf('ads/update');
    try {
      await test({ world, handle, priced, updates, waits: () => waitsOf(handle) });
    } finally {
      await endedQuietly(handle);
    }
  });
}

/** An activity that outlives its workflow never ends for the server, whose time would stand still from then on. */
async function endedQuietly(handle: AdHandle): Promise<void> {
  if ((await handle.describe()).status.name !== 'RUNNING') return;
  await handle.executeUpdate(definitions.adCommands.pause.update, { args: [me] });
  await untilView(
    () => handle.describe(),
    ({ raw }) => (raw.pendingActivities ?? []).length === 0,
  );
  await stopAd(handle);
}

const priceOf = ({ kind, price }: LedgerEntry): string[] => (kind === 'reprice' && price !== undefined ? [price] : []);

async function waitsOf(handle: AdHandle): Promise<number[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).flatMap(({ timerStartedEventAttributes: timer, userMetadata }) => {
    const summary = Buffer.from(userMetadata?.summary?.data ?? []).toString();
    const { seconds, nanos } = timer?.startToFireTimeout ?? {};
    return /Blocked|Cooling/.test(summary) ? [Number(seconds ?? 0) * 1_000 + Math.round((nanos ?? 0) / 1e6)] : [];
  });
}

/** The marketplace and the desk read the moment at which the server began each attempt, never the machine's clock. */
function onServerTime({ watching, acting, clock }: ActivityWorld, instead: FakeActivities): FakeActivities {
  const activities = Object.entries({ ...watching, ...acting, ...instead }) as [
    string,
    (input: unknown) => Promise<unknown>,
  ][];
  const timed = activities.map(([name, run]) => [
    name,
    (input: unknown) => {
      clock.set(Math.max(clock.now(), Context.current().info.currentAttemptScheduledTimestampMs));
      return run(input);
    },
  ]);
  return Object.fromEntries(timed) as FakeActivities;
}
