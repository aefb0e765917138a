import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { ApplicationFailure } from '@temporalio/common';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SetBusinessInput } from '../../../src/activities/account/business-contract.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { skipTimeInEachTest } from '../../setup/time-skipping-env.ts';
import { view, watchOrders, withDesk, type Handle } from './desk-fixture.ts';
import { heldUntilCancelled, quietRuntime, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);
skipTimeInEachTest((created) => {
  env = created;
});

const told = (handle: Handle, act: string) =>
  handle.executeUpdate(definitions.deskCommands.business.update, { args: [{ by: 'ana', act } as never] });

function service(): { asked: SetBusinessInput[]; activities: FakeActivities } {
  const asked: SetBusinessInput[] = [];
  const setBusiness: FakeActivities['setBusiness'] = async (input) => {
    asked.push(input);
    if (input.act === 'open')
      throw ApplicationFailure.nonRetryable('no', 'BUSINESS_REFUSED', { code: 'nothing-opens', engaged: null });
    return { kind: 'applied', status: 'closed', untilMs: null, atMs: 7 };
  };
  return { asked, activities: { watchOrders, setBusiness } };
}

describe('interface 4.7: a person closes and opens the business', () => {
  it('the desk carries it out once, in its mode, and shows who said so and what came of it', async () => {
    const { asked, activities } = service();
    await withDesk(env, { account: 'desk-business', activities }, async (handle) => {
      await told(handle, 'close');
      const shown = await view(handle, ({ business }) => (business?.outcome ?? null) !== null);
      expect(shown.business).toMatchObject({ act: 'close', by: 'ana', outcome: { kind: 'applied', status: 'closed' } });
      expect(asked).toEqual([{ mode: 'sim', act: 'close' }]);
    });
  });

  it('a wish whose answer is lost may have been carried out, and says so', async () => {
    const { activities } = service();
    const setBusiness: FakeActivities['setBusiness'] = () => heldUntilCancelled();
    await withDesk(
      env,
      { account: 'desk-business-lost', activities: { ...activities, setBusiness } },
      async (handle) => {
        await told(handle, 'close');
        await env.sleep('50 seconds');
        const shown = await view(handle, ({ business }) => (business?.outcome ?? null) !== null);
        expect(shown.business?.outcome).toMatchObject({
          kind: 'refused',
          because: { code: 'no-answer' },
        });
      },
    );
  });

  it('a refusal is told with its reason and not tried again; a malformed word changes nothing', async () => {
    const { asked, activities } = service();
    await withDesk(env, { account: 'desk-business-refused', activities }, async (handle) => {
      await told(handle, 'open');
      const shown = await view(handle, ({ business }) => (business?.outcome ?? null) !== null);
      expect(shown.business?.outcome).toMatchObject({
        kind: 'refused',
        because: { code: 'refused', refusal: { code: 'nothing-opens' } },
      });
      await expect(told(handle, 'shut')).rejects.toThrow();
      expect(asked).toHaveLength(1);
      await told(handle, 'close');
      expect((await view(handle, ({ business }) => business?.outcome?.kind === 'applied')).business?.act).toBe('close');
    });
  });
});
