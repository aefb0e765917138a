/**
 * A process that holds the register and sends: the product's own activities, without Temporal. It takes its job from its
 * first argument, sends its step as the order's workflow would, and ends when a read shows it. Where its job says so it
 * kills itself.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { createMoneyQueueActivities } from '../../../src/activities/index.ts';
import type { MoneyAttempt, ReleaseCoinInput } from '../../../src/activities/activity-contract.ts';
import { settleSteps } from '../../../src/activities/money/settle-steps.ts';
import type { ReadOrder, ReadOrderInput } from '../../../src/activities/read-contract.ts';
import { emptyGuardMemory, guardMemorySchema, type GuardMemory } from '../../../src/domain/guard/guard-memory.ts';
import type { PermitRequest } from '../../../src/domain/guard/permit-request.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { orderWorkflowId } from '../../../src/workflows/contract/workflow-ids.ts';
import { AccountRegister } from '../../../src/register/account-register.ts';
import type { Register } from '../../../src/register/register.ts';
import { openSqliteRegister } from '../../../src/register/sqlite/sqlite-register.ts';
import { decideForOnly } from '../../domain/guard/guard-fixture.ts';
import { senderDependencies, senderSettings } from './sender-dependencies.ts';
import { cancelReason, senderJobSchema, type SenderJob } from './sender-job.ts';

const job = senderJobSchema.parse(JSON.parse(process.argv[2] ?? ''));
const clock = { now: (): number => Date.now() + job.aheadMs };
Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions: { logging: { filter: 'ERROR' } } });

/** Dies where the job says so. A write to a pipe would not be finished. */
function dieAt(step: NonNullable<SenderJob['death']>['step'], when: 'before' | 'after'): void {
  if (job.death?.step === step && job.death.when === when) process.kill(process.pid, 'SIGKILL');
}

/** Runs one operation of the register, and dies before or after it. */
async function mortally<T>(step: 'claim' | 'arm' | 'noteAnswer' | 'orderSeen', run: () => Promise<T>): Promise<T> {
  dieAt(step, 'before');
  const answer = await run();
  dieAt(step, 'after');
  return answer;
}

class MortalRegister extends AccountRegister {
  override claim(...wish: Parameters<AccountRegister['claim']>) {
    return mortally('claim', () => super.claim(...wish));
  }
  override arm(...wish: Parameters<AccountRegister['arm']>) {
    return mortally('arm', () => super.arm(...wish));
  }
  override noteAnswer(...wish: Parameters<AccountRegister['noteAnswer']>) {
    return mortally('noteAnswer', () => super.noteAnswer(...wish));
  }
  override orderSeen(...wish: Parameters<AccountRegister['orderSeen']>) {
    return mortally('orderSeen', () => super.orderSeen(...wish));
  }
}

const guardOf = (): GuardMemory =>
  existsSync(job.guardFile)
    ? guardMemorySchema.parse(JSON.parse(readFileSync(job.guardFile, 'utf8')))
    : emptyGuardMemory;

function guardPort(generation: string) {
  return {
    permit: async (request: PermitRequest) => {
      dieAt('permit', 'before');
      const { memory, answer } = decideForOnly({ ...guardOf(), generation }, request);
      writeFileSync(job.guardFile, JSON.stringify(memory));
      dieAt('permit', 'after');
      return { ...answer, atMs: clock.now() };
    },
    look: async () => ({ ...guardOf(), generation }),
  };
}

async function openRegister(): Promise<{ register: Register; own: AccountRegister; generation: string }> {
  const register = await openSqliteRegister({ file: job.registerFile, migrate: true });
  const { account } = job;
  const begun = register.beginTerm({ account, leader: `${process.pid}@here`, signers: null, nowMs: clock.now() });
  const uncompared = async () => null;
  const term = () => begun;
  const own = new MortalRegister({ register, account, term, uncompared, clock, nextCallId: randomUUID });
  return { register, own, generation: (await begun).generation };
}

