import { setTimeout as delay } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import PQueue from 'p-queue';
import { parseWorkflowId } from '../../src/workflows/contract/workflow-ids.ts';

/** The activities of the benchmark, by names that the desk's dispatcher knows: a watch, a call, a money step. */
export interface BenchActivities {
  watchMarket(): Promise<void>;
  /** Returns how long after its scheduling it ended, in ms. */
  updateAdPrice(lastsMs: number): Promise<number>;
  releaseCoin(lastsMs: number): Promise<number>;
}

const beatMs = 18_000;

/**
 * `atOnce`: the calls of an account that its client lets leave at once. A money step has a place of its own. `watchesMs`:
 * when each watch began, in epoch ms.
 */
export function createActivities(atOnce: number): { activities: BenchActivities; watchesMs: readonly number[] } {
  const watchesMs: number[] = [];
  const clients = new Map<string, PQueue>();
  const clientOf = (account: string): PQueue => {
    const client = clients.get(account) ?? new PQueue({ concurrency: atOnce });
    clients.set(account, client);
    return client;
  };
  const activities: BenchActivities = {
    watchMarket: async () => {
      watchesMs.push(Date.now());
      const context = Context.current();
      const beats = setInterval(() => context.heartbeat(), beatMs);
      await context.cancelled.finally(() => clearInterval(beats));
    },
    updateAdPrice: async (lastsMs) => {
      await clientOf(callersAccount()).add(() => delay(lastsMs));
      return sinceScheduled();
    },
    releaseCoin: async (lastsMs) => {
      await delay(lastsMs);
      return sinceScheduled();
    },
  };
  return { activities, watchesMs };
}

const sinceScheduled = (): number => Date.now() - Context.current().info.scheduledTimestampMs;

const callersAccount = (): string =>
  parseWorkflowId(Context.current().info.workflowExecution?.workflowId ?? '')?.owner ?? '';
