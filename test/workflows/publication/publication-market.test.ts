import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adControl } from '../../../src/client/index.ts';
import { openEnv } from '../change/market-world.ts';
import { untilView } from '../workflow-harness.ts';
import { once, publisherMarket, type Publisher } from './publisher-world.ts';

const env = openEnv();
beforeAll(env.open);
afterAll(env.close);
const market = publisherMarket(env);

/** Resets a workflow to the end of its first task, as the button of the Web UI does. */
async function resetToStart({ client, control }: Publisher): Promise<void> {
  const { workflowId } = control;
  const handle = client.workflow.getHandle(workflowId);
  const { events } = await handle.fetchHistory();
  const first = (events ?? []).find((event) => event.workflowTaskCompletedEventAttributes !== null)?.eventId;
  const { runId } = await handle.describe();
  await client.workflowService.resetWorkflowExecution({
    namespace: client.options.namespace,
    workflowExecution: { workflowId, runId },
    reason: 'a test',
    workflowTaskFinishEventId: first ?? null,
    requestId: randomUUID(),
  });
}

describe('I3: an ad is published once', () => {
  it('is priced by its rules, kept by its own workflow, and the guard knows its number', async () => {
    await market([], async ({ start, posts, guard, account, client }) => {
      const { adNumber } = await (await start()).result();
      expect(posts()).toMatchObject([{ adNumber, price: '10.04' }]);
      expect((await guard.state()).publications).toEqual({ 'usdt-bob': adNumber });
      expect(await adControl(client, account, adNumber ?? '').state()).toMatchObject({ adNumber, mode: 'sim' });
    });
  });

  it('started again, and reset after its end: the same ad, and no second one', async () => {
    await market([], async (world) => {
      const { start, posts, control } = world;
      const first = await (await start()).result();
      expect(await (await start()).result()).toEqual(first);
      await resetToStart(world);
      expect(await control.result()).toMatchObject({ adNumber: first.adNumber });
      expect(posts()).toHaveLength(1);
    });
  });

  it.each(['after', 'before'] as const)('an answer that was lost %s the effect: the listing shows it', async (when) => {
    await market(once({ kind: 'reset', when }), async ({ start, posts, callsOf }) => {
      const { adNumber } = await (await start()).result();
      expect(posts()).toMatchObject([{ adNumber }]);
      expect(callsOf('ads/post')).toBe(when === 'after' ? 1 : 2);
    });
  });

  it('terminated after its call has left: the next run finds the ad by its terms, and sends nothing', async () => {
    await market(once({ kind: 'hang', when: 'after' }), async ({ start, posts, control, callsOf, client }) => {
      const { workflowId } = await start();
      await untilView(
        async () => posts().length,
        (count) => count === 1,
      );
      await client.workflow.getHandle(workflowId).terminate('a test');
      await start();
      const { adNumber } = await control.result();
      expect(posts()).toMatchObject([{ adNumber }]);
      expect(callsOf('ads/post')).toBe(1);
    });
  });
});
