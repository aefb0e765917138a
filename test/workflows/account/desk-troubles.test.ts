import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { lookAgainSignal } from '../../../src/workflows/contract/registered-workflows.ts';
import { skipTimeInEachTest } from '../../setup/time-skipping-env.ts';
import { adoptAds, tell, view, withDesk } from './desk-fixture.ts';
import { heldUntilCancelled, quietRuntime, untilView, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);

const lost = [{ orderNumber: '7', why: 'its workflow has ended' }];

describe('promise 5: troubles of a desk are shown and waited out', () => {
  skipTimeInEachTest((created) => {
    env = created;
  });

  it('7.4, promise 5: a dead key asks a human at once, and is waited out not less than the service asks for', async () => {
    const startedAtMs: number[] = [];
    const failing: FakeActivities['watchOrders'] = async () => {
      startedAtMs.push(await env.currentTimeMs());
      if (startedAtMs.length > 1) return heldUntilCancelled();
      const details = { code: '-2015', endpoint: 'listOrders', message: 'no key', retryAfterMs: 300_000 };
      throw ApplicationFailure.nonRetryable('no key', 'NON_RETRIABLE_BUSINESS', details);
    };
    await withDesk(env, { account: 'desk-trouble', activities: { watchOrders: failing } }, async (handle) => {
      const shown = await view(handle, (desk) => desk.needsHuman);
      expect(shown).toMatchObject({
        state: 'running',
        troubles: { intake: { text: 'no key (NON_RETRIABLE_BUSINESS -2015)', urgent: true } },
      });
      await env.sleep(301_000);
      await untilView(
        async () => startedAtMs.length,
        (count) => count === 2,
      );
      expect((startedAtMs[1] ?? 0) - (startedAtMs[0] ?? 0)).toBeGreaterThanOrEqual(300_000);
      await tell(handle, {});
      await view(handle, (desk) => !desk.needsHuman);
    });
  });

  it('finding: a key that was put right is tried at once, when it is said', async () => {
    let looks = 0;
    const mended: FakeActivities['watchOrders'] = async () => {
      looks += 1;
      if (looks > 1) return heldUntilCancelled();
      const details = { code: '-2015', endpoint: 'listOrders', message: 'no key', retryAfterMs: 300_000 };
      throw ApplicationFailure.nonRetryable('no key', 'NON_RETRIABLE_BUSINESS', details);
    };
    await withDesk(env, { account: 'desk-mended', activities: { watchOrders: mended } }, async (handle) => {
      await view(handle, (desk) => desk.needsHuman);
      const beganMs = await env.currentTimeMs();
      await handle.signal(lookAgainSignal);
      await untilView(
        async () => looks,
        (count) => count === 2,
      );
      expect((await env.currentTimeMs()) - beganMs).toBeLessThan(300_000);
      expect(await view(handle, () => true)).toMatchObject({ refused: { count: 0 } });
    });
  });

  // A watch that runs holds the time of its server, too.
  const refused: Required<FakeActivities>['watchOrders'] = async () => {
    const details = { code: '-2015', endpoint: 'listOrders', message: 'no key', retryAfterMs: 300_000 };
    throw ApplicationFailure.nonRetryable('no key', 'NON_RETRIABLE_BUSINESS', details);
  };

  it('promise 5: a guard that is silent, and orders that cannot be reported or wait to be taken in, ask a human within a minute', async () => {
    await withDesk(env, { account: 'desk-silent', activities: { watchOrders: refused } }, async (handle) => {
      await view(handle, (desk) => desk.needsHuman);
      await tell(handle, { guard: null, untold: lost, waiting: 640 });
      expect(await view(handle, (desk) => desk.report !== null)).toMatchObject({ needsHuman: false });
      await env.sleep(60_000);
      const shown = await view(handle, (desk) => desk.needsHuman);
      expect(Object.keys(shown.troubles)).toEqual(['guard', 'telling', 'waiting']);
      expect(shown.troubles['waiting']?.text).toMatch(/^640 open orders wait to be taken in/);
      await tell(handle, {});
      expect(await view(handle, (desk) => !desk.needsHuman)).toMatchObject({ troubles: {} });
    });
  });

  it('ADR 0031: orders that wait beyond their time ask a human at once, and are named', async () => {
    await withDesk(env, { account: 'desk-late', activities: { watchOrders: refused } }, async (handle) => {
      await view(handle, (desk) => desk.needsHuman);
      await tell(handle, { waiting: 640, late: { count: 12, orderNumbers: ['22000000000000000007'] } });
      const shown = await view(handle, (desk) => desk.needsHuman && desk.report !== null);
      expect(shown.troubles['waiting']).toMatchObject({
        urgent: true,
        text: expect.stringContaining('12 of them beyond'),
      });
      const page = await handle
        .query<string>('__temporal_workflow_metadata')
        .then((metadata) => JSON.stringify(metadata));
      expect(page).toContain('**Orders that wait beyond their time** 12: 22000000000000000007');
    });
  });

  it('promise 4: a release that was not of this desk asks a human at once; one that stops all money is named first', async () => {
    await withDesk(env, { account: 'desk-releases', activities: { watchOrders: refused } }, async (handle) => {
      const ours = { orderNumber: '22000000000000000007', stops: false };
      const unknown = { orderNumber: '22000000000000000008', stops: true };
      const said = async (...unknownReleases: { orderNumber: string; stops: boolean }[]) => {
        await tell(handle, { unknownReleases });
        const shown = await view(handle, ({ report }) => report?.unknownReleases?.length === unknownReleases.length);
        return shown.troubles['releases'];
      };
      const asked = /^not released by this desk: 22000000000000000007; look whether it was you.*register show/;
      expect(await said(ours)).toMatchObject({ urgent: true, text: expect.stringMatching(asked) });
      expect((await said(ours, unknown))?.text).toMatch(/^no money moves: .*22000000000000000008: .*register show/);
      await tell(handle, {});
      expect((await view(handle, ({ report }) => report?.unknownReleases === undefined)).troubles).not.toHaveProperty(
        'releases',
      );
    });
  });

  it('promise 5: an adoption that is refused does not end the desk: it is shown, and tried again', async () => {
    let adoptions = 0;
    const activities: FakeActivities = {
      watchOrders: refused,
      adoptAds: async () => {
        adoptions += 1;
        if (adoptions > 1) return { adopted: ['11'], leftAlone: [] };
        throw ApplicationFailure.nonRetryable('no key', 'NON_RETRIABLE_BUSINESS', {
          code: '-2015',
          retryAfterMs: 300_000,
        });
      },
    };
    await withDesk(env, { account: 'desk-adopt-refused', activities, input: { adoptAds } }, async (handle) => {
      await view(handle, (desk) => desk.troubles['adoption']?.text.includes('-2015') ?? false);
      await env.sleep(301_000);
      const shown = await view(handle, (desk) => desk.adopted.length > 0);
      expect(shown.troubles).not.toHaveProperty('adoption');
    });
  });

  it('a failure that no table knows is shown and waited out, and does not end the desk', async () => {
    let watches = 0;
    const failing: FakeActivities['watchOrders'] = async () => {
      watches += 1;
      if (watches > 1) return heldUntilCancelled();
      throw ApplicationFailure.nonRetryable('odd', 'NO_SUCH_CATEGORY');
    };
    await withDesk(env, { account: 'desk-odd-failure', activities: { watchOrders: failing } }, async (handle) => {
      const shown = await view(handle, (desk) => desk.troubles['intake'] !== undefined);
      expect(shown.troubles['intake']?.text).toBe('NO_SUCH_CATEGORY odd (UNKNOWN)');
      await env.sleep(31_000);
      await untilView(
        async () => watches,
        (count) => count === 2,
      );
    });
  });
});