const match = { amount: job.amount, payerName: job.payerName, proofId: job.proofId, atMs: clock.now() };
const ofRead = { role: 'maker', resetId: null, earlierMatches: [] } as const;
const fence = { boundMs: senderSettings.moneyStepBoundMs, recvWindowMs: senderSettings.moneyRecvWindowMs };

const ofPurchase = { mode: 'sim', orderNumber: job.orderNumber, resetId: null, fence } as const;

type Activities = ReturnType<typeof createMoneyQueueActivities>;
type Mark = { readonly generation: string; readonly epoch: number };

interface Sent {
  /** The status that shows it. */
  readonly shownBy: OrderStatus;
  readonly send: (activities: Activities, mark: Mark) => Promise<MoneyAttempt>;
  /** A release is asked for until it is done; of a purchase the other step may have won. */
  readonly tries: number;
}

const purchaseTries = 5;

const sent: Readonly<Record<SenderJob['sends'], Sent>> = {
  release: {
    shownBy: OrderStatus.COMPLETED,
    send: ({ releaseCoin }, mark) => attemptOf(releaseCoin, releaseOf({ ...match, ...mark })),
    tries: Number.POSITIVE_INFINITY,
  },
  cancel: {
    shownBy: OrderStatus.CANCELLED,
    send: ({ cancelOrder }, seen) =>
      attemptOf(cancelOrder, { ...ofPurchase, reason: cancelReason, text: null, mayBePaid: false, seen }),
    tries: purchaseTries,
  },
  'mark-paid': {
    shownBy: OrderStatus.PAID,
    send: ({ markOrderAsPaid }, seen) => attemptOf(markOrderAsPaid, { ...ofPurchase, payId: null, seen }),
    tries: purchaseTries,
  },
};

const attemptOf = <Input>(activity: (input: Input) => Promise<MoneyAttempt>, input: Input): Promise<MoneyAttempt> =>
  activityEnv().run(activity, input) as Promise<MoneyAttempt>;

async function main(): Promise<void> {
  const { register, own, generation } = await openRegister();
  const { deps, close } = senderDependencies({ job, clock, register: own, guard: guardPort(generation) });
  const activities = createMoneyQueueActivities(deps);
  const { orderNumber, sends } = job;
  const paidBy = (epoch: number) => (sends === 'release' ? { ...match, generation, epoch } : null);
  const read = async (epoch: number): Promise<ReadOrder> => {
    const wish: ReadOrderInput = { ...ofRead, orderNumber, match: paidBy(epoch) };
    return (await activityEnv().run(activities.readOrder, wish)) as ReadOrder;
  };
  const { shownBy, send, tries } = sent[sends];
  for (let epoch = 0, tried = 0; tried < tries; tried += 1) {
    await settleSteps(deps);
    const order = await read(epoch);
    epoch = order.stand?.epoch ?? epoch;
    if (order.status === shownBy) break;
    const end = await send(activities, { generation, epoch });
    process.stdout.write(`${JSON.stringify(end)}\n`);
    if (end.kind !== 'executed') await delay(50);
  }
  await close();
  await register.close();
}

function releaseOf(backing: NonNullable<ReleaseCoinInput['gate']['match']>): ReleaseCoinInput {
  const { orderNumber } = job;
  const counterparty = { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null };
  return {
    mode: 'sim',
    orderNumber,
    payId: null,
    fence,
    gate: {
      orderNumber,
      mode: 'sim',
      role: 'maker',
      resetId: null,
      rules: { policy: 'match', amountCap: null, counterparty },
      approvals: [],
      match: backing,
      earlierMatches: [],
      shownElsewhere: [],
      knownEpoch: 0,
      held: false,
      paidSinceMs: 0,
      approvalLifeMs: 900_000,
    },
  };
}

function activityEnv(): MockActivityEnvironment {
  const nowMs = clock.now();
  const workflowId = orderWorkflowId(job.account, job.orderNumber);
  return new MockActivityEnvironment({
    workflowType: 'orderLifecycle',
    workflowExecution: { workflowId, runId: 'run-1' },
    scheduledTimestampMs: nowMs,
    currentAttemptScheduledTimestampMs: nowMs,
    startToCloseTimeoutMs: fence.boundMs,
  });
}

await main();
