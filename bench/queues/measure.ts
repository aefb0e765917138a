import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { readServerCounts, type ServerCounts } from '../actions/server-counts.ts';
import { usageOf, type Usage } from '../accounts/usage.ts';
import type { QueuesWorld } from './world.ts';
import type { Latencies } from './workflows.ts';

const gaugeEveryMs = 500;
const minuteMs = 60_000;
const untilFloodedMs = 10_000;

/** What the process of the workers and the server take over a time. */
export interface Load {
  workerMb: number;
  serverMb: number;
  /** Of a core. */
  workerShare: number;
  serverShare: number;
  /** Asked of the server, a minute. */
  polls: number;
  heartbeats: number;
  others: number;
  /** The most activities that held a slot of a worker. */
  mostInFlight: number;
}

export interface Isolation {
  alone: Latencies;
  beside: Latencies;
  /** While the account is flooded. */
  flooded: Load;
}

export interface FloodPlan {
  /** Calls of the flooded account, in so many workflows. */
  calls: number;
  workflows: number;
  callMs: number;
  /** What the calm account asks for in one round. */
  asks: number;
  askMs: number;
  rounds: number;
}

/** Measures what the world takes while `during` goes on. */
export async function loadOf(world: QueuesWorld, during: () => Promise<void>): Promise<Load> {
  const { serverPid, serverMetrics } = world;
  const { pid } = world.worker();
  const before = { worker: usageOf(pid), server: usageOf(serverPid), counts: await readServerCounts(serverMetrics) };
  const sinceMs = performance.now();
  let mostInFlight = 0;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      mostInFlight = Math.max(mostInFlight, (await world.worker().gauges()).inFlight);
      await delay(gaugeEveryMs);
    }
  })();
  await during().finally(() => (isOver = true));
  await looking;
  const tookMs = performance.now() - sinceMs;
  const after = { worker: usageOf(pid), server: usageOf(serverPid), counts: await readServerCounts(serverMetrics) };
  const share = (from: Usage, to: Usage): number => (1_000 * (to.cpuSeconds - from.cpuSeconds)) / tookMs;
  const aMinute = (count: (counts: ServerCounts) => number): number =>
    ((count(after.counts) - count(before.counts)) * minuteMs) / tookMs;
  const beatsOf = ({ requests }: ServerCounts): number => requests['RecordActivityTaskHeartbeat'] ?? 0;
  return {
    workerMb: after.worker.rssMb,
    serverMb: after.server.rssMb,
    workerShare: share(before.worker, after.worker),
    serverShare: share(before.server, after.server),
    polls: aMinute(({ polls }) => sum(polls)),
    heartbeats: aMinute(beatsOf),
    others: aMinute((counts) => sum(counts.requests) - beatsOf(counts)),
    mostInFlight,
  };
}

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((all, count) => all + count, 0);

/** Measures the tasks of the last account, alone and while the first one is flooded. */
export async function isolationOf(world: QueuesWorld, plan: FloodPlan): Promise<Isolation> {
  const alone = await asked(world, plan);
  const [flooded = ''] = world.accounts;
  let beside: Latencies = { calls: [], money: [] };
  const floods: WorkflowHandle[] = [];
  const load = await loadOf(world, async () => {
    const each = Math.ceil(plan.calls / plan.workflows);
    for (let index = 0; index < plan.workflows; index += 1)
      floods.push(await world.start(flooded, 'flooding', [each, plan.callMs]));
    // All of them are scheduled, and what may run does.
    await delay(untilFloodedMs);
    beside = await asked(world, plan);
  });
  await Promise.all(floods.map((flood) => flood.terminate()));
  return { alone, beside, flooded: load };
}

/** Asks for the rounds one after the other. */
async function asked(world: QueuesWorld, { asks, askMs, rounds }: FloodPlan): Promise<Latencies> {
  const all: Latencies = { calls: [], money: [] };
  const calm = world.accounts.at(-1) ?? '';
  for (let round = 0; round < rounds; round += 1) {
    const asking = await world.start(calm, 'asking', [asks, askMs]);
    const { calls, money } = (await asking.result()) as Latencies;
    all.calls.push(...calls);
    all.money.push(...money);
  }
  return all;
}
