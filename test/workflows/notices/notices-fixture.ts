import type { TestWorkflowEnvironment } from '@temporalio/testing';
import {
  NoticeNotDelivered,
  createNoticeActivities,
  type NoticeDependencies,
} from '../../../src/activities/notices/notice-activities.ts';
import type { NoticeMessage } from '../../../src/activities/notices/notice-message.ts';
import { startNotices } from '../../../src/client/index.ts';
import type { Need } from '../../../src/domain/notices/need.ts';
import type { Channel } from '../../../src/domain/notices/reported-needs.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import type { NoticesView } from '../../../src/workflows/contract/definitions.ts';
import { untilView, withWorkers } from '../workflow-harness.ts';
import { watchOrders } from '../account/desk-fixture.ts';

/** What the test sees and steers of an account's notices. */
export interface NoticesWorld {
  /** What waits for a human now. */
  needs: Need[];
  nowMs: number;
  /** Messages that arrived, by way. */
  arrived: Record<Channel, NoticeMessage[]>;
  /** Ways that fail now. */
  failing: Set<Channel>;
  view: (holds: (view: NoticesView) => boolean) => Promise<NoticesView>;
  /** Until the watch has looked since: what it would have told is told. */
  quiet: () => Promise<void>;
}

export function need(account: string, number: string, part: Partial<Need> = {}): Need {
  const workflowId = definitions.orderWorkflowId(account, number);
  return {
    key: `${workflowId}/appeal`,
    workflowId,
    type: 'order',
    fact: { code: 'appeal', untilMs: null },
    sinceMs: 1_000,
    urgentAtMs: 601_000,
    ...part,
  };
}

/** The summary of a day, as a look carries it. */
export function summaryOf(account: string, date: string): Need {
  const workflowId = definitions.deskWorkflowId(account);
  const counts = { completed: 2, cancelled: 0, orders: 0, ads: 0, others: 0, pricedAds: 1, otherAds: 0 };
  return {
    key: `${workflowId}/daily/${date}`,
    workflowId,
    type: 'desk',
    fact: { code: 'daily', date, ...counts },
    sinceMs: 1_000,
    urgentAtMs: Number.MAX_SAFE_INTEGER,
  };
}

/** Runs the notices of one account by real activities on ways that the test holds; ended with the test. */
export async function withNotices(
  env: TestWorkflowEnvironment,
  { account, perMinute = 6, channels = ['url'] }: { account: string; perMinute?: number; channels?: Channel[] },
  test: (world: NoticesWorld) => Promise<void>,
): Promise<void> {
  const handle = env.client.workflow.getHandle(definitions.noticesWorkflowId(account));
  const looks = { count: 0 };
  const world: NoticesWorld = {
    needs: [],
    nowMs: 2_000,
    arrived: { url: [], command: [], telegram: [], push: [] },
    failing: new Set(),
    view: (holds) => untilView(() => handle.query(definitions.noticesStateQuery), holds),
    quiet: async () => {
      const from = looks.count;
      await untilView(
        async () => looks.count,
        (count) => count > from + 3,
      );
    },
  };
  const courier = (channel: Channel) => ({
    deliver: async (message: NoticeMessage) => {
      if (!world.failing.has(channel)) return world.arrived[channel].push(message);
      throw new NoticeNotDelivered('the address answered HTTP 500');
    },
  });
  const deps: NoticeDependencies = {
    account,
    ownNeeds: (items) => [...items],
    readNeeds: async () => {
      looks.count += 1;
      return world.needs;
    },
    listen: () => () => undefined,
    couriers: Object.fromEntries(channels.map((channel) => [channel, courier(channel)])),
    perMinute,
    lookIntervalMs: 50,
    clock: { now: () => world.nowMs },
    onFailure: () => undefined,
    stopping: new AbortController().signal,
  };
  await withWorkers(env, { account, activities: { watchOrders, ...createNoticeActivities(deps) } }, async () => {
    await startNotices(env.client, { account });
    await test(world);
    await handle.terminate();
  });
}
