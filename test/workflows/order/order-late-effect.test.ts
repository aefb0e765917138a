/** A service whose reads lag longer than a release is waited for (ADR 0045). */
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import type { GuardMemory } from '../../../src/domain/guard/guard-memory.ts';
import { decidePermit } from '../../../src/domain/guard/permit.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { skipTimeInEachTest } from '../../setup/time-skipping-env.ts';
import { orderFacts, orderInput } from '../fixtures.ts';
import * as desk from './order-service.ts';
import { quietRuntime, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);
skipTimeInEachTest((created) => {
  env = created;
});

type Reply = definitions.PermitReply;
const orderNumber = '22000000000000000001';

const caps = { perDay: null };
const asked = { step: 'release', amount: '950.00', fiat: 'BOB', codeStep: null, counterparty: null, caps } as const;

async function guardOf(account: string) {
  const guard = await env.client.workflow.start('guard', {
    workflowId: definitions.guardWorkflowId(account),
    taskQueue: definitions.groupTaskQueue(account),
    args: [{ account }],
  });
  const permit = (proof: string): Promise<Reply> =>
    guard.executeUpdate(definitions.permitUpdate, { args: [{ ...asked, orderNumber, proof }] });
  return { permit, memory: (): Promise<GuardMemory> => guard.query(definitions.guardMemoryQuery) };
}

interface Play {
  account: string;
  /** How long reads show the order as paid once its release has been executed. */
  lagMs: number;
  /** What the service answers to the releases after the first, whose answer is lost. */
  again: (permitAtMs: number) => MoneyAttempt;
}

/** Releases an order with one attached payment on a service that executes and shows it late. */
async function play({ account, lagMs, again }: Play) {
  let executedAtMs: number | null = null;
  const permits: Reply[] = [];
  const guard = await guardOf(account);
  const facts = async () => {
    const isShown = executedAtMs !== null && (await env.currentTimeMs()) >= executedAtMs + lagMs;
    return orderFacts({ status: isShown ? OrderStatus.COMPLETED : OrderStatus.PAID });
  };
  const activities: FakeActivities = {
    readOrder: facts,
    checkRelease: async ({ match }) => {
      const missing = [{ name: 'payment-match', ok: false, text: 'none', bringer: 'bank' }] as const;
      return { order: await facts(), missing: match === null ? [...missing] : [], readAtMs: 0, signedOnly: false };
    },
    releaseCoin: async ({ gate }) => {
      const reply = await guard.permit(gate.match?.proofId ?? '');
      permits.push(reply);
      if (!reply.permitted) throw new Error('not permitted');
      if (executedAtMs !== null) return again(reply.atMs);
      executedAtMs = await env.currentTimeMs();
      return { kind: 'unknown', reason: 'connection reset' };
    },
  };
  const input = orderInput(account, desk.byPolicy('match'));
  return desk.withOrder(env, { account, activities, input }, async (handle) => {
    const match = { proofId: 'REF-1', amount: '950.00', payerName: 'x', atMs: 1 };
    await handle.signal(definitions.orderCommands.attachMatch.signal, match);
    const result = await handle.result();
    const memory = await guard.memory();
    const request = { ...asked, orderNumber: '7', proof: 'ref 1' };
    const { answer: other } = decidePermit(memory, request, await env.currentTimeMs());
    return { result, permits, other, memory };
  });
}

/** No time is skipped while a test looks: waits are short. */
const quick = { moneyStepBoundMs: 2_000, moneyRecvWindowMs: 1, moneySettleMs: 1 };

/** A release without an answer that no read shows; refused when it is sent again. Then the order reads as `status`. */
async function playUnseen({ account, status }: { account: string; status: OrderStatus }) {
  const guard = await guardOf(account);
  const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
  let permits = 0;
  const releaseCoin: FakeActivities['releaseCoin'] = async ({ gate }) => {
    const reply = await guard.permit(gate.match?.proofId ?? '');
    if (!reply.permitted) throw new Error('not permitted');
    permits += 1;
    return permits === 1 ? { kind: 'unknown', reason: 'connection reset' } : refusedByService(reply.atMs);
  };
  const other = async () => {
    const request = { ...asked, orderNumber: '7', proof: 'ref 1' };
    return decidePermit(await guard.memory(), request, await env.currentTimeMs()).answer;
  };
  const input = orderInput(account, { ...desk.byPolicy('approve'), settings: quick });
  return desk.withOrder(env, { account, activities: { ...activities, releaseCoin }, input }, async (handle) => {
    const match = { proofId: 'REF-1', amount: '950.00', payerName: 'x', atMs: 1 };
    await desk.order(handle, definitions.orderCommands.attachMatch, match);
    await desk.waitsFor(handle, 'release-gate');
    await desk.approve(handle, 'ana');
    const { why } = await desk.untilShown(handle, ({ undecided }) => undecided === 'release');
    expect(why).toContain('may still show');
    await expect(
      desk.order(handle, definitions.orderCommands.detachMatch, { proofId: 'REF-1', by: 'ana' }),
    ).rejects.toThrow();
    desk.become(truth, status);
    await desk.tell(handle, null);
    await handle.result();
    return { permits, after: await other() };
  });
}

const refusedByService = (permitAtMs: number): MoneyAttempt => ({
  kind: 'rejected',
  category: 'NON_RETRIABLE_BUSINESS',
  code: '-3026',
  message: 'the order cannot be released',
  retryAfterMs: null,
  permitAtMs,
});

describe('promise 2: a release that reads show only after it counted as not done', () => {
  it('completes by itself, says so, and its payment and its share of the day count again', async () => {
    const { result, permits, other, memory } = await play({
      account: 'late-effect',
      lagMs: 120_000,
      again: refusedByService,
    });
    expect(permits.length).toBeGreaterThan(1);
    expect(result).toMatchObject({
      status: 'COMPLETED',
      why: expect.stringMatching(/^completed; earlier reads did not show the release: .*money_settle_ms/),
    });
    expect(other).toMatchObject({ permitted: false, reason: 'PROOF_USED' });
    expect(memory.releases).toMatchObject([{ orderNumber, amount: '950.00', fiat: 'BOB' }]);
  });

  it.each([
    ['completed', OrderStatus.COMPLETED, { reason: 'PROOF_USED' }],
    ['cancelled', OrderStatus.CANCELLED, { permitted: true }],
  ] as const)('ADR 0047: its page says that it may still show; once the order is %s', async (name, status, answer) => {
    const { permits, after } = await playUnseen({ account: `unseen-${name}`, status });
    expect(permits).toBeGreaterThan(1);
    expect(after).toMatchObject(answer);
  });

  it('one that a later attempt released counts by the permit of that one, and nothing is said', async () => {
    const { result, other, memory } = await play({
      account: 'released-again',
      lagMs: 40_000,
      again: () => ({ kind: 'executed', orderNumber: null }),
    });
    expect(result).toMatchObject({ status: 'COMPLETED', why: 'completed' });
    expect(other).toMatchObject({ permitted: false, reason: 'PROOF_USED' });
    expect(memory.releases).toHaveLength(1);
  });
});
