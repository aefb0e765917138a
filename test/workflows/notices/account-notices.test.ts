import { defineSignal } from '@temporalio/workflow';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { deskInput, startDesk, view as deskView, watchOrders } from '../account/desk-fixture.ts';
import { quietRuntime, untilView, withWorkers } from '../workflow-harness.ts';
import { dayCounts } from '../../../src/client/lists/day-counts.ts';
import { need, summaryOf, withNotices, type NoticesWorld } from './notices-fixture.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const untilArrived = ({ arrived }: NoticesWorld, count: number) =>
  untilView(
    async () => arrived.url,
    (messages) => messages.length >= count,
  );

describe('U16: what waits for a human is reported, each need once and once more when it is urgent', () => {
  it('a need is reported once, on each way, and again when it has become urgent', async () => {
    const account = 'notices-once';
    await withNotices(env, { account, channels: ['url', 'command'] }, async (world) => {
      world.needs = [need(account, '1')];
      const [first] = await untilArrived(world, 1);
      expect(first).toMatchObject({
        version: 1,
        event: 'needs-human',
        account,
        text: expect.stringMatching(/^Peerdesk, account notices-once: order 1 since 1970-01-01 00:00 UTC: it is in/),
        needs: [
          {
            workflowId: `order:${account}:1`,
            type: 'order',
            kind: 'appeal',
            since: '1970-01-01T00:00:01.000Z',
            urgent: false,
            look: `npx peerdesk order show 1 --account ${account}`,
          },
        ],
      });
      await world.view(({ delivered }) => delivered === 2);
      await world.quiet();
      expect([world.arrived.url.length, world.arrived.command.length]).toEqual([1, 1]);
      world.nowMs = 700_000;
      const [, second] = await untilArrived(world, 2);
      expect(second).toMatchObject({ event: 'urgent', needs: [{ urgent: true }] });
      expect(second?.id).not.toBe(first?.id);
      await world.view(({ delivered }) => delivered === 4);
      await world.quiet();
      expect(world.arrived.url).toHaveLength(2);
      world.needs = [];
      await world.view(({ needs }) => needs.every(({ goneSinceMs }) => goneSinceMs !== null));
    });
  });

  it('an unknown outcome is reported as unknown', async () => {
    const account = 'notices-unknown';
    await withNotices(env, { account }, async (world) => {
      const key = `order:${account}:1/outcome-unknown`;
      world.needs = [need(account, '1', { key, fact: { code: 'outcome-unknown' }, urgentAtMs: 1_000 })];
      expect(await untilArrived(world, 1)).toMatchObject([{ event: 'outcome-unknown', needs: [{ urgent: true }] }]);
    });
  });

  it('a long history begins a new run, and nothing is reported again', async () => {
    const account = 'notices-long';
    await withNotices(env, { account }, async (world) => {
      world.needs = [need(account, '1')];
      await untilArrived(world, 1);
      await world.view(({ delivered }) => delivered === 1);
      const latest = env.client.workflow.getHandle(definitions.noticesWorkflowId(account));
      const first = (await latest.describe()).runId;
      for (let sent = 0; sent < 700; sent += 100) {
        await Promise.all(Array.from({ length: 100 }, () => latest.signal(defineSignal('noSuchSignal'))));
      }
      await untilView(
        async () => (await latest.describe()).runId,
        (runId) => runId !== first,
      );
      world.needs = [need(account, '1'), need(account, '2')];
      const messages = await untilArrived(world, 2);
      await world.quiet();
      expect(messages.map(({ needs }) => needs.map(({ workflowId }) => workflowId))).toEqual([
        [`order:${account}:1`],
        [`order:${account}:2`],
      ]);
    });
  });

  it.each([
    ['nothing', null, 'MALFORMED_INPUT'],
    ['a forged memory', { account: 'notices-bad', memory: {} }, 'FORGED_MEMORY'],
  ])('a start with %s fails with the reason', async (_name, input, type) => {
    await withWorkers(env, { account: 'notices-bad', activities: { watchOrders } }, async () => {
      const handle = await env.client.workflow.start('accountNotices', {
        workflowId: definitions.noticesWorkflowId('notices-bad'),
        taskQueue: definitions.groupTaskQueue('notices-bad'),
        args: [input],
      });
      await expect(handle.result()).rejects.toMatchObject({ cause: { type } });
    });
  });
});

