import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import PQueue from 'p-queue';
import { orderControl } from '../../client/index.ts';
import { OrderStatus, isTerminal } from '../../domain/orders/order-status.ts';
import { deskOrders, type DeskOrder } from '../../simulator/desk-orders.ts';
import type { Ledger, Simulator } from '../../simulator/simulator.ts';
import { demoAccount } from './demo-desk.ts';

const answerLimitMs = 5_000;
/** A workflow that just lost its worker answers once another has taken it up; after this long it counts as silent. */
const patienceMs = 30_000;
const pauseMs = 500;
const askedAtOnce = 10;

/** Counters of the ledger that must be zero: nothing twice, nothing outside the limits, no forbidden call. */
const mustBeZero = [
  'doublePlacements',
  'doublePayments',
  'doubleReleases',
  'releasesOnUsedPayment',
  'callsDuringBan',
  'callsOverLimit',
  'pricesInZone',
  'pricesOutsideLimits',
] as const satisfies readonly (keyof Ledger)[];

type ZeroCounter = (typeof mustBeZero)[number];

/** The last line of a demo. */
export interface DemoSummary {
  ok: boolean;
  ads: number;
  reprices: number;
  orders: { arrived: number; completed: number; cancelled: number; waiting: Record<string, number> };
  ledger: Record<ZeroCounter, number>;
  /** Money calls for a step that was already done: refused by the service, without effect. */
  repeatedAttempts: number;
  requests: number;
  workerRestarts: number;
  seconds: number;
  seed: number;
  market: string;
  /** Why it is not ok; empty when it is. */
  problems: string[];
}

interface SummaryFacts {
  client: Client;
  simulator: Simulator;
  ads: number;
  workerRestarts: number;
  startedAtMs: number;
  seed: number;
  market: string;
}

/** Counts what happened, from the marketplace's own books and from the wait of each open order's workflow. */
export async function summarise(facts: SummaryFacts): Promise<DemoSummary> {
  const { client, simulator, ads, workerRestarts, startedAtMs, seed, market } = facts;
  const ledger = simulator.ledger();
  const orders = deskOrders(simulator, demoAccount);
  const counters = Object.fromEntries(mustBeZero.map((name) => [name, ledger[name]])) as Record<ZeroCounter, number>;
  const counted = { ...countEnds(orders), waiting: await countWaits(client, orders) };
  const problems = findProblems(counters, counted);
  // A desk that serves nothing has clean books.
  if (orders.length > 0 && ledger.requests === 0)
    problems.push('orders arrived, and the worker made no call: see its log');
  return {
    ok: problems.length === 0,
    ads,
    reprices: ledger.reprices,
    orders: counted,
    ledger: counters,
    repeatedAttempts: ledger.repeatedAttempts,
    requests: ledger.requests,
    workerRestarts,
    seconds: Math.round((Date.now() - startedAtMs) / 1_000),
    seed,
    market,
    problems,
  };
}

function countEnds(orders: DeskOrder[]): { arrived: number; completed: number; cancelled: number } {
  const count = (statuses: OrderStatus[]): number =>
    orders.filter((order) => order.status !== null && statuses.includes(order.status)).length;
  return {
    arrived: orders.length,
    completed: count([OrderStatus.COMPLETED]),
    cancelled: count([OrderStatus.CANCELLED, OrderStatus.CANCELLED_BY_SYSTEM]),
  };
}

async function countWaits(client: Client, orders: DeskOrder[]): Promise<Record<string, number>> {
  const open = orders.filter((order) => order.status === null || !isTerminal(order.status));
  const queue = new PQueue({ concurrency: askedAtOnce });
  const reasons = await queue.addAll(open.map((order) => () => waitReason(client, order.orderNumber)));
  const counts: Record<string, number> = {};
  for (const reason of reasons.toSorted()) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/** What the order's workflow waits for; a new order may not have one yet. */
async function waitReason(client: Client, orderNumber: string): Promise<string> {
  const untilMs = performance.now() + patienceMs;
  for (;;) {
    const reason = await askedReason(client, orderNumber);
    if (reason !== 'no-answer' || performance.now() > untilMs) return reason;
    await delay(pauseMs);
  }
}

async function askedReason(client: Client, orderNumber: string): Promise<string> {
  try {
    const control = orderControl(client, demoAccount, orderNumber);
    const view = await client.withDeadline(Date.now() + answerLimitMs, () => control.state());
    return view.waitingFor.code === 'nothing' ? 'closing' : view.waitingFor.code;
  } catch (error) {
    return error instanceof Error && error.name === 'WorkflowNotFoundError' ? 'intake' : 'no-answer';
  }
}

function findProblems(counters: Record<ZeroCounter, number>, orders: DemoSummary['orders']): string[] {
  const problems = mustBeZero.filter((name) => counters[name] !== 0).map((name) => `${name} is ${counters[name]}`);
  const waiting = Object.values(orders.waiting).reduce((sum, count) => sum + count, 0);
  const accounted = orders.completed + orders.cancelled + waiting;
  if (accounted !== orders.arrived) problems.push(`${orders.arrived} orders arrived, ${accounted} are accounted for`);
  const silent = orders.waiting['no-answer'] ?? 0;
  if (silent > 0) problems.push(`${silent} orders wait for a reason that their workflow did not report`);
  return problems;
}
