/** A service with one order, for tests of the workflows that carry it: a test changes its truth and reads its counts. */
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { ReleaseCheckInput, ReleaseCoinInput, ReleaseLook } from '../../../src/activities/activity-contract.ts';
import type { OrderFacts } from '../../../src/domain/orders/order-facts.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { isSamePerson } from '../../../src/domain/orders/person-name.ts';
import { evaluateRelease } from '../../../src/domain/orders/release-policy.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import type { OrderEvent, OrderLifecycleInput, OrderView } from '../../../src/workflows/contract/definitions.ts';
import { orderFacts, orderInput } from '../fixtures.ts';
import { untilView, withWorkers, type FakeActivities } from '../workflow-harness.ts';
import type { SwitchState } from '../../../src/domain/switch-state.ts';

/** What the service and the guard know of the order, and the requests they received. */
export interface Truth {
  order: OrderFacts;
  killSwitch: SwitchState;
  serviceAllows: boolean;
  /** Payments that back other orders. */
  usedProofs: string[];
  reads: number;
  /** One entry for each look at the release gate. */
  looks: ReleaseCheckInput[];
  releases: ReleaseCoinInput[];
}

/** The order of the fixtures in a status; `part` changes its facts. The release completes it. */
export function serviceOf(env: () => TestWorkflowEnvironment, status: OrderStatus, part: Partial<OrderFacts> = {}) {
  const truth: Truth = {
    order: orderFacts({ ...part, status }),
    killSwitch: 'open',
    serviceAllows: true,
    usedProofs: [],
    reads: 0,
    looks: [],
    releases: [],
  };
  const activities: FakeActivities = {
    readOrder: async () => {
      truth.reads += 1;
      return truth.order;
    },
    checkRelease: async (input) => {
      truth.looks.push(input);
      return lookAt(truth, input, await env().currentTimeMs());
    },
    releaseCoin: async (input) => {
      truth.releases.push(input);
      become(truth, OrderStatus.COMPLETED);
      return { kind: 'executed', orderNumber: null };
    },
  };
  return { truth, activities };
}

/** Changes the status of the order at the service. */
export function become(truth: Truth, status: OrderStatus): void {
  truth.order = { ...truth.order, status };
}

/** The release gate as the activity evaluates it, with the product's own rules. */
export function lookAt(truth: Truth, input: ReleaseCheckInput, nowMs: number): ReleaseLook {
  const { order, killSwitch, serviceAllows, usedProofs } = truth;
  const { rules, match, earlierMatches, held, statusSinceMs, approvalLifeMs, approvals } = input;
  const { checks } = evaluateRelease({
    order,
    statusSinceMs,
    held,
    nowMs,
    approvalLifeMs,
    rules,
    serviceAllows,
    approvals,
    match,
    earlierMatches,
    payerIsBuyer: match === null || order.buyerName === null ? null : isSamePerson(match.payerName, order.buyerName),
    fiatScale: null,
    usedProofs,
    counterparty: null,
    killSwitch,
  });
  return { order, missing: checks.filter(({ ok }) => !ok), readAtMs: nowMs, signedOnly: false };
}

/** Starts the workflow of an order as the intake does, without the facts of the list. */
export function startOrderWorkflow({ client }: Pick<TestWorkflowEnvironment, 'client'>, input: OrderLifecycleInput) {
  return client.workflow.start('orderLifecycle', {
    workflowId: definitions.orderWorkflowId(input.account, input.orderNumber),
    taskQueue: definitions.groupTaskQueue(input.account),
    args: [input],
  });
}

export type OrderHandle = Awaited<ReturnType<typeof startOrderWorkflow>>;

export interface OrderWorld {
  servesMoney?: boolean;
  account: string;
  activities: FakeActivities;
  input?: Partial<OrderLifecycleInput>;
}

/** Runs workers and one order while the test runs. */
export async function withOrder<T>(
  env: TestWorkflowEnvironment,
  { input = {}, ...world }: OrderWorld,
  test: (handle: OrderHandle) => Promise<T>,
): Promise<T> {
  return withWorkers(env, world, async () => test(await startOrderWorkflow(env, orderInput(world.account, input))));
}

export const byPolicy = (policy: 'approve' | 'match'): Partial<OrderLifecycleInput> => ({
  release: { ...orderInput('x').release, policy },
});

export const stateOf = (handle: OrderHandle): Promise<OrderView> => handle.query(definitions.orderStateQuery);

/** Waits until the order's view satisfies `holds`. */
export const untilShown = (handle: OrderHandle, holds: (view: OrderView) => boolean): Promise<OrderView> =>
  untilView(() => stateOf(handle), holds);

export const waitsFor = (handle: OrderHandle, reason: OrderView['waitingFor']): Promise<OrderView> =>
  untilShown(handle, (order) => order.waitingFor === reason);

/** Reports a list's statuses to the order; without a status, that it has left the list. */
export function tell(handle: OrderHandle, ...statuses: (OrderStatus | null)[]): Promise<void> {
  const events = statuses.map((status): OrderEvent => ({ status, atMs: 1, source: 'list' }));
  return handle.signal(definitions.orderEventsFact.signal, events);
}

/** The result of an order that ends by itself now: no time is skipped meanwhile. */
export async function resultOf(handle: OrderHandle): Promise<unknown> {
  await untilView(
    async () => (await handle.describe()).status.name,
    (status) => status !== 'RUNNING',
  );
  return handle.result();
}

/** Events in the history of the order's present run. */
export async function eventsOf(handle: OrderHandle): Promise<number> {
  const { historyLength } = await handle.describe();
  return historyLength;
}

/** Sends a command as an operator does: an update that answers. */
export function order<Arg>(
  handle: OrderHandle,
  { update }: definitions.Command<Arg, OrderView>,
  arg: Arg,
): Promise<OrderView> {
  return handle.executeUpdate(update, { args: [arg] });
}

/** Approves the release as a person. */
export const approve = (handle: OrderHandle, by: string): Promise<OrderView> =>
  order(handle, definitions.orderCommands.approveRelease, { by, signed: null });
