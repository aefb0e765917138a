/** What a person may do with Temporal's own buttons and Peerdesk's commands while a desk runs: chaos does all of it. */
import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import PQueue from 'p-queue';
import { deskControl } from '../../src/client/index.ts';
import { ExitCode } from '../../src/cli/kit/exit-code.ts';
import { startDemoDesk } from '../../src/cli/up/demo-desk.ts';
import { createRandom, type SeededRandom } from '../../src/simulator/world/seeded-random.ts';
import { runInProcess } from '../setup/run-in-process.ts';
import { deal } from './deck.ts';
import { explainReleases } from './explain-releases.ts';
import { slept, type Disturbed, type Span } from './disturbances.ts';

export type OperationName = 'reset-activity' | 'reset-workflow' | 'terminate-order' | 'throw-switch' | 'restart-desk';

/** How often each was done. */
export type OperationCounts = Record<OperationName, number>;

interface Scene {
  readonly client: Client;
  readonly account: string;
  /** What the merchant's commands find the desk by. */
  readonly desk: Readonly<Record<string, string>>;
  readonly random: SeededRandom;
  readonly over: AbortSignal;
}

/** Does it; returns a description for people, or null when there was no target. */
type Operation = (scene: Scene) => Promise<string | null>;

const operator = { by: 'chaos', note: 'a test' };

const operations: Readonly<Record<OperationName, Operation>> = {
  'reset-activity': resetActivity,
  'reset-workflow': resetWorkflow,
  'terminate-order': terminateOrder,
  'throw-switch': throwSwitch,
  'restart-desk': restartDesk,
};

/** How many of ten operations are of each kind. */
const deck = [
  'reset-activity',
  'reset-activity',
  'reset-activity',
  'reset-activity',
  'reset-workflow',
  'reset-workflow',
  'terminate-order',
  'throw-switch',
  'throw-switch',
  'restart-desk',
] as const satisfies readonly OperationName[];

/** How much longer an operation that is still missing is tried. */
const lateMs = 60_000;

export interface Operating {
  readonly client: Client;
  readonly account: string;
  /** What the merchant's commands find the desk by. */
  readonly desk: Readonly<Record<string, string>>;
  /** Shortest and longest time between two operations, in ms. */
  readonly everyMs: Span;
}

/**
 * Does one operation after the other, in an order that follows from the seed, until the calm and until each kind has
 * been done at least once; every switch is lifted then. Returns how often each.
 */
export async function operateAgainAndAgain(disturbed: Disturbed, operating: Operating): Promise<OperationCounts> {
  const { seed, untilMs, over, log } = disturbed;
  const { client, account, desk, everyMs } = operating;
  const scene = { client, account, desk, random: createRandom(seed + 2), over };
  const counts = Object.fromEntries(deck.map((name) => [name, 0])) as OperationCounts;
  const cards = deal(createRandom(seed + 3), deck);
  const isMissing = (): boolean => Object.values(counts).includes(0);
  const latestMs = untilMs + lateMs;
  for (let nowMs = performance.now(); nowMs < latestMs && (nowMs < untilMs || isMissing()); nowMs = performance.now()) {
    const name = nowMs < untilMs ? cards.next().value : (deck.find((card) => counts[card] === 0) ?? deck[0]);
    if (!(await slept(scene.random.between(...everyMs), over))) break;
    const done = await operations[name](scene).catch((error: unknown) => `failed: ${String(error)}`);
    if (done !== null && !done.startsWith('failed')) counts[name] += 1;
    log(`${name}: ${done ?? 'nothing to do it to'}`);
    const explained = await explainReleases(scene);
    if (explained !== null) log(`unknown releases: ${explained}`);
  }
  for (const name of switches) await turnSwitch(scene, name, false);
  return counts;
}

/** A running order of the account; null when none runs. */
async function anyOrder({ client, account, random }: Scene): Promise<string | null> {
  const ids: string[] = [];
  const query = `WorkflowType = 'orderLifecycle' AND ExecutionStatus = 'Running' AND PeerdeskAccount = '${account}'`;
  for await (const { workflowId } of client.workflow.list({ query })) ids.push(workflowId);
  const [first, ...rest] = ids.toSorted();
  return first === undefined ? null : random.pick([first, ...rest]);
}

interface Pending {
  workflowId: string;
  activityId: string;
  type: string;
}

