/** A service with one order, for tests of the workflows that carry it: a test changes its truth and reads its counts. */
import type { WaitCode } from '../../../src/domain/orders/order-wait.ts';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { ReleaseCheckInput, ReleaseCoinInput, ReleaseLook } from '../../../src/activities/activity-contract.ts';
import type { ReadOrder, ReadOrderInput } from '../../../src/activities/read-contract.ts';
import { claimedPayments, unlessSilent } from '../../../src/activities/money/order-stand.ts';
import { generation, memoryRegister, type MemoryRegister } from '../../register/memory-register.ts';
import { asShown, hasStranger } from '../../../src/domain/orders/attached-payments.ts';
import type { OrderFacts } from '../../../src/domain/orders/order-facts.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { isSamePerson } from '../../../src/domain/orders/names/person-name.ts';
import { evaluateRelease } from '../../../src/domain/orders/release-policy.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import type { OrderEvent, OrderLifecycleInput, OrderView } from '../../../src/workflows/contract/definitions.ts';
import { orderFacts, orderInput } from '../fixtures.ts';
import { untilView, withWorkers, type FakeActivities } from '../workflow-harness.ts';
import type { EngagedSwitch } from '../../../src/domain/switch-state.ts';
import type { AskingWorkflows } from '../../../src/workers/notices/asking-workflows.ts';

interface Service {
  order: OrderFacts;
  /** The register of the merchant's machine. */
  memory: MemoryRegister;
}

