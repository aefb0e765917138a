import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { market, me, viewOf, withAd } from './ad-fixture.ts';
import { adInput, rules } from '../fixtures.ts';
import { quietRuntime, withWorkers } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

describe('design 6: a malformed start fails with the reason', () => {
  const limits = (floor: string, ceiling: string) => ({ rules: { ...rules, limits: { floor, ceiling } } });

  it.each<[string, object | null | undefined, string]>([
    ['no input', undefined, 'MALFORMED_INPUT'],
    ['null', null, 'MALFORMED_INPUT'],
    ['an empty one', {}, 'MALFORMED_INPUT'],
    ['a floor that is no number', limits('abc', '10'), 'MALFORMED_INPUT'],
    ['a floor above the ceiling', limits('20', '10'), 'MALFORMED_INPUT'],
    ['no ad number', { adNumber: '' }, 'MALFORMED_INPUT'],
    ['a mode in capitals', { mode: 'Shadow' }, 'MALFORMED_INPUT'],
    ['a setting that does not exist', { settings: { overlapRetry: 1 } }, 'MALFORMED_INPUT'],
    ['a field that does not exist', { capital: 1 }, 'MALFORMED_INPUT'],
    ['a forged memory', { memory: { reprices: 7, state: { kind: 'running' } } }, 'FORGED_MEMORY'],
  ])('%s: fails with the reason', async (name, part, type) => {
    const account = `border-${name.replace(/\W/g, '-')}`;
    const isWhole = part !== null && part !== undefined && Object.keys(part).length > 0;
    const input: unknown = isWhole ? { ...adInput(account), ...part } : part;
    await withWorkers(env, { account, activities: { watchMarket: market([]).watchMarket } }, async () => {
      const handle = await env.client.workflow.start('adMaintenance', {
        workflowId: `ad:${account}`,
        taskQueue: definitions.groupTaskQueue(account),
        args: input === undefined ? [] : [input],
      });
      await expect(handle.result()).rejects.toMatchObject({ cause: { type, message: expect.stringContaining(':') } });
    });
  });
});

describe('design 6: a malformed message changes nothing', () => {
  const names = Object.keys(definitions.adCommands);
  const payloads: [string, unknown[]][] = [
    ['no input', []],
    ['null', [null]],
    ['a wrong type', [7]],
    ['a field that does not exist', [{ by: 'ana', price: '9.50', forMs: 1_000, odd: true }]],
    ['wrong fields', [{ by: 7, price: 9.5, forMs: '1000', limits: 'wide' }]],
  ];

  it.each(payloads)(
    '%s: an update is refused with the reason, a signal is counted and shown',
    async (name, payload) => {
      const account = `message-${name.replace(/\W/g, '-')}`;
      await withAd({ env, account, activities: { watchMarket: market([]).watchMarket } }, async (handle) => {
        await viewOf(handle, ({ lookedAtMs }) => lookedAtMs !== null);
        const before = await handle.query(definitions.adStateQuery);
        for (const command of names) {
          await expect(handle.executeUpdate(command, { args: payload as [] })).rejects.toMatchObject({
            cause: { type: 'REFUSED' },
          });
          await handle.signal(command, ...payload);
        }
        await handle.signal('noSuchSignal', ...payload);
        const after = await viewOf(handle, ({ refused }) => refused.count === names.length + 1);
        expect(after).toEqual({ ...before, refused: after.refused });
        expect(after.refused.last).toMatchObject({ message: 'noSuchSignal' });
      });
    },
  );

  it('a start that carries a malformed signal runs', async () => {
    const account = 'message-first';
    await withWorkers(env, { account, activities: { watchMarket: market([]).watchMarket } }, async () => {
      const handle = await env.client.workflow.signalWithStart('adMaintenance', {
        workflowId: definitions.adWorkflowId(account, adInput(account).adNumber),
        taskQueue: definitions.groupTaskQueue(account),
        args: [adInput(account)],
        signal: 'overridePrice',
        signalArgs: [null],
      });
      await viewOf(handle as never, ({ refused, lookedAtMs }) => refused.count === 1 && lookedAtMs !== null);
      await handle.executeUpdate(definitions.adCommands.stop.update, { args: [me] });
      await handle.result();
    });
  });
});