/** As the Web UI and `temporal activity reset` do it: a running attempt continues beside the new first one. */
async function resetActivity(scene: Scene): Promise<string | null> {
  const { client, random } = scene;
  const { namespace } = client.options;
  const pending = await pendingActivities(scene);
  // A reset must not double a money step.
  const money = pending.filter(({ type }) => /release|paid|place/i.test(type));
  const [first, ...rest] = money.length > 0 ? money : pending;
  if (first === undefined) return null;
  const { workflowId, activityId, type } = random.pick([first, ...rest]);
  await client.workflowService.resetActivity({ namespace, execution: { workflowId }, id: activityId });
  return `${type} of ${workflowId}`;
}

/** Of all workflows at once: searched one after the other, an activity would have ended when it is found. */
async function pendingActivities({ client, account }: Scene): Promise<Pending[]> {
  const query = `ExecutionStatus = 'Running' AND PeerdeskAccount = '${account}'`;
  const ids: string[] = [];
  for await (const { workflowId } of client.workflow.list({ query })) ids.push(workflowId);
  const queue = new PQueue({ concurrency: describedAtOnce });
  const found = await queue.addAll(
    ids.map((workflowId) => async () => {
      const { raw } = await client.workflow.getHandle(workflowId).describe();
      return (raw.pendingActivities ?? []).map(({ activityId, activityType }) => ({
        workflowId,
        activityId: activityId ?? '',
        type: activityType?.name ?? '',
      }));
    }),
  );
  return found.flat();
}

const describedAtOnce = 20;

/** Resets an order's workflow to some moment of its past. */
async function resetWorkflow(scene: Scene): Promise<string | null> {
  const { client, random } = scene;
  const workflowId = await anyOrder(scene);
  if (workflowId === null) return null;
  const handle = client.workflow.getHandle(workflowId);
  const { runId } = await handle.describe();
  const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
  const completed = (events ?? []).filter((event) => event.workflowTaskCompletedEventAttributes);
  const [first, ...rest] = completed.map(({ eventId }) => Number(eventId));
  if (first === undefined) return null;
  const eventId = random.pick([first, ...rest]);
  await client.workflowService.resetWorkflowExecution({
    namespace: client.options.namespace,
    workflowExecution: { workflowId, runId },
    reason: 'chaos',
    requestId: randomUUID(),
    workflowTaskFinishEventId: eventId as unknown as Long,
  });
  return `${workflowId} to event ${eventId}`;
}

type Long = NonNullable<
  Parameters<Client['workflowService']['resetWorkflowExecution']>[0]['workflowTaskFinishEventId']
>;

/** The intake takes the order up again: a new run reads first. */
async function terminateOrder(scene: Scene): Promise<string | null> {
  const workflowId = await anyOrder(scene);
  if (workflowId === null) return null;
  await scene.client.workflow.getHandle(workflowId).terminate('chaos');
  return workflowId;
}

const switches = ['all', 'releases', 'repricing'] as const;
const thrownMs: Span = [2_000, 6_000];

async function throwSwitch(scene: Scene): Promise<string> {
  const name = scene.random.pick(switches);
  const forMs = scene.random.between(...thrownMs);
  await turnSwitch(scene, name, true);
  await slept(forMs, scene.over);
  await turnSwitch(scene, name, false);
  return `${name} for ${Math.round(forMs)} ms`;
}

/** As the merchant types it on his machine: his register has to hear of it, too. What is not answered is repeated. */
async function turnSwitch({ desk, over }: Scene, name: (typeof switches)[number], thrown: boolean): Promise<void> {
  const args = ['desk', thrown ? 'kill' : 'open', name, '--by', operator.by, '--reason', operator.note];
  const done = async (): Promise<boolean> => (await runInProcess(args, desk)).exitCode === ExitCode.OK;
  while (!over.aborted && !(await done())) await slept(repeatMs, over);
}

const repeatMs = 500;

const stopLimitMs = 20_000;

/**
 * A stop with a lost answer may have been received: it is repeated until the desk has ended, and then the desk is
 * started.
 */
async function restartDesk({ client, account, over }: Scene): Promise<string> {
  const desk = deskControl(client, account);
  const isRunning = async (): Promise<boolean> =>
    (await client.workflow.getHandle(desk.workflowId).describe()).status.name === 'RUNNING';
  while ((await isRunning()) && !over.aborted)
    await client.withDeadline(Date.now() + stopLimitMs, () => desk.stop(operator)).catch(() => undefined);
  await startDemoDesk(client, []);
  return 'stopped and started';
}