describe('ADR 0020: the summary of a day', () => {
  it('is sent once on each way, and is nothing that waits', async () => {
    const account = 'notices-daily';
    await withNotices(env, { account, channels: ['url', 'push'] }, async (world) => {
      world.needs = [summaryOf(account, '2026-11-29')];
      const view = await world.view(({ delivered }) => delivered === 2);
      expect(view.needs).toEqual([]);
      // Its hours are over; a process whose clock is behind looks; the next day comes.
      world.needs = [];
      await world.quiet();
      world.nowMs += 3_600_000;
      world.needs = [summaryOf(account, '2026-11-29')];
      await world.quiet();
      world.needs = [summaryOf(account, '2026-11-30')];
      await world.view(({ delivered }) => delivered === 4);
      await world.quiet();
      expect(world.arrived.url.map(({ event, needs }) => [event, needs])).toEqual([
        ['daily', []],
        ['daily', []],
      ]);
      expect(new Set(world.arrived.url.map(({ id }) => id)).size).toBe(2);
      expect(world.arrived.push.map(({ id }) => id)).toEqual(world.arrived.url.map(({ id }) => id));
    });
  });

  it('that did not arrive in its hours is not sent later', async () => {
    const account = 'notices-daily-fails';
    await withNotices(env, { account, channels: ['url'] }, async (world) => {
      world.failing.add('url');
      world.needs = [summaryOf(account, '2026-11-29')];
      await world.view(({ failing: { url } }) => url !== undefined);
      world.needs = [];
      await world.quiet();
      world.failing.delete('url');
      world.needs = [need(account, '1')];
      expect(await untilArrived(world, 1)).toMatchObject([{ event: 'needs-human' }]);
      await world.quiet();
      expect(world.arrived.url).toHaveLength(1);
    });
  });

  it('is counted by the server’s list', async () => {
    const account = 'notices-counted';
    const start = (type: string, subject: string, state: string) =>
      env.client.workflow.start(type, {
        workflowId: `counted:${account}:${subject}`,
        taskQueue: 'of-no-worker',
        typedSearchAttributes: [
          { key: definitions.peerdeskAccount, value: account },
          { key: definitions.peerdeskState, value: state },
        ],
      });
    const begun = await Promise.all([
      ...['completed', 'completed', 'cancelled', 'cancelled_by_system', 'held'].map((state, index) =>
        start('orderLifecycle', `${index}`, state),
      ),
      start('orderLifecycle', 'open', 'completed'),
      ...['running', 'blocked', 'paused'].map((state) => start('adMaintenance', state, state)),
    ]);
    await Promise.all(begun.slice(0, 5).map((handle) => handle.terminate()));
    const counts = { completed: 2, cancelled: 2, pricedAds: 2, otherAds: 1 };
    const count = (sinceMs: number) => dayCounts(env.client, { account, sinceMs });
    const seen = await untilView(
      () => count(Date.now() - 3_600_000),
      ({ completed, cancelled, pricedAds, otherAds }) => completed + cancelled + pricedAds + otherAds === 7,
    );
    expect(seen).toEqual(counts);
    expect(await count(Date.now() + 3_600_000)).toEqual({ ...counts, completed: 0, cancelled: 0 });
    await Promise.all(begun.slice(5).map((handle) => handle.terminate()));
  });
});

describe('U16: a way that fails', () => {
  it('is tried again with what is still true, is shown on the desk, and does not hold the other way up', async () => {
    const account = 'notices-fail';
    await withNotices(env, { account, channels: ['url', 'command'] }, async (world) => {
      const desk = await startDesk(env, deskInput(account));
      world.failing.add('url');
      world.needs = [need(account, '1'), need(account, '2')];
      const failing = await world.view(({ failing: { url } }) => url !== undefined);
      expect(failing).toMatchObject({
        state: 'failing',
        failing: { url: { message: 'the address answered HTTP 500' } },
      });
      await untilView(
        async () => world.arrived.command.length,
        (count) => count === 2,
      );
      const shown = await deskView(desk, ({ troubles }) => troubles['notices'] !== undefined);
      expect(shown).toMatchObject({ needsHuman: true });
      expect(shown.troubles['notices']?.text).toBe('messages by url do not arrive: the address answered HTTP 500');
      world.needs = [need(account, '2')];
      await world.view(({ needs }) => needs.some(({ goneSinceMs }) => goneSinceMs !== null));
      world.failing.delete('url');
      const messages = await untilArrived(world, 1);
      expect(messages.map(({ needs }) => needs.map(({ workflowId }) => workflowId))).toEqual([[`order:${account}:2`]]);
      expect(await world.view(({ state }) => state === 'telling')).toMatchObject({ failing: {} });
      await deskView(desk, ({ troubles }) => troubles['notices'] === undefined);
      await desk.terminate();
    });
  });
});

describe('U16: a flood', () => {
  it('of many needs at once is reported in few messages, the last with all that wait', async () => {
    const account = 'notices-flood';
    await withNotices(env, { account, perMinute: 3 }, async (world) => {
      world.needs = Array.from({ length: 30 }, (_, index) => need(account, String(index)));
      const messages = await untilArrived(world, 3);
      expect(messages.map(({ event, needs, more }) => [event, needs.length, more])).toEqual([
        ['needs-human', 1, 0],
        ['needs-human', 1, 0],
        ['digest', 28, 0],
      ]);
      expect(messages[2]?.text.split('\n')).toHaveLength(7);
      await world.view(({ delivered }) => delivered === 3);
      await world.quiet();
      expect(world.arrived.url).toHaveLength(3);
    });
  });
});
