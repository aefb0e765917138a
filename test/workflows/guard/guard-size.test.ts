/** Temporal refuses a payload above 2 MB: a guard that cannot continue as new would permit nothing any more, for good. */
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { defineSignal } from '@temporalio/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { guardControl } from '../../../src/client/index.ts';
import { jsonBytes } from '../../../src/domain/kept-text.ts';
import { guardMemorySchema, maxClaims } from '../../../src/domain/guard/guard-memory.ts';
import { maxMatches } from '../../../src/domain/orders/payment-match.ts';
import { guardRunMemorySchema, lateReleaseFact } from '../../../src/workflows/contract/guard-contract.ts';
import { releaseRequest } from '../../domain/guard/guard-fixture.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { largestJson } from '../largest-json.ts';
import { quietRuntime, untilView, withWorkers } from '../workflow-harness.ts';

const largestPayload = 2 * 1024 * 1024;

describe('design 6: the memory of a guard fits into one payload, whatever it holds', () => {
  it('each part has a limit, and all together stay below three quarters of a payload', () => {
    expect(largestJson(guardRunMemorySchema)).toBeLessThan(0.75 * largestPayload);
  });

  it.each([
    ['text', z.string()],
    ['list', z.array(z.boolean())],
    ['table', z.record(z.string().max(1), z.boolean())],
    ['open form', z.looseObject({})],
  ])('a part without a limit has no size: a %s', (_kind, part) => {
    expect(() => largestJson(guardMemorySchema.unwrap().extend({ part }))).toThrow(RangeError);
  });

  it('a text counts with what JSON makes of it', () => {
    expect(largestJson(z.strictObject({ text: z.string().max(1) }))).toBe(jsonBytes('\ud800') + '{"text":"",}'.length);
  });
});

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

/** Six bytes each in JSON, and no letter by which payments are compared. */
const long = (text: string, length: number): string => text.padStart(length, '\ud800');
const proofsOf = (order: number): string[] =>
  Array.from({ length: maxMatches + 1 }, (_, part) => long(`語${'x'.repeat(40)}${order}part${part}`, 100));

describe('design 6: a guard that strangers fill with the longest texts', () => {
  it('begins a new run, answers as before, and a payment that was used first is still used', async () => {
    const account = 'guard-filled';
    const guard = guardControl(env.client, account);
    await withWorkers(env, { account, activities: {} }, async () => {
      const first = releaseRequest({ orderNumber: long('first', 80), proof: proofsOf(0)[0] ?? '' });
      expect(await guard.permit(first, 'first')).toMatchObject({ permitted: true });
      const handle = env.client.workflow.getHandle(guard.workflowId);
      const { runId } = await handle.describe();
      const orders = Math.ceil(maxClaims / (maxMatches + 1)) + 1;
      for (let order = 1; order <= orders; order += 1) {
        const late = {
          orderNumber: long(`${order}`, 80),
          amount: '9'.repeat(32),
          fiat: 'BOB',
          proofs: proofsOf(order),
        };
        await handle.signal(lateReleaseFact.signal, late);
      }
      await guard.block(long('hostile', 80), { by: 'ana' });
      for (let sent = 0; sent < 600; sent += 50) {
        const name = long(String(sent), 300).replaceAll('\ud800', '\u0001');
        await Promise.all(Array.from({ length: 50 }, () => handle.signal(defineSignal(name))));
      }
      await untilView(
        async () => (await handle.describe()).runId,
        (now) => now !== runId,
      );
      const memory = await guard.memory();
      expect(guardRunMemorySchema.parse(memory)).toEqual(memory);
      expect([memory.claims, memory.releases].map(({ length }) => length)).toEqual([maxClaims, orders + 1]);
      expect(memory.spent).not.toEqual([]);
      expect(await guard.permit({ ...first, orderNumber: 'another' }, 'spent')).toMatchObject({ reason: 'PROOF_USED' });
      const last = releaseRequest({ proof: proofsOf(orders)[maxMatches] ?? '' });
      expect(await guard.permit(last, 'used')).toMatchObject({ reason: 'PROOF_USED' });
      expect(await guard.permit(releaseRequest({ counterparty: long('hostile', 80) }), 'blocked')).toMatchObject({
        reason: 'BLOCKED_COUNTERPARTY',
      });
      expect(await guard.permit(releaseRequest({ proof: 'new' }), 'new')).toMatchObject({ permitted: true });
    });
  });
});

/** Temporal lets few updates of a workflow run at a time, and the others ask again. */
const fiveMinutesMs = 300_000;

describe('promise 2: sixty permits that are asked for at once', () => {
  it('are each answered once, with each payment used and each sum counted', async () => {
    const account = 'guard-flood';
    const guard = guardControl(env.client, account).within(fiveMinutesMs);
    await withWorkers(env, { account, activities: {} }, async () => {
      await guard.start();
      const ask = (at: number) =>
        guard.permit(
          releaseRequest({ orderNumber: `order-${at}`, amount: '1.5', proof: `REF ${at % 30}` }),
          `ask-${at}`,
        );
      const orders = Array.from({ length: 60 }, (_, at) => at);
      const replies = await Promise.all(orders.map(ask));
      const permitted = orders.filter((at) => replies[at]?.permitted === true);
      expect(new Set(permitted.map((at) => at % 30)).size).toBe(30);
      expect(permitted).toHaveLength(30);
      expect(await guard.state()).toMatchObject({ claims: 30, releasedToday: { BOB: '45' } });
    });
  });
});
