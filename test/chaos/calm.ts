import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import PQueue from 'p-queue';
import type { RunningDemo } from '../../src/cli/up/running-demo.ts';
import { orderControl } from '../../src/client/index.ts';
import { isTerminal, orderStatusFromWire } from '../../src/domain/orders/order-status.ts';

/** How the desk came to rest after the last disturbance. */
export interface Calm {
  /** How long until each order that was open then had ended or named its wait. */
  readonly afterMs: number;
  /** The orders that did not within the limit, with what is known of each. */
  readonly unsettled: readonly string[];
}

/** Ends a run that never comes to rest; how fast it does depends on the machine. */
const limitMs = 400_000;
const lookMs = 1_000;
const tellMs = 15_000;
const askedAtOnce = 10;
const answerLimitMs = 10_000;
/** Transient waits of a running order; any other wait has an explanation. */
const moving: ReadonlySet<string> = new Set(['intake', 'no-answer', 'reading', 'nothing']);

interface CalmOptions {
  readonly client: Client;
  readonly demo: RunningDemo;
  readonly over: AbortSignal;
  readonly log: (line: string) => void;
}

/**
 * Closes the merchant's business, so that no more people come, and waits until the open orders have ended or name their
 * wait.
 */
export async function untilCalm(options: CalmOptions): Promise<Calm> {
  const { log, over } = options;
  await closeBusiness(options.demo);
  const startMs = performance.now();
  const passedMs = (): number => performance.now() - startMs;
  let pending = await openOrders(options.demo);
  let toldMs = 0;
  log(`calm: ${pending.length} orders are open`);
  while (pending.length > 0 && passedMs() < limitMs && !over.aborted) {
    const open = new Set(await openOrders(options.demo));
    const still = pending.filter((orderNumber) => open.has(orderNumber));
    const reasons = await reasonsOf(options, still);
    pending = still.filter((orderNumber) => moving.has(reasons.get(orderNumber) ?? 'intake'));
    if (pending.length > 0 && passedMs() - toldMs >= tellMs) {
      toldMs = passedMs();
      log(`calm after ${Math.round(toldMs / 1_000)} s: ${(await described(options, pending)).join('; ')}`);
    }
    if (pending.length > 0) await delay(lookMs);
  }
  const afterMs = passedMs();
  for (const line of await waitsInWords(options)) log(line);
  return { afterMs, unsettled: await described(options, pending) };
}

/** Waits that end with a pause or with a person: the reader of a report has to know why. */
const explained: ReadonlySet<string> = new Set(['blocked', 'outcome-unknown', 'confirming', 'needs-human', 'held']);

/** Says of the orders that stand still why they do, alike ones together, and whether a human is asked. */
async function waitsInWords(options: CalmOptions): Promise<string[]> {
  const queue = new PQueue({ concurrency: askedAtOnce });
  const orders = await openOrders(options.demo);
  const texts = await queue.addAll(orders.map((orderNumber) => () => waitInWords(options, orderNumber)));
  const counts = new Map<string, number>();
  for (const text of texts.filter((one) => one !== null)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, left], [, right]) => right - left).map(([text, count]) => `${count} ${text}`);
}

async function waitInWords({ client, demo }: CalmOptions, orderNumber: string): Promise<string | null> {
  const control = orderControl(client, demo.account, orderNumber);
  const view = await client.withDeadline(Date.now() + answerLimitMs, () => control.state()).catch(() => null);
  if (view === null || !explained.has(view.waitingFor.code)) return null;
  const asked = view.needsHuman ? 'a human is asked' : 'no one is asked yet';
  return `${view.waitingFor.code}, ${asked}: ${view.why.replaceAll(/\d{4,}\S*/g, '…')}`;
}

async function closeBusiness({ baseUrl }: RunningDemo): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ status: 'closed' });
  const answer = await fetch(`${baseUrl}/_sim/merchant`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
}

interface SimOrder {
  readonly orderNumber: string;
  readonly status: number;
  readonly maker: { readonly account: string | null };
  readonly taker: { readonly account: string | null };
}

async function openOrders({ baseUrl, account }: RunningDemo): Promise<string[]> {
  const orders = (await (await fetch(`${baseUrl}/_sim/orders`)).json()) as SimOrder[];
  return orders
    .filter(({ maker, taker }) => maker.account === account || taker.account === account)
    .filter(({ status }) => {
      const known = orderStatusFromWire(status);
      return known === null || !isTerminal(known);
    })
    .map(({ orderNumber }) => orderNumber);
}

async function reasonsOf(options: CalmOptions, orders: readonly string[]): Promise<Map<string, string>> {
  const queue = new PQueue({ concurrency: askedAtOnce });
  const reasons = await queue.addAll(orders.map((orderNumber) => () => reasonOf(options, orderNumber)));
  return new Map(orders.map((orderNumber, index) => [orderNumber, reasons[index] ?? 'no-answer']));
}

async function reasonOf({ client, demo }: CalmOptions, orderNumber: string): Promise<string> {
  const control = orderControl(client, demo.account, orderNumber);
  try {
    const { waitingFor } = await client.withDeadline(Date.now() + answerLimitMs, () => control.state());
    return waitingFor.code;
  } catch (error) {
    return error instanceof Error && error.name === 'WorkflowNotFoundError' ? 'intake' : 'no-answer';
  }
}

/** Describes the wait of each: the pending activities and the workflow task, from the server. */
async function described(options: CalmOptions, orders: readonly string[]): Promise<string[]> {
  const queue = new PQueue({ concurrency: askedAtOnce });
  return queue.addAll(orders.map((orderNumber) => () => describe(options, orderNumber)));
}

async function describe(options: CalmOptions, orderNumber: string): Promise<string> {
  const { client, demo } = options;
  const control = orderControl(client, demo.account, orderNumber);
  const reason = await reasonOf(options, orderNumber);
  try {
    const { raw, status, historyLength } = await client.workflow.getHandle(control.workflowId).describe();
    const activities = (raw.pendingActivities ?? []).map(
      ({ activityType, attempt, state, lastFailure }) =>
        `${activityType?.name} attempt ${attempt} state ${state} ${(lastFailure?.message ?? '').slice(0, 100)}`,
    );
    const { pendingWorkflowTask: task } = raw;
    const pending =
      task === undefined || task === null ? '' : ` workflow task state ${task.state} attempt ${task.attempt}`;
    return `${orderNumber} ${reason} (${status.name}, ${historyLength} events): ${activities.join(', ')}${pending}`;
  } catch (error) {
    return `${orderNumber} ${reason}: ${String(error).slice(0, 100)}`;
  }
}
