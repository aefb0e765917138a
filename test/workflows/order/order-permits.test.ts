/** What an order's workflow gives back to the guard after an attempt, and what stays known (ADR 0042). */
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import type { GuardMemory } from '../../../src/domain/guard/guard-memory.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { skipTimeInEachTest } from '../../setup/time-skipping-env.ts';
import { orderFacts } from '../fixtures.ts';
import * as desk from './order-service.ts';
import { quietRuntime, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);
skipTimeInEachTest((created) => {
  env = created;
});

type Side = 'BUY' | 'SELL';
type Reply = definitions.PermitReply;
const steps = { SELL: 'release', BUY: 'mark-paid' } as const;
const orderNumber = '22000000000000000001';
const refused = { kind: 'rejected', category: 'NOT_SENT', code: null, message: 'no', retryAfterMs: null } as const;

/** Asks the guard of the account as a worker does. */
async function guardOf(account: string, side: Side) {
  const guard = await env.client.workflow.start('guard', {
    workflowId: definitions.guardWorkflowId(account),
    taskQueue: definitions.groupTaskQueue(account),
    args: [{ account }],
  });
  const step = steps[side];
  const proof = side === 'SELL' ? 'REF 1' : null;
  const request = { step, orderNumber, amount: '950.00', fiat: 'BOB', proof, codeStep: null, counterparty: null };
  const permit = (): Promise<Reply> =>
    guard.executeUpdate(definitions.permitUpdate, { args: [{ ...request, caps: { perDay: null } }] });
  return { permit, memory: (): Promise<GuardMemory> => guard.query(definitions.guardMemoryQuery) };
}

type Guard = Awaited<ReturnType<typeof guardOf>>;

interface Play {
  /** One for each attempt, in order; the order is done with the last. */
  attempts: ((guard: Guard) => Promise<MoneyAttempt>)[];
  /** Before each read of an outcome. */
  whileReading?: (guard: Guard, sinceAttemptMs: number) => Promise<void>;
}

/** Carries an order through these attempts to its end; returns what its guard knows then. */
async function play(side: Side, name: string, { attempts, whileReading }: Play): Promise<GuardMemory> {
  const account = `${name}-${side.toLowerCase()}`;
  const due: Record<Side, OrderStatus> = { SELL: OrderStatus.PAID, BUY: OrderStatus.AWAITING_PAYMENT };
  const truth = { status: due[side], attemptedAtMs: Number.POSITIVE_INFINITY };
  const guard = await guardOf(account, side);
  const act = async (): Promise<MoneyAttempt> => {
    const attempt = attempts.shift();
    if (attempt === undefined) throw new Error('one attempt too many');
    truth.attemptedAtMs = await env.currentTimeMs();
    const end = await attempt(guard);
    if (attempts.length === 0) truth.status = OrderStatus.COMPLETED;
    return end;
  };
  const facts = () => orderFacts({ side, status: truth.status });
  const activities: FakeActivities = {
    readOrder: async () => {
      await whileReading?.(guard, (await env.currentTimeMs()) - truth.attemptedAtMs);
      return facts();
    },
    checkRelease: async () => ({ order: facts(), missing: [], readAtMs: 0, signedOnly: false }),
    releaseCoin: act,
    markOrderAsPaid: act,
  };
  return desk.withOrder(env, { account, activities }, async (handle) => {
    if (side === 'BUY') {
      const notice = { payId: null, proof: 'REF', by: 'ana' };
      await handle.signal(definitions.orderCommands.confirmPayment.signal, notice);
    }
    expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    return guard.memory();
  });
}

const left = ({ releases, notices }: GuardMemory, side: Side): number[] =>
  (side === 'SELL' ? releases : notices).map(({ atMs }) => atMs);

describe.each(['SELL', 'BUY'] as const)('I1, I2: an attempt of an order to %s', (side) => {
  it('refused without a permit: the call that another dispatch was permitted meanwhile stays known', async () => {
    const replies: Reply[] = [];
    const memory = await play(side, 'unpermitted', {
      attempts: [
        async (guard) => {
          replies.push(await guard.permit());
          return { ...refused, permitAtMs: null };
        },
        async (guard) => {
          replies.push(await guard.permit());
          return { kind: 'executed', orderNumber: null };
        },
      ],
    });
    expect(replies).toMatchObject([{ permitted: true }, { permitted: false, reason: 'MAY_HAVE_LEFT' }]);
    expect(left(memory, side)).toEqual([replies[0]?.atMs]);
  });

  it('refused after its permit: that permit alone is given back, so that the next attempt may leave', async () => {
    const replies: Reply[] = [];
    const ask = async (guard: Guard): Promise<number> => {
      const reply = await guard.permit();
      replies.push(reply);
      return reply.atMs;
    };
    const memory = await play(side, 'permitted', {
      attempts: [
        async (guard) => ({ ...refused, permitAtMs: await ask(guard) }),
        async (guard) => (await ask(guard), { kind: 'executed', orderNumber: null }),
      ],
    });
    expect(replies).toMatchObject([{ permitted: true }, { permitted: true }]);
    expect(left(memory, side)).toEqual([replies[1]?.atMs]);
  });

  it('proven not done: a call that was permitted after its time stays known', async () => {
    const replies: Reply[] = [];
    const memory = await play(side, 'proven', {
      attempts: [
        async () => ({ kind: 'unknown', reason: 'lost' }),
        async (guard) => {
          replies.push(await guard.permit());
          return { kind: 'executed', orderNumber: null };
        },
      ],
      whileReading: async (guard, sinceAttemptMs) => {
        // As the attempt after it, when its workflow was reset to this read.
        if (sinceAttemptMs > 15_000 && sinceAttemptMs < 60_000 && replies.length === 0)
          replies.push(await guard.permit());
      },
    });
    expect(replies).toMatchObject([{ permitted: true }, { permitted: false, reason: 'MAY_HAVE_LEFT' }]);
    expect(left(memory, side)).toEqual([replies[0]?.atMs]);
  });

  it('proven not done: its own permit is given back', async () => {
    const replies: Reply[] = [];
    await play(side, 'lost', {
      attempts: [
        async (guard) => {
          replies.push(await guard.permit());
          return { kind: 'unknown', reason: 'lost' };
        },
        async (guard) => {
          replies.push(await guard.permit());
          return { kind: 'executed', orderNumber: null };
        },
      ],
    });
    expect(replies).toMatchObject([{ permitted: true }, { permitted: true }]);
  });
});
