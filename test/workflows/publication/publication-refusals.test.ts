import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import { skipTimeInEachTest } from '../../setup/time-skipping-env.ts';
import { quietRuntime, untilView, withWorkers } from '../workflow-harness.ts';
import {
  adNumber,
  adWorkflowOf,
  command,
  executed,
  publicationInput,
  ready,
  refused,
  scripted,
  startPublication,
  stateOf,
} from './publication-fixture.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);
skipTimeInEachTest((created) => {
  env = created;
});

const script = (attempts: MoneyAttempt[], part: Pick<Parameters<typeof scripted>[0], 'found' | 'checks'> = {}) =>
  scripted({ env: () => env, attempts, ...part });

const adWorkflow = (account: string) => adWorkflowOf(env, account);

const looked = { kind: 'ready', ready } as const;
const sent = { kind: 'sent', atMs: 5 } as const;

describe('I3, I4: a refusal by the service proves nothing', () => {
  it('the call is looked up among those that are new since, and sent again once it is proven not done', async () => {
    const account = 'publish-refused-proven';
    const { seen, activities } = script([refused('RETRY_WITH_SYNC', '-1022'), executed], { checks: [looked, sent] });
    await withWorkers(env, { account, activities }, async () => {
      const result = await (await startPublication(env, publicationInput(account))).result();
      expect(result).toMatchObject({ state: 'published', adNumber });
      await adWorkflow(account).result();
    });
    expect(seen.lookUps.length).toBeGreaterThanOrEqual(2);
    expect(seen.lookUps[0]).toMatchObject({ known: ready.known });
    expect(seen.lookUps[0]?.sinceMs).toBeLessThanOrEqual(seen.sentAtMs[0] ?? 0);
    expect((seen.sentAtMs[1] ?? 0) - (seen.sentAtMs[0] ?? 0)).toBeGreaterThan(10_000 + 3_000 + 15_000);
  });

  it('found, it is the ad of the name, and nothing is sent again', async () => {
    const account = 'publish-refused-found';
    const attempts = [refused('RETRY_WITH_SYNC', '-1022')];
    const { seen, activities } = script(attempts, { checks: [looked, sent], found: [null, adNumber] });
    await withWorkers(env, { account, activities }, async () => {
      const result = await (await startPublication(env, publicationInput(account))).result();
      expect(result).toMatchObject({ state: 'published', adNumber });
      await adWorkflow(account).result();
    });
    expect(seen.sends).toHaveLength(1);
  });

  it('given up by a person while it waits, it is looked up first', async () => {
    const account = 'publish-stopped-found';
    const { seen, activities } = script([refused('AD_OFFLINE', '83229')], { found: [null, adNumber] });
    await withWorkers(env, { account, activities }, async () => {
      const handle = await startPublication(env, publicationInput(account));
      await untilView(
        () => stateOf(handle),
        ({ state }) => state === 'offline',
      );
      await command(handle, 'stop', { by: 'ana' });
      expect(await handle.result()).toMatchObject({ state: 'published', adNumber });
      await adWorkflow(account).result();
    });
    expect(seen.sends).toHaveLength(1);
  });

  it('REQUEST_USED: the call of another run is looked up without what was listed meanwhile; a human rules', async () => {
    const account = 'publish-used';
    const { seen, activities } = script([refused('REQUEST_USED', null, 'was sent before')], { checks: [looked, sent] });
    await withWorkers(env, { account, activities }, async () => {
      const handle = await startPublication(env, publicationInput(account));
      await env.sleep(90_000);
      await untilView(
        () => stateOf(handle),
        ({ state }) => state === 'needs-human',
      );
      await command(handle, 'resolve', { by: 'ana', outcome: 'not-done', note: 'looked' });
      expect(await handle.result()).toMatchObject({ state: 'refused' });
    });
    expect(seen.lookUps[0]).toMatchObject({ known: null, sinceMs: 5 });
    expect(seen).toMatchObject({ sends: [{ name: 'usdt-bob' }] });
  });

  it('one that no look-up settles is for a human in the end, and is sent no more', async () => {
    const account = 'publish-never-settled';
    const checks = [looked, ...Array.from({ length: 20 }, () => sent)];
    const { seen, activities } = script([refused('RETRY_WITH_SYNC', '-1022')], { checks });
    await withWorkers(env, { account, activities }, async () => {
      const handle = await startPublication(env, publicationInput(account));
      await env.sleep(900_000);
      await untilView(
        () => stateOf(handle),
        ({ state }) => state === 'needs-human',
      );
      await handle.terminate();
    });
    expect(seen.sends).toHaveLength(1);
  });
});

