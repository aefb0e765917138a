/** Temporal refuses a payload above 2 MB: a guard that cannot continue as new would permit nothing any more, for good. */
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { defineSignal } from '@temporalio/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonBytes } from '../../../src/domain/kept-text.ts';
import { emptyGuardMemory, guardMemorySchema } from '../../../src/domain/guard/guard-memory.ts';
import { block, maxBlocked } from '../../../src/domain/guard/block-list.ts';
import { noReleaseRules } from '../../../src/domain/orders/release-rules.ts';
import { blockKey } from '../../../src/domain/orders/counterparty.ts';
import type { PermitRequest } from '../../../src/domain/guard/permit-request.ts';
import { guardRunMemorySchema } from '../../../src/workflows/contract/guard-contract.ts';
import { generation } from '../../register/memory-register.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { largestJson } from '../largest-json.ts';
import { quietRuntime, untilView } from '../workflow-harness.ts';
import { untilKept, withGuard } from './guard-world.ts';

const callOf = ({ number, callId }: PermitRequest) => ({ number, callId });
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

/** Six bytes each in JSON. */
const long = (text: string, length: number): string => text.padStart(length, '\ud800');
const word = (at: number) => ({ counterparty: `${at + 100_000}`, by: long('ana', 80), note: long('hostile', 500) });
/** As many as fit, with the longest words. */
const blocked = Array.from({ length: maxBlocked }, (_, at) => ({ ...word(at), atMs: 1 })).reduce(block, []);

describe('design 6: a guard that strangers fill with the longest texts', () => {
  it('begins a new run, answers as before, and permits no number again', async () => {
    await withGuard(env, { account: 'guard-filled' }, async (world) => {
      const { guard, port } = world;
      const first = await world.claimed('release', long('first', 80));
      expect(await port.permit(first)).toMatchObject({ permitted: true });
      const handle = env.client.workflow.getHandle(guard.workflowId);
      const { runId } = await handle.describe();
      const { switches, rules } = emptyGuardMemory;
      const known = {
        generation,
        known: null,
        compared: callOf(first),
        switches,
        rules,
        blocked: blocked.slice(1),
        toldReset: null,
      };
      await guard.catchUp(known, 'as many as fit');
      const { counterparty, ...operator } = word(0);
      await guard.block(counterparty, operator);
      expect(await guard.block('99999', operator).catch(String)).toContain('the block list is full');
      await untilKept(world);
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
      expect(memory.blocked.map(blockKey).toSorted()).toEqual(blocked.map(blockKey).toSorted());
      expect(memory).toMatchObject({ generation, permitted: { number: first.number, callId: first.callId } });
      expect(await guard.permit(first, 'again')).toMatchObject({ reason: 'REGISTER_BEHIND' });
      expect(await guard.permit(await world.claimed('mark-paid'), 'new')).toMatchObject({ permitted: true });
    });
  });
});

describe('a command of a guard', () => {
  it('answers how many it blocks and not whom: each answer stays in the history', async () => {
    await withGuard(env, { account: 'guard-answers' }, async ({ guard }) => {
      const { switches, rules } = emptyGuardMemory;
      const known = { generation, known: null, compared: null, switches, rules, blocked, toldReset: null };
      await guard.catchUp(known, 'as many as fit');
      const by = 'ana';
      const answers = [
        await guard.unblock(word(0).counterparty, { by }),
        await guard.block(word(0).counterparty, { by }),
        await guard.killSwitch({ name: 'repricing', thrown: true, by }),
        await guard.setReleaseRules(noReleaseRules, { by }),
      ];
      expect(answers.map(({ onBlockList }) => blocked.length - onBlockList)).toEqual([1, 0, 0, 0]);
      for (const answer of answers) expect(jsonBytes(JSON.stringify(answer))).toBeLessThan(2_000);
      expect((await guard.state()).blocked).toHaveLength(blocked.length);
    });
  });
});

/** Temporal lets few updates of a workflow run at a time, and the others ask again. */
const fiveMinutesMs = 300_000;

describe('I1, I3: sixty permits that are asked for at once', () => {
  it('are each answered once, and one call alone is the next', async () => {
    await withGuard(env, { account: 'guard-flood' }, async (world) => {
      const { port } = world;
      const guard = world.guard.within(fiveMinutesMs);
      const first = await world.claimed();
      await port.permit(first);
      const requests = Array.from({ length: 30 }, (_, at) => {
        const call = { number: at + 2, callId: `call-${at}`, known: callOf(first) };
        return { step: 'release', subject: `order-${at}`, generation, ...call } as const;
      });
      const ask = async (request: PermitRequest, at: number) => {
        const reply = await guard.permit(request, `ask-${at}`);
        return { number: request.number, said: reply.permitted ? 'permitted' : reply.reason };
      };
      const replies = await Promise.all([...requests, ...requests].map(ask));
      const permitted = replies.filter(({ said }) => said === 'permitted').map(({ number }) => number);
      expect(permitted).toHaveLength(1);
      const others = replies.filter(({ said }) => said !== 'permitted');
      expect(others.filter(({ said }) => said !== 'REGISTER_BEHIND')).toEqual([]);
      expect(await guard.memory()).toMatchObject({ permitted: { number: permitted[0] } });
    });
  });
});
