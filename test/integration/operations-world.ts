/** A live worker, a server and a marketplace, and Temporal's own command line as an operator uses it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, inject } from 'vitest';
import {
  orderControl,
  placeOrder,
  startOrder,
  type OrderControl,
  type PlacementControl,
} from '../../src/client/index.ts';
import type { ReleasePolicyName } from '../../src/domain/orders/release-permission.ts';
import type { SwitchName } from '../../src/domain/guard/guard-memory.ts';
import type { DeskSettings } from '../../src/domain/settings.ts';
import { effects } from '../simulator/effects.ts';
import { operatorOf } from './operator.ts';
import { startHoldingService, type HeldAnswer } from '../setup/wire/held-answers.ts';
import {
  account,
  askAdNumber,
  noRules,
  openDeskWorld,
  quickSettings,
  sharedEgress,
  shareWorld,
  until,
  type DeskWorld,
} from './desk-harness.ts';

/** The result of one command. */
export interface CommandEnd {
  exitCode: number;
  /** Both of its streams. */
  text: string;
}

export interface OperationsWorld extends DeskWorld {
  /** Runs Temporal's command line against the server. */
  temporal: (...args: string[]) => Promise<CommandEnd>;
  /** Runs it and rejects when it fails. */
  mustTemporal: (...args: string[]) => Promise<string>;
  /** A paid order that the desk sells, carried by its workflow. */
  sale: (policy: ReleasePolicyName, part?: Partial<DeskSettings>) => Promise<CarriedOrder>;
  /** An order of the service, carried by its workflow. */
  carry: (orderNumber: string, policy: ReleasePolicyName, part?: Partial<DeskSettings>) => Promise<CarriedOrder>;
  /** An order that the desk buys, and has to pay, carried by its workflow. */
  purchase: () => Promise<CarriedOrder>;
  /** Keeps the next answer of an operation back. */
  hold: (operation: string) => HeldAnswer;
  /** A purchase on a stranger's ad. */
  placement: (requestId: string, totalAmount: string) => Promise<PlacementControl>;
}

export interface CarriedOrder {
  orderNumber: string;
  workflowId: string;
  control: OrderControl;
  /** Waits until the page says that it waits for this. */
  waitsFor: (reason: string) => Promise<void>;
}

export const releaseRules = (policy: ReleasePolicyName) => ({ policy, amountCap: null, counterparty: noRules });

/** Long bounds, so that no step in flight ends by the speed of a machine; the order's own may be shorter. */
const settings = { ...quickSettings, moneyStepBoundMs: 20_000, requestTimeoutMs: 18_000 };

/** Opens one world for all tests of a file, with a worker that none of them kills unless it is started otherwise. */
export function shareOperationsWorld(
  start: (world: DeskWorld) => void | Promise<void> = (world) => world.runWorker(),
): () => OperationsWorld {
  return shareWorld(async (atEnd) => {
    const desk = await openDeskWorld({ egress: sharedEgress }, settings, atEnd);
    const { baseUrl, hold } = await startHoldingService(desk.baseUrl, atEnd);
    desk.env['PEERDESK_BASE_URL'] = baseUrl;
    await start(desk);
    await until('the worker serves', desk.log, (log) => log.includes('what this worker may do'));
    return operationsOf(desk, hold);
  });
}

const run = promisify(execFile);

/** The server did nothing yet; the command line, unlike the client, does not ask again. */
export const isBusy = ({ exitCode, text }: CommandEnd): boolean => exitCode !== 0 && text.includes('Workflow is busy');

function operationsOf(desk: DeskWorld, hold: OperationsWorld['hold']): OperationsWorld {
  const { client, address, namespace } = desk;
  const runTemporal = async (...args: string[]): Promise<CommandEnd> => {
    const place = ['--address', address, '--namespace', namespace];
    try {
      const { stdout, stderr } = await run(inject('temporalCli'), [...args, ...place]);
      return { exitCode: 0, text: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { exitCode: code, text: stdout + stderr };
    }
  };
  const mustTemporal = async (...args: string[]): Promise<string> => {
    let { exitCode, text } = await runTemporal(...args);
    while (isBusy({ exitCode, text })) ({ exitCode, text } = await runTemporal(...args));
    if (exitCode !== 0) throw new Error(`temporal ${args.join(' ')}: ${text}`);
    return text;
  };
  const carry: OperationsWorld['carry'] = async (orderNumber, policy, part = {}) => {
    const release = releaseRules(policy);
    await startOrder(client, { account, orderNumber, mode: 'sim', release, settings: { ...settings, ...part } });
    return carriedOrder(desk, orderNumber);
  };
  return {
    ...desk,
    hold,
    temporal: runTemporal,
    mustTemporal,
    sale: (policy, part) => carry(paidOrder(desk), policy, part),
    carry,
    purchase: async () => {
      const adNumber = desk.simulator.ads.add({ account, side: 'BUY', asset: 'USDT', fiat: 'BOB', price: '9.90' });
      const order = await carry(desk.simulator.counterparties.take({ adNumber, totalPrice: '500.00' }), 'approve');
      await order.waitsFor('our-payment');
      return order;
    },
    placement: (requestId, totalAmount) => {
      const trade = { asset: 'USDT', fiat: 'BOB', side: 'BUY', totalAmount, matchPrice: '10.05' } as const;
      const rest = { account, requestId, mode: 'sim', adNumber: askAdNumber, settings } as const;
      return placeOrder(client, { ...trade, ...rest, release: releaseRules('approve') });
    },
  };
}

export { effects };

/** An order with a workflow, whatever started it. */
export function carriedOrder({ client }: Pick<DeskWorld, 'client'>, orderNumber: string): CarriedOrder {
  const control = orderControl(client, account, orderNumber);
  return {
    orderNumber,
    workflowId: control.workflowId,
    control,
    waitsFor: async (reason) => {
      await until(
        `order ${orderNumber} waits for ${reason}`,
        () => control.state(),
        (view) => view.waitingFor.code === reason,
      );
    },
  };
}

/** PENDING_ACTIVITY_STATE_STARTED in the server's answer. */
const started = 2;

/** The id of an activity of that type that runs now, of a workflow. */
export async function runningActivity(
  { client }: Pick<DeskWorld, 'client'>,
  workflowId: string,
  type: string,
): Promise<string> {
  const find = async (): Promise<string | null> => {
    const { raw } = await client.workflow.getHandle(workflowId).describe();
    const activities = raw.pendingActivities ?? [];
    const running = activities.find(({ activityType, state }) => activityType?.name === type && state === started);
    return running?.activityId ?? null;
  };
  return (await until(`${type} of ${workflowId} runs`, find, (id) => id !== null)) ?? '';
}

/** Event ids of the completed workflow tasks of a run: where a reset may go back to. */
async function completedTasks({ client }: Pick<DeskWorld, 'client'>, workflowId: string): Promise<string[]> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  return (events ?? []).flatMap(({ eventId, workflowTaskCompletedEventAttributes: completed }) =>
    completed === undefined || completed === null ? [] : [String(eventId)],
  );
}

