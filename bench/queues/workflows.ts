import { proxyActivities } from '@temporalio/workflow';
import type { CallingQueue } from '../../src/workflows/contract/task-queues.ts';
import type { BenchActivities } from './activities.ts';
import { routeOf, type Arrangement } from './routes.ts';

/** Whose workflow it is, and where its activities run. */
export interface Caller {
  arrangement: Arrangement;
  account: string;
}

/** How long after its scheduling each task ended, in ms. */
export interface Latencies {
  calls: number[];
  money: number[];
}

/** As a watch of the desk: missed after this time without a heartbeat. */
const watchTimeoutMs = 60_000;
const stepTimeoutMs = 1_800_000;

function activities({ arrangement, account }: Caller, queue: CallingQueue): BenchActivities {
  const route = routeOf(arrangement, account, queue);
  const isWatch = queue === 'watch';
  return proxyActivities<BenchActivities>({
    ...route,
    startToCloseTimeout: isWatch ? '10 days' : stepTimeoutMs,
    ...(isWatch ? { heartbeatTimeout: watchTimeoutMs } : {}),
    retry: { maximumInterval: '1 second' },
  });
}

/** One watch that never ends. */
export async function watching(caller: Caller): Promise<void> {
  await activities(caller, 'watch').watchMarket();
}

/** Asks for calls and money steps, one of each at a time. */
export async function asking(caller: Caller, count: number, lastsMs: number): Promise<Latencies> {
  const [calls, money] = await Promise.all([
    inTurn(count, () => activities(caller, 'calls').updateAdPrice(lastsMs)),
    inTurn(count, () => activities(caller, 'money').releaseCoin(lastsMs)),
  ]);
  return { calls, money };
}

/** Asks for many calls at once. */
export async function flooding(caller: Caller, count: number, lastsMs: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => activities(caller, 'calls').updateAdPrice(lastsMs)));
}

async function inTurn(count: number, act: () => Promise<number>): Promise<number[]> {
  const latencies: number[] = [];
  for (let index = 0; index < count; index += 1) latencies.push(await act());
  return latencies;
}
