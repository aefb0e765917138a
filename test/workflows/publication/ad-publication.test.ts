import { ApplicationFailure } from '@temporalio/common';
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
  scripted,
  startPublication,
  stateOf,
  unknown,
} from './publication-fixture.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);
skipTimeInEachTest((created) => {
  env = created;
});

const script = (attempts: (MoneyAttempt | Error)[], found?: (string | Error | null)[]) =>
  scripted({ env: () => env, attempts, ...(found === undefined ? {} : { found }) });

const adWorkflow = (account: string) => adWorkflowOf(env, account);

describe('design 6: an ad is published by its name', () => {
  it('EP-5: looked up, sent once, its number written down, and handed over to its own workflow', async () => {
    const account = 'publish-ok';
    const { seen, activities } = script([executed]);
    await withWorkers(env, { account, activities }, async () => {
      const handle = await startPublication(env, publicationInput(account, { online: false }));
      expect(await handle.result()).toMatchObject({ state: 'published', adNumber });
      expect(await adWorkflow(account).result()).toMatchObject({ state: 'dead' });
      expect(await stateOf(handle)).toMatchObject({ state: 'published', adNumber, needsHuman: false });
    });
    expect(seen.sends).toMatchObject([{ name: 'usdt-bob', price: '10.04', online: false, methods: [{ payId: '4' }] }]);
    expect(seen).toMatchObject({ lookUps: [], claims: [adNumber] });
  });

  it('I3: started again, reset or terminated before: the number that the name owns is taken, and nothing is sent', async () => {
    const account = 'publish-owned';
    const { seen, activities } = script([]);
    const checkPublication = async () => ({ kind: 'owned' as const, adNumber });
    await withWorkers(env, { account, activities: { ...activities, checkPublication } }, async () => {
      const handle = await startPublication(env, publicationInput(account));
      expect(await handle.result()).toMatchObject({ state: 'published', adNumber });
      await adWorkflow(account).result();
    });
    expect(seen.sends).toEqual([]);
  });

  it('an ad that cannot be published ends with the reason; malformed amounts never reach the service', async () => {
    const account = 'publish-never';
    const { seen, activities } = script([]);
    const checkPublication = async () => ({ kind: 'unpublishable' as const, why: 'payment method Zelle is not known' });
    await withWorkers(env, { account, activities: { ...activities, checkPublication } }, async () => {
      const result = await (await startPublication(env, publicationInput(account))).result();
      const message = 'payment method Zelle is not known';
      const end = { code: 'refused', because: { code: 'unpublishable', message } };
      expect(result).toEqual({ state: 'refused', adNumber: null, end, why: message });
      const nonsense = publicationInput(account, { terms: { ...publicationInput(account).terms, quantity: 'all' } });
      const handle = await startPublication(env, nonsense);
      await expect(handle.result()).rejects.toMatchObject({ cause: { type: 'MALFORMED_INPUT' } });
    });
    expect(seen.sends).toEqual([]);
  });

  it('shadow: an intent, and no ad', async () => {
    const account = 'publish-shadow';
    const { activities } = script([{ kind: 'intent' }]);
    await withWorkers(env, { account, activities }, async () => {
      const result = await (await startPublication(env, publicationInput(account, { mode: 'shadow' }))).result();
      expect(result).toMatchObject({ state: 'intent', adNumber: null });
    });
  });
});

