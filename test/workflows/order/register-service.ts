/** A service whose money steps are claimed and armed in the product's register, as the product's own calls are. */
import { randomUUID } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { MarkPaidInput, MoneyAttempt, ReleaseCoinInput } from '../../../src/activities/activity-contract.ts';
import { NotSent, notSentEnd, refusedByRegister } from '../../../src/activities/money/not-sent.ts';
import { claimedPayments } from '../../../src/activities/money/order-stand.ts';
import { refusalOf } from '../../../src/activities/money/release-gate.ts';
import { OwnFailure } from '../../../src/domain/failures/own-failures.ts';
import { allAttached } from '../../../src/domain/orders/attached-payments.ts';
import type { OrderFacts } from '../../../src/domain/orders/order-facts.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import type { SeenMarks } from '../../../src/domain/register/arm-rules.ts';
import type { ClaimReply } from '../../../src/register/operations/claim.ts';
import type { FakeActivities } from '../workflow-harness.ts';
import { lacksText } from '../../../src/words/check-words.ts';
import * as desk from './order-service.ts';

type Step = 'release' | 'mark-paid';

/** What a test decides about the calls, and what became of them. */
export interface Calls {
  /** Between the claim and arming. */
  beforeArm: () => Promise<void>;
  /** After arming: the call has left, and is answered then. */
  afterArm: () => Promise<MoneyAttempt>;
  /** From arming until reads show it or never will. */
  settleMs: number;
  /** The calls that have left. */
  left: Step[];
  /** When they left. */
  leftAtMs: number[];
  /** Their ends, as the workflow was told. */
  ends: MoneyAttempt[];
  /** Calls that were begun. */
  begun: number;
}

const executed: MoneyAttempt = { kind: 'executed', orderNumber: null };
/** The status that a step leads to. */
export const doneStatus = { release: OrderStatus.COMPLETED, 'mark-paid': OrderStatus.PAID } as const;
const dueStatus = { SELL: OrderStatus.PAID, BUY: OrderStatus.AWAITING_PAYMENT } as const;

/** An order whose step is due; by default its call is executed at once. */
export function registerService(env: () => TestWorkflowEnvironment, part: Partial<OrderFacts> = {}) {
  const side = part.side ?? 'SELL';
  const { truth, activities } = desk.serviceOf(env, dueStatus[side], part);
  const step: Step = side === 'SELL' ? 'release' : 'mark-paid';
  const calls: Calls = {
    beforeArm: async () => undefined,
    afterArm: async () => {
      desk.become(truth, doneStatus[step]);
      return executed;
    },
    settleMs: 600_000,
    left: [],
    leftAtMs: [],
    ends: [],
    begun: 0,
  };
  const ended = async (work: () => Promise<MoneyAttempt>): Promise<MoneyAttempt> => {
    calls.begun += 1;
    const end = await work().catch(notSentEnd);
    calls.ends.push(end);
    return end;
  };
  const all: FakeActivities = {
    ...activities,
    releaseCoin: (input) => ended(() => release({ truth, calls, env }, input)),
    markOrderAsPaid: (input) => ended(() => markPaid({ truth, calls, env }, input)),
  };
  return { truth, calls, activities: all };
}

interface World {
  truth: desk.Truth;
  calls: Calls;
  env: () => TestWorkflowEnvironment;
}

async function release(world: World, { orderNumber, gate }: ReleaseCoinInput): Promise<MoneyAttempt> {
  const { order, missing } = await desk.lookAt(world.truth, gate, await world.env().currentTimeMs());
  if (missing.length > 0) throw new NotSent(refusalOf(missing), lacksText(missing));
  const attached = { match: gate.match, earlier: gate.earlierMatches };
  const proofs = allAttached(attached).map(({ proofId }) => proofId);
  return depart(world, { step: 'release', orderNumber, proofs, seen: marksOf(order.stand) });
}

async function markPaid(world: World, { orderNumber, resetId, seen }: MarkPaidInput): Promise<MoneyAttempt> {
  const wish = { orderNumber, role: 'maker' as const, resetId, match: null, earlierMatches: [] };
  const order = await desk.seen(world.truth, wish, await world.env().currentTimeMs());
  if (order.status !== dueStatus.BUY) throw new NotSent(OwnFailure.ORDER_MISMATCH, `the order is ${order.status}`);
  const { revision } = marksOf(order.stand);
  return depart(world, { step: 'mark-paid', orderNumber, proofs: [], seen: { ...seen, revision } });
}

function marksOf(stand: SeenMarks | null): SeenMarks {
  if (stand === null) throw new NotSent(OwnFailure.REGISTER_SILENT, 'the register does not answer');
  const { generation, epoch, revision } = stand;
  return { generation, epoch, revision };
}

interface Departure {
  step: Step;
  orderNumber: string;
  proofs: readonly string[];
  seen: SeenMarks;
}

async function depart({ truth, calls, env }: World, { step, ...wish }: Departure): Promise<MoneyAttempt> {
  const { register } = truth.memory;
  const { account } = desk;
  const claim = await claimStep(truth, { ...wish, step, nowMs: await env().currentTimeMs() });
  if (!claim.claimed) throw refusedByRegister(claim);
  const { number } = claim;
  await calls.beforeArm();
  const nowMs = await env().currentTimeMs();
  const reply = await register.arm({
    account,
    number,
    term: 1,
    seen: wish.seen,
    payments: claimedPayments(wish.proofs).map(({ key }) => key),
    codeStep: null,
    guardAtMs: nowMs,
    untilMs: nowMs + calls.settleMs,
    nowMs,
  });
  if (!reply.armed) {
    await register.withdraw({ account, number, nowMs, why: reply.reason });
    throw refusedByRegister(reply);
  }
  calls.left.push(step);
  calls.leftAtMs.push(nowMs);
  return calls.afterArm();
}

/** Claims a step, also of another order: whether its payments are free. */
export async function claimStep(
  { memory, order }: desk.Truth,
  { step, orderNumber, proofs, seen, nowMs }: Departure & { nowMs: number },
): Promise<ClaimReply> {
  const { asset, amount, price, totalPrice: total, fiat } = order;
  return memory.register.claim({
    account: desk.account,
    callId: randomUUID(),
    step,
    subject: orderNumber,
    term: 1,
    begunIn: (await memory.register.identity())?.generation ?? seen.generation,
    epoch: seen.epoch,
    asset,
    amount,
    price,
    total,
    fiat,
    counterparty: null,
    payments: claimedPayments(proofs),
    perDay: null,
    nowMs,
  });
}

/** A door that a test opens. */
export function latch() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { wait: () => promise, open: () => resolve() };
}