/** The attempts, as the server counts them, in which activities of that type were dispatched and ended. */
export async function startsOf(
  { client }: Pick<DeskWorld, 'client'>,
  workflowId: string,
  type: string,
): Promise<Set<number>> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const scheduled = (events ?? []).flatMap(({ eventId, activityTaskScheduledEventAttributes: activity }) =>
    activity?.activityType?.name === type ? [String(eventId)] : [],
  );
  const attempts = (events ?? []).flatMap(({ activityTaskStartedEventAttributes: start }) =>
    scheduled.includes(String(start?.scheduledEventId)) ? [start?.attempt ?? 0] : [],
  );
  return new Set(attempts);
}

/** An order that the desk sells, paid, with no workflow. */
export function paidOrder({ simulator }: Pick<DeskWorld, 'simulator'>): string {
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
  simulator.counterparties.pay(orderNumber);
  return orderNumber;
}

/** Allows an activity a second dispatch, which no workflow of Peerdesk allows a money step. */
export const manyAttempts = [
  '--retry-maximum-attempts=5',
  '--schedule-to-close-timeout=90s',
  '--schedule-to-start-timeout=90s',
  '--start-to-close-timeout=1s',
];

/** Makes the server dispatch a running activity once more, as its first attempt. */
export async function dispatchAgain(world: OperationsWorld, workflowId: string, type: string): Promise<void> {
  const where = ['--activity-id', await runningActivity(world, workflowId, type), '--workflow-id', workflowId];
  // The new options end it within a second: it has to be reset before.
  await world.mustTemporal('activity', 'reset', ...where);
  await world.mustTemporal('activity', 'update-options', ...where, ...manyAttempts);
}

/** Resets a workflow to the end of its first task. */
export async function resetToStart(world: OperationsWorld, workflowId: string): Promise<void> {
  const [first = ''] = await completedTasks(world, workflowId);
  await world.mustTemporal('workflow', 'reset', '-w', workflowId, '--event-id', first, '--reason', 'a test');
}

/** Lifts a switch as a person does, in the register and at the guard. */
export async function liftSwitch(world: DeskWorld, name: SwitchName): Promise<void> {
  const { exitCode, stderr } = await operatorOf(world)('desk', 'open', name, '--by', 'ana');
  if (exitCode !== 0) throw new Error(`desk open ${name}: ${stderr}`);
}

/** Takes up an order whose workflow has ended. Returns whether that began a run. */
export function takenUp(
  { client }: Pick<DeskWorld, 'client'>,
  { orderNumber }: CarriedOrder,
  policy: ReleasePolicyName,
): Promise<boolean> {
  const release = releaseRules(policy);
  return startOrder(client, { account, orderNumber, mode: 'sim', release, settings: quickSettings });
}

/** Waits for the end of an order that the desk sells, and expects one release. */
export async function completesOnce({ simulator }: OperationsWorld, order: CarriedOrder): Promise<void> {
  await order.waitsFor('nothing');
  expect(await order.control.state()).toMatchObject({ status: 'COMPLETED' });
  expect(effects(simulator.ledger(), 'release', order.orderNumber)).toBe(1);
  expect(simulator.ledger()).toMatchObject({ doubleReleases: 0, repeatedAttempts: 0 });
}

/** While the test runs, the service would release twice, and shows orders as they were some seconds ago. */
export async function laggingReads({ simulator, baseUrl }: OperationsWorld, test: () => Promise<void>): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const set = (idempotentMoney: boolean) =>
    fetch(`${baseUrl}/_sim/settings`, { method: 'POST', headers, body: JSON.stringify({ idempotentMoney }) });
  const fault = { kind: 'stale', ms: 6_000 } as const;
  simulator.setFaults(['getUserOrderDetail', 'checkIfCanReleaseCoin'].map((operation) => ({ operation, fault })));
  await set(false);
  try {
    await test();
  } finally {
    simulator.setFaults([]);
    await set(true);
  }
}
