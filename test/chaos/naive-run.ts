import type { Fault, FaultScript } from '../../src/simulator/world/fault-script.ts';
import { demoFaults, type DemoFaults } from '../../src/simulator/world/demo-faults.ts';
import type { Ledger } from '../../src/simulator/world/ledger.ts';
import { createManualClock } from '../setup/manual-clock.ts';
import { createDemoMarketplace } from '../../src/simulator/standalone.ts';
import { createWireCaller } from '../simulator/wire-caller.ts';
import { createNaiveClient } from './naive-client.ts';

export interface NaiveOptions {
  readonly seed: number;
  readonly faults: DemoFaults;
  /** Faults beside those of the demo. */
  readonly moreFaults?: FaultScript;
  readonly ordersPerMinute: number;
  /** How much of the marketplace's time it runs; none of it passes during a call. */
  readonly forMs: number;
}

const counters = [
  'placements',
  'payments',
  'releases',
  'doublePlacements',
  'doublePayments',
  'doubleReleases',
  'repeatedAttempts',
  'callsDuringBan',
] as const satisfies readonly (keyof Ledger)[];

/** Its result; the ledger is the marketplace's own. */
export interface NaiveReport {
  readonly calls: number;
  readonly retries: number;
  readonly ledger: Record<(typeof counters)[number], number>;
  /** Effects that happened more than once. */
  readonly doubles: number;
}

const startMs = Date.UTC(2026, 10, 21, 12);
const lookEveryMs = 2_000;
const buyEveryLooks = 3;
const pauseMs = 1_000;
const maxAttempts = 4;

/**
 * The second arm of chaos: a client that simply retries, with the seed, people and faults of the first. Its doubles
 * prove that the ledger would detect those of a desk (I1 to I3). The same options yield the same report.
 *
 * The service executes a second payment or release: a desk must not rely on the service's refusal.
 */
export async function runNaive({
  seed,
  faults,
  moreFaults = [],
  ordersPerMinute,
  forMs,
}: NaiveOptions): Promise<NaiveReport> {
  const clock = createManualClock(startMs);
  const account = { name: 'naive', apiKey: 'key-of-naive', apiSecret: 'secret-of-naive' };
  const { simulator, deskAds } = createDemoMarketplace({
    seed,
    speed: 600,
    marketFile: null,
    pair: null,
    ordersPerMinute,
    faults: 'none',
    stateFile: null,
    account,
    clock,
  });
  Object.assign(simulator.marketplace.settings, { idempotentMoney: false, tickIntervalMs: 0 });
  simulator.setFaults(withoutWaits([...demoFaults(faults), ...moreFaults]));
  const { baseUrl } = await simulator.listen();
  const caller = createWireCaller({ baseUrl, now: clock.now, ...account });
  const pass = (ms: number): void => {
    clock.advance(ms);
    simulator.tick();
  };
  const ownAds = new Set(deskAds.map(({ adNumber }) => adNumber));
  const client = createNaiveClient({ caller, ownAds, maxAttempts, pause: () => pass(pauseMs) });
  try {
    for (let look = 1; clock.now() - startMs < forMs; look += 1) {
      pass(lookEveryMs);
      await client.lookAtOrders();
      const market = deskAds[look % deskAds.length];
      if (look % buyEveryLooks === 0 && market !== undefined) await client.buy(market);
    }
  } finally {
    await simulator.close();
  }
  return reportOf(client.counts, simulator.ledger());
}

/** The clock stands still during a call: a delay means nothing here, and a hang ends at once. */
function withoutWaits(script: FaultScript): FaultScript {
  const faultOf = (fault: Fault): Fault => (fault.kind === 'hang' ? { kind: 'reset', when: fault.when } : fault);
  return script.filter(({ fault }) => fault.kind !== 'delay').map((rule) => ({ ...rule, fault: faultOf(rule.fault) }));
}

function reportOf(counts: { calls: number; retries: number }, ledger: Ledger): NaiveReport {
  const { doublePlacements, doublePayments, doubleReleases } = ledger;
  const shown = Object.fromEntries(counters.map((name) => [name, ledger[name]])) as NaiveReport['ledger'];
  return { ...counts, ledger: shown, doubles: doublePlacements + doublePayments + doubleReleases };
}

/** The figures in a line for people. */
export function naiveText({ calls, retries, ledger, doubles }: NaiveReport): string {
  return `a client that simply retries: ${doubles} doubles, ${retries} retries in ${calls} calls, books ${JSON.stringify(ledger)}`;
}