describe('I3, I4, I5: whether the ad was published is not known', () => {
  it.each([
    ['the connection was reset', unknown],
    ['the worker was lost', new Error('the worker went away')],
  ])('%s: it is looked up among the new own ads, and found; nothing is sent again', async (...[, end]) => {
    const account = 'publish-found';
    const { seen, activities } = script([end], [null, adNumber]);
    await withWorkers(env, { account, activities }, async () => {
      const result = await (await startPublication(env, publicationInput(account))).result();
      expect(result).toMatchObject({ state: 'published', adNumber });
      await adWorkflow(account).result();
    });
    expect(seen.sends).toHaveLength(1);
    expect(seen.lookUps[0]).toMatchObject({ name: 'usdt-bob', known: ['11000000000000000001'] });
  });

  it('two agreeing look-ups after bound + recvWindow + settle prove it not done: sent again after a fresh look', async () => {
    const account = 'publish-again';
    const { seen, activities } = script([unknown, executed]);
    await withWorkers(env, { account, activities }, async () => {
      const result = await (await startPublication(env, publicationInput(account))).result();
      expect(result).toMatchObject({ state: 'published' });
      await adWorkflow(account).result();
    });
    expect(seen.checks).toHaveLength(2);
    expect((seen.sentAtMs[1] ?? 0) - (seen.sentAtMs[0] ?? 0)).toBeGreaterThan(10_000 + 3_000 + 15_000);
  });

  it('no read can show it: a human rules; wrong rulings are refused', async () => {
    const account = 'publish-undecided';
    const unreadable = ApplicationFailure.nonRetryable('no answer', 'NON_RETRIABLE_BUSINESS');
    const { seen, activities } = script([unknown], [unreadable]);
    await withWorkers(env, { account, activities }, async () => {
      const settings = { reconcileWindowMs: 20_000 };
      const handle = await startPublication(env, publicationInput(account, { settings }));
      await env.sleep(90_000);
      await untilView(
        () => stateOf(handle),
        (view) => view.state === 'needs-human' && view.needsHuman,
      );
      const wrong = async (ruling: object, words: string): Promise<void> => {
        const cause = { type: 'REFUSED', message: expect.stringContaining(words) };
        await expect(command(handle, 'resolve', ruling)).rejects.toMatchObject({ cause });
      };
      await wrong({ by: 'ana', outcome: 'done', note: '' }, 'needs the adNumber');
      await wrong({ by: 'ana', outcome: 'give-up', note: '' }, 'must be done or not-done');
      await wrong({ outcome: 'not-done', note: '' }, 'say who');
      await expect(command(handle, 'retry', { by: 'ana' })).rejects.toMatchObject({ cause: { type: 'REFUSED' } });
      const slip = `${adNumber}1`;
      await command(handle, 'resolve', { by: 'ana', outcome: 'done', adNumber: slip, note: 'typed wrong' });
      await untilView(
        () => stateOf(handle),
        ({ state, why }) => state === 'needs-human' && why.includes(`no own ad ${slip}`),
      );
      await command(handle, 'resolve', { by: 'ana', outcome: 'done', adNumber, note: 'seen in the app' });
      expect(await handle.result()).toMatchObject({ state: 'published', adNumber });
      await adWorkflow(account).result();
    });
    expect(seen).toMatchObject({ claims: [adNumber] });
    expect(seen.sends).toHaveLength(1);
  });

  it('the call of a terminated run is looked up by its terms since then, never sent again, and no message alone says that it was not done', async () => {
    const account = 'publish-lost';
    const { seen, activities } = script([], [null]);
    seen.isUnsettled = true;
    const checkPublication = async () => ({ kind: 'sent' as const, atMs: 5 });
    await withWorkers(env, { account, activities: { ...activities, checkPublication } }, async () => {
      const handle = await startPublication(env, publicationInput(account));
      await env.sleep(60_000);
      await untilView(
        () => stateOf(handle),
        (view) => view.state === 'needs-human',
      );
      const ruling = { by: 'ana', outcome: 'not-done', note: 'looked' };
      const message = expect.stringContaining('`peerdesk ad resolve`');
      await expect(command(handle, 'resolve', ruling)).rejects.toMatchObject({ cause: { type: 'REFUSED', message } });
      expect(await stateOf(handle)).toMatchObject({ state: 'needs-human' });
      seen.isUnsettled = false;
      await command(handle, 'resolve', ruling);
      expect(await handle.result()).toMatchObject({ state: 'refused', why: 'ana ruled that it was not published' });
    });
    expect(seen.lookUps[0]).toMatchObject({ known: null, sinceMs: 5 });
    expect(seen.sends).toEqual([]);
  });

  it('an ad that belongs to another name is not taken: a human is asked', async () => {
    const account = 'publish-other';
    const { activities } = script([executed]);
    const claimPublishedAd = async () => ({ name: 'other', adNumber });
    await withWorkers(env, { account, activities: { ...activities, claimPublishedAd } }, async () => {
      const handle = await startPublication(env, publicationInput(account));
      const view = await untilView(
        () => stateOf(handle),
        ({ state }) => state === 'needs-human',
      );
      expect(view.why).toContain(`ad ${adNumber} belongs to other`);
    });
  });
});
