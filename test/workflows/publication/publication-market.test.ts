import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  adControl,
  guardControl,
  publicationControl,
  publishAd,
  type PublicationView,
} from '../../../src/client/index.ts';
import type { FaultRule } from '../../../src/simulator/world/fault-script.ts';
import { market as openMarket, openEnv, provingWaits, type MarketWorld } from '../change/market-world.ts';
import { untilView } from '../workflow-harness.ts';
import { publicationInput } from './publication-fixture.ts';

const env = openEnv();
beforeAll(env.open);
afterAll(env.close);

/** What a publication of the account needs besides its market. */
function publisherOf(world: MarketWorld) {
  const { account, client, simulator } = world;
  const control = publicationControl(client, account, 'usdt-bob');
  return {
    ...world,
    control,
    start: () => publishAd(client, { ...publicationInput(account), group: account }),
    posts: () => simulator.ledger().entries.filter(({ kind }) => kind === 'ad-post'),
    until: (state: PublicationView['state']) =>
      untilView(
        () => control.state(),
        (view) => view.state === state,
      ),
    guard: guardControl(client, account),
  };
}

type Use = (world: ReturnType<typeof publisherOf>) => Promise<void>;

/** A refused call may still show: a publication proves that it did nothing before it sends another. */
const market = (faults: FaultRule[], use: Use) =>
  openMarket({ ...env, settings: provingWaits }, faults, (world) => use(publisherOf(world)));

/** Resets a workflow to the end of its first task, as the button of the Web UI does. */
async function resetToStart({ client, control }: ReturnType<typeof publisherOf>): Promise<void> {
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

const once = (fault: FaultRule['fault']): FaultRule[] => [{ operation: 'post', when: { nth: 1 }, fault }];

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

  it('a cancellation of Temporal does not end it: it continues, and its page shows the request', async () => {
    await market(once({ kind: 'delay', ms: 1_500 }), async ({ start, control, until, client }) => {
      const { workflowId } = await start();
      await until('publishing');
      await client.workflow.getHandle(workflowId).cancel();
      const view = await untilView(
        () => control.state(),
        ({ needsHuman }) => needsHuman,
      );
      expect(view.why).toContain('a cancellation was requested in Temporal');
      expect(await control.result()).toMatchObject({ state: 'published' });
    });
  });
});

describe('interface 7.4: the service refuses to publish', () => {
  it('RETRY_WITH_SYNC (-1021): nothing is signed twice; a fresh look, and another try', async () => {
    await market(once({ kind: 'error', code: -1021 }), async ({ start, posts, callsOf }) => {
      await (await start()).result();
      expect(posts()).toHaveLength(1);
      expect(callsOf('ads/post')).toBe(2);
    });
  });

  it.each([-1000, -9000])('RETRIABLE_WITH_BACKOFF (%i): not believed, looked up, and sent again', async (code) => {
    await market(once({ kind: 'error', code, message: 'busy' }), async ({ start, posts, callsOf }) => {
      await (await start()).result();
      expect(posts()).toHaveLength(1);
      expect(callsOf('ads/post')).toBe(2);
    });
  });

  it('429: Retry-After is waited for', async () => {
    await market(once({ kind: 'http', status: 429, retryAfterS: 1 }), async ({ start, posts }) => {
      const startedMs = Date.now();
      await (await start()).result();
      expect(posts()).toHaveLength(1);
      expect(Date.now() - startedMs).toBeGreaterThanOrEqual(1_000);
    });
  });

  it('RETRY_WITH_VOLUME_SYNC (187031): a fresh look, and another try', async () => {
    await market(once({ kind: 'error', code: 187031 }), async ({ start, posts }) => {
      await (await start()).result();
      expect(posts()).toHaveLength(1);
    });
  });

  it('NON_RETRIABLE_BUSINESS (-2019): no retry within the block, then the end', async () => {
    await market(
      once({ kind: 'error', code: -2019, message: 'Margin is insufficient.' }),
      async ({ start, posts, callsOf }) => {
        expect(await (await start()).result()).toMatchObject({
          state: 'refused',
          why: expect.stringContaining('Margin'),
        });
        expect(posts()).toEqual([]);
        expect(callsOf('ads/post')).toBe(1);
      },
    );
  });

  it('SPECIAL_HANDLER (187055): five retries, then the cooldown; the ledger has the ad once', async () => {
    const faults: FaultRule[] = [
      { operation: 'post', when: { nth: 1, count: 6 }, fault: { kind: 'error', code: 187055 } },
    ];
    await market(faults, async ({ start, posts, callsOf, simulator }) => {
      await (await start()).result();
      expect(callsOf('ads/post')).toBe(7);
      expect(posts()).toHaveLength(1);
      expect(simulator.ledger()).toMatchObject({ pricesInZone: 0 });
    });
  });

  it.each([
    ['closed', 'Business closed'],
    ['break', 'Taking a break'],
  ] as const)(
    'AD_OFFLINE: the business is %s: it waits, reads every 15 s, and a human continues',
    async (status, reason) => {
      await market([], async ({ start, posts, simulator, account, control, until, callsOf }) => {
        simulator.setMerchant(account, status);
        await start();
        expect(await until('offline')).toMatchObject({ why: expect.stringContaining(reason), needsHuman: true });
        simulator.setMerchant(account, 'open');
        const open = await untilView(
          () => control.state(),
          ({ businessStatus }) => businessStatus === 'open',
        );
        expect(open.state).toBe('offline');
        expect(callsOf('ads/post')).toBe(1);
        await control.retry({ by: 'ana' });
        await control.result();
        expect(posts()).toHaveLength(1);
      });
    },
  );

  it('PRICE_RANGE_LIMIT: the range of the message is kept by the next price', async () => {
    const message = 'El precio debe estar en el rango limitado 10.20 - 10.60';
    await market(once({ kind: 'error', code: 187020, message }), async ({ start, posts }) => {
      await (await start()).result();
      expect(posts()).toMatchObject([{ price: '10.20' }]);
    });
  });
});