describe('interface 7.4: a publication that is refused', () => {
  it('SPECIAL_HANDLER (187055): 5 retries with a fresh price within 60 s, then a cooldown of 30 s', async () => {
    const account = 'publish-overlap';
    const overlap = refused('SPECIAL_HANDLER', '187055');
    const { seen, activities } = script([...Array.from({ length: 6 }, () => overlap), executed]);
    await withWorkers(env, { account, activities }, async () => {
      await (await startPublication(env, publicationInput(account))).result();
      await adWorkflow(account).result();
    });
    const waits = seen.sentAtMs.slice(1).map((atMs, at) => atMs - (seen.sentAtMs[at] ?? 0));
    expect(waits.slice(0, 5).every((ms) => ms < 10_000)).toBe(true);
    expect(waits[5]).toBeGreaterThanOrEqual(30_000);
    expect(seen.checks).toHaveLength(7);
  });

  it('an overlap that never clears ends with its reason', async () => {
    const account = 'publish-overlaps';
    const { seen, activities } = script(Array.from({ length: 20 }, () => refused('SPECIAL_HANDLER', '187055')));
    await withWorkers(env, { account, activities }, async () => {
      const result = await (await startPublication(env, publicationInput(account))).result();
      expect(result).toMatchObject({ state: 'refused', why: '12 times: no (SPECIAL_HANDLER 187055)' });
    });
    expect(seen.sends).toHaveLength(12);
  });

  it.each([
    ['187031', 'RETRY_WITH_VOLUME_SYNC', 300],
    ['-1022', 'RETRY_WITH_SYNC', 30_000],
    ['429', 'RATE_LIMITED', 30_000],
    ['990001', 'UNKNOWN', 30_000],
    [null, 'STALE_DECISION', 0],
    [null, 'CLOCK_SKEW', 15_000],
  ] as const)('%s %s: a pause, a fresh look, and another try', async (code, category, leastMs) => {
    const account = `publish-${category.toLowerCase().replaceAll('_', '-')}`;
    const { seen, activities } = script([refused(category, code), executed]);
    await withWorkers(env, { account, activities }, async () => {
      await (await startPublication(env, publicationInput(account))).result();
      await adWorkflow(account).result();
    });
    expect((seen.sentAtMs[1] ?? 0) - (seen.sentAtMs[0] ?? 0)).toBeGreaterThanOrEqual(leastMs);
    expect(seen.checks).toHaveLength(2);
  });

  it.each([
    ['its own code', refused('PRICE_RANGE_LIMIT', '187020', 'The price exceeds the limited range 9.80-9.90'), '9.90'],
    [
      '-9000, which is believed only after the listing',
      { kind: 'unknown', reason: 'code -9000, rango limitado 9.80-9.90' },
      '9.90',
    ],
    ['no range that can be read', refused('PRICE_RANGE_LIMIT', '187020', 'out of the limited range'), '10.95'],
  ] as const)(
    'PRICE_RANGE_LIMIT by %s: the range is learned, and the next price keeps it',
    async (...[, first, high]) => {
      const account = `publish-range-${high.length}-${first.kind}`;
      const { seen, activities } = script([first, executed]);
      await withWorkers(env, { account, activities }, async () => {
        await (await startPublication(env, publicationInput(account))).result();
        await adWorkflow(account).result();
      });
      expect(seen.checks.map(({ learnedRange }) => learnedRange?.range.high)).toEqual([undefined, high]);
    },
  );

  it('NON_RETRIABLE_BUSINESS (-1013): no retry; blocked for 300 s in which a human is asked, then it ends', async () => {
    const account = 'publish-blocked';
    const { seen, activities } = script([refused('NON_RETRIABLE_BUSINESS', '-1013', 'Invalid quantity.')]);
    await withWorkers(env, { account, activities }, async () => {
      const handle = await startPublication(env, publicationInput(account));
      const view = await untilView(
        () => stateOf(handle),
        ({ state }) => state === 'blocked',
      );
      const cause = { code: 'refused', answer: '-1013', message: 'Invalid quantity.' };
      expect(view).toMatchObject({ needsHuman: true, waitingFor: { code: 'blocked', cause } });
      const { events } = await handle.fetchHistory();
      const waits = (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) =>
        timer ? [Number(timer.startToFireTimeout?.seconds)] : [],
      );
      expect(waits.at(-1)).toBe(300);
      expect(await handle.result()).toMatchObject({
        state: 'refused',
        end: { because: { code: 'given-up', by: null, cause } },
        why: 'Invalid quantity. (NON_RETRIABLE_BUSINESS -1013); it ended without a retry',
      });
    });
    expect(seen.sends).toHaveLength(1);
  });

  it('NON_RETRIABLE_BUSINESS: what a human has put right is tried again at once, by his word', async () => {
    const account = 'publish-retried';
    const { seen, activities } = script([refused('NON_RETRIABLE_BUSINESS', '-2019'), executed]);
    await withWorkers(env, { account, activities }, async () => {
      const handle = await startPublication(env, publicationInput(account));
      await untilView(
        () => stateOf(handle),
        ({ state }) => state === 'blocked',
      );
      await command(handle, 'retry', { by: 'ana' });
      expect(await handle.result()).toMatchObject({ state: 'published' });
      await adWorkflow(account).result();
    });
    expect(seen.sends).toHaveLength(2);
  });

  it.each([
    ['83229', 'Business closed'],
    ['83230', 'Taking a break'],
  ])(
    'AD_OFFLINE (%s): waits with reason and time, shows the business, and continues only by a human’s word',
    async (code, reason) => {
      const account = `publish-${code}`;
      const { seen, activities } = script([refused('AD_OFFLINE', code), executed]);
      await withWorkers(env, { account, activities }, async () => {
        const handle = await startPublication(env, publicationInput(account));
        const view = await untilView(
          () => stateOf(handle),
          ({ businessStatus }) => businessStatus === 'closed',
        );
        expect(view).toMatchObject({ state: 'offline', why: expect.stringContaining(reason), needsHuman: true });
        expect(view.sinceMs).toBeGreaterThan(0);
        expect(seen.sends).toHaveLength(1);
        await command(handle, 'retry', { by: 'ana' });
        expect(await handle.result()).toMatchObject({ state: 'published' });
        await adWorkflow(account).result();
      });
      expect(seen.sends).toHaveLength(2);
    },
  );

  it('a publication that waits can be given up, and names who did it', async () => {
    const account = 'publish-stopped';
    const { seen, activities } = script([refused('AD_OFFLINE', '83229')]);
    await withWorkers(env, { account, activities }, async () => {
      const handle = await startPublication(env, publicationInput(account));
      await untilView(
        () => stateOf(handle),
        ({ state }) => state === 'offline',
      );
      await command(handle, 'stop', { by: 'ana' });
      expect(await handle.result()).toMatchObject({
        state: 'refused',
        why: 'given up by ana: Business closed',
      });
    });
    expect(seen.sends).toHaveLength(1);
  });

  it('7.1 IP ban (418): the gate is asked until the ban is over', async () => {
    const account = 'publish-banned';
    const { seen, activities } = script([refused('IP_BAN'), executed]);
    await withWorkers(env, { account, activities }, async () => {
      await (await startPublication(env, publicationInput(account))).result();
      await adWorkflow(account).result();
    });
    expect((seen.sentAtMs[1] ?? 0) - (seen.sentAtMs[0] ?? 0)).toBeGreaterThanOrEqual(10_000);
  });

  it('a thrown switch or a mode that is not allowed ends it at once, and says why', async () => {
    const account = 'publish-switched-off';
    const { seen, activities } = script([refused('SWITCHED_OFF', null, 'the switch "all" is engaged')]);
    await withWorkers(env, { account, activities }, async () => {
      const result = await (await startPublication(env, publicationInput(account))).result();
      expect(result).toMatchObject({ state: 'refused', why: 'the switch "all" is engaged (SWITCHED_OFF)' });
    });
    expect(seen.sends).toHaveLength(1);
  });
});