/** What the service and the guard know of the order, and the requests they received. */
export interface Truth extends Service {
  killSwitch: 'open' | 'closed' | 'unknown';
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
    memory: memoryRegister(),
    killSwitch: 'open',
    serviceAllows: true,
    usedProofs: [],
    reads: 0,
    looks: [],
    releases: [],
  };
  const activities: FakeActivities = {
    readOrder: async (input) => {
      truth.reads += 1;
      return seen(truth, input, await env().currentTimeMs());
    },
    ...registerActivities(truth, env),
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

/** A read of the order as the activity makes it: taken by the register. */
export async function seen(truth: Service, input: ReadOrderInput, nowMs: number): Promise<ReadOrder> {
  const { order, memory } = truth;
  const { orderNumber, resetId, match, earlierMatches } = input;
  const proofs = [...earlierMatches, ...(match === null ? [] : [match])].map(({ proofId }) => proofId);
  const { side, status, asset, amount, price, totalPrice: total, fiat } = order;
  const facts = { side, status, asset, amount, price, total, fiat, counterparty: null };
  const read = { orderNumber, resetId, ...facts, payments: claimedPayments(proofs), beganAtMs: nowMs };
  const register = await registerOf(truth, nowMs);
  return { ...order, stand: await unlessSilent(() => memory.register.orderSeen({ ...read, ...register })) };
}

/** The account does not matter to a service with one order. */
export const account = 'any';

/** In its register one process has led since the beginning. */
async function registerOf({ memory: { silent, register } }: Service, nowMs: number) {
  if (!silent && (await register.identity()) === null) {
    await register.mint({ generation, how: 'created', nowMs });
    await register.beginTerm({ account, leader: 'test', signers: null, nowMs });
  }
  return { account, nowMs };
}

/** What writes down what a person takes back of the order. */
function registerActivities(truth: Truth, env: () => TestWorkflowEnvironment): FakeActivities {
  return {
    takeBack: async (input) => {
      const common = await registerOf(truth, await env().currentTimeMs());
      const { register } = truth.memory;
      const mark = await register.takeBack({ ...input, ...common });
      const { revision } = await register.marksOf({ account, subject: input.orderNumber });
      const [row] = await register.leavingRows({ account });
      const open =
        row === undefined ? null : { step: row.step, armedAtMs: row.armedAtMs ?? 0, untilMs: row.untilMs ?? 0 };
      return { ...mark, generation, revision, open, mayHaveLeft: open !== null };
    },
    keepOrderEnd: async (input) => {
      const common = await registerOf(truth, await env().currentTimeMs());
      return truth.memory.register.keepOrderEnd({ ...input, ...common });
    },
    liftHold: async (input) => {
      const common = await registerOf(truth, await env().currentTimeMs());
      return truth.memory.register.unhold({ ...input, ...common });
    },
  };
}

/** Changes the status of the order at the service. */
export function become(truth: Truth, status: OrderStatus): void {
  truth.order = { ...truth.order, status };
}

/** The release gate as the activity evaluates it, with the product's own rules. */
export async function lookAt(truth: Truth, input: ReleaseCheckInput, nowMs: number): Promise<ReleaseLook> {
  const order = await seen(truth, input, nowMs);
  if (order.stand === null) return { ...unanswered, order, readAtMs: nowMs };
  const { killSwitch, serviceAllows, usedProofs } = truth;
  const { rules, match, earlierMatches, held, paidSinceMs, approvalLifeMs, approvals } = input;
  const { generation: mint, epoch } = order.stand;
  const isOfNow = (word: { generation: string; epoch: number }) => word.generation === mint && word.epoch === epoch;
  const { missing } = evaluateRelease({
    order,
    generation: mint,
    epoch,
    paidSinceMs,
    payments: asShown({ match, earlier: earlierMatches }),
    held: held || order.stand.held !== null,
    nowMs,
    approvalLifeMs,
    rules,
    serviceAllows,
    approvals: approvals.filter((approval) => isOfNow(approval.seen)),
    match: match !== null && isOfNow(match) ? match : null,
    earlierMatches: earlierMatches.filter(isOfNow),
    hasStranger: hasStranger({ match, earlier: earlierMatches }, order.buyerName),
    payerIsBuyer: match === null || order.buyerName === null ? null : isSamePerson(match.payerName, order.buyerName),
    fiatScale: null,
    countsTyped: true,
    wasTakenBack: false,
    evidence: { kind: 'none' },
    usedProofs,
    counterparty: null,
    killSwitch: killSwitch === 'closed' ? engaged : killSwitch,
  });
  return { order, missing, readAtMs: nowMs, signedOnly: false, elsewhere: [] };
}

const engaged: EngagedSwitch = { name: 'releases', by: 'ana', reason: 'bank is down', atMs: 0 };

const unanswered: Omit<ReleaseLook, 'order' | 'readAtMs'> = {
  missing: [{ name: 'register', register: 'silent', bringer: 'time' }],
  signedOnly: false,
  elsewhere: [],
};

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
  asking?: AskingWorkflows;
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

export const waitsFor = (handle: OrderHandle, reason: WaitCode): Promise<OrderView> =>
  untilShown(handle, (order) => order.waitingFor.code === reason);

/** Whether a step was refused by this category. */
export const isRefusedBy =
  (category: string) =>
  ({ lastProblem }: OrderView): boolean =>
    lastProblem?.code === 'refused' && lastProblem.category === category;

/**
 * Reports a list's statuses to the order; without a status, that it has left the list. An order that looked by itself
 * before the report came, and ended, needs none: as the desk's intake does, this passes over it.
 */
export async function tell(handle: OrderHandle, ...statuses: (OrderStatus | null)[]): Promise<void> {
  const events = statuses.map((status): OrderEvent => ({ status, atMs: 1, source: 'list' }));
  try {
    await handle.signal(definitions.orderEventsFact.signal, events);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
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

/** What words about an order carry. */
export interface Mark {
  generation: string;
  epoch: number;
}

/** What a person who looks at the order now has seen of it. */
export async function shownMark(handle: OrderHandle): Promise<Mark> {
  const { mark } = await untilShown(handle, (view) => view.mark !== null);
  return mark ?? { generation, epoch: 0 };
}

type Words = typeof definitions.orderCommands;
type Word<Name extends keyof Words> = Words[Name] extends definitions.Command<infer Arg, OrderView> ? Arg : never;

/** Approves the release as a person. */
export const approve = async (handle: OrderHandle, by: string): Promise<OrderView> =>
  order(handle, definitions.orderCommands.approveRelease, { by, signed: null, ...(await shownMark(handle)) });

/** Lifts the hold as a person. */
export const unhold = async (handle: OrderHandle, by: string): Promise<OrderView> =>
  order(handle, definitions.orderCommands.unhold, { by, signed: null, ...(await shownMark(handle)) });

/** Attaches a payment as a person who looks at the order. */
export const attach = async (handle: OrderHandle, match: Omit<Word<'attachMatch'>, keyof Mark>): Promise<OrderView> =>
  order(handle, definitions.orderCommands.attachMatch, { ...match, ...(await shownMark(handle)) });

/** Confirms a payment of the desk's own as a person who looks at the order. */
export const confirm = async (
  handle: OrderHandle,
  notice: Omit<Word<'confirmPayment'>, keyof Mark>,
): Promise<OrderView> =>
  order(handle, definitions.orderCommands.confirmPayment, { ...notice, ...(await shownMark(handle)) });
