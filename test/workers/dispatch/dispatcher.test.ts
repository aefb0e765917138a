import { Context } from '@temporalio/activity';
import type { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../src/domain/settings.ts';
import type { AccountActivities } from '../../../src/workers/dispatch/account-activities.ts';
import { createDispatcher, type SentBack } from '../../../src/workers/dispatch/dispatcher.ts';
import { AccountWork, sharesOf, slotsOf, type Shares } from '../../../src/workers/dispatch/account-work.ts';

const shares: Shares = { call: 2, read: 2, notice: 1, step: 1, look: 2, watch: 2 };

interface Ran {
  name: string;
  account: string;
  workflowId: string | undefined;
}

/** A caller whose activity has so much time in all. */
interface Caller {
  workflowId: string;
  limitMs: number;
  /** Default: 30 s. */
  attemptMs?: number;
  /** Default: the first. */
  attempt?: number;
}

/** Activities of an account that wait until the test lets them end. */
function openAccounts(names: readonly string[], share: Shares = shares) {
  const ran: Ran[] = [];
  const open = Promise.withResolvers<void>();
  const activity = (name: string, account: string) => async (): Promise<string> => {
    ran.push({ name, account, workflowId: Context.current().info.workflowExecution?.workflowId });
    await open.promise;
    return `${name} of ${account}, asked by ${Context.current().info.workflowExecution?.workflowId}`;
  };
  const ofAll = (account: string) => new Proxy({}, { get: (_, name) => activity(String(name), account) });
  const activities = (account: string) =>
    ({ calls: ofAll(account), money: ofAll(account), watch: ofAll(account) }) as unknown as AccountActivities;
  const admitted = Promise.resolve(true);
  const works = new Map(
    names.map((name) => [name, new AccountWork(activities(name), { shares: share, admitted, clock: () => 0 })]),
  );
  const sentBack: SentBack[] = [];
  const lead = { isHeld: true };
  const dispatcher = createDispatcher({
    isOpen: () => lead.isHeld,
    workOf: (account) => works.get(account) ?? null,
    refusalOf: () => null,
    onSentBack: (refusal) => sentBack.push(refusal),
    random: () => 0,
  });
  const ask = async (queue: 'calls' | 'money' | 'watch', name: string, caller: string | Caller | null) => {
    const {
      workflowId,
      limitMs,
      attempt = 1,
      attemptMs = 30_000,
    }: { workflowId: string | null; limitMs: number; attempt?: number; attemptMs?: number } = typeof caller === 'object'
      ? (caller ?? { workflowId: null, limitMs: 0, attempt: 1 })
      : { workflowId: caller, limitMs: 0, attempt: 1 };
    const alone = { inWorkflow: false, workflowType: undefined, workflowExecution: undefined };
    const asked = workflowId === null ? alone : { workflowExecution: { workflowId, runId: 'r' } };
    const info = {
      ...asked,
      attempt,
      scheduleToCloseTimeoutMs: limitMs,
      startToCloseTimeoutMs: attemptMs,
    } as ConstructorParameters<typeof MockActivityEnvironment>[0];
    const run = dispatcher[queue][name];
    if (run === undefined) throw new Error(`${name} is not registered on ${queue}`);
    return new MockActivityEnvironment(info).run(run, {});
  };
  return { works, ran, sentBack, ask, lead, letEnd: open.resolve };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const many = (count: number, ask: (index: number) => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => ask(index)));

describe('one worker, many accounts: an activity runs as that of its caller’s account', () => {
  it('each account gets its own, on each queue', async () => {
    const { ran, ask, letEnd } = openAccounts(['main', 'second']);
    letEnd();
    await ask('calls', 'readOrder', 'order:main:1');
    await ask('watch', 'watchMarket', 'ad:second:7');
    await ask('money', 'releaseCoin', 'order:second:2');
    await ask('calls', 'deliverNotice', 'notices:main');
    expect(ran.map(({ account, name }) => `${account} ${name}`)).toEqual([
      'main readOrder',
      'second watchMarket',
      'second releaseCoin',
      'main deliverNotice',
    ]);
  });

  it.each([null, 'egress:home', 'lead:main', 'elsewhere', 'order::1'])(
    '%s is the caller of no account',
    async (caller) => {
      const { ran, sentBack, ask } = openAccounts(['main']);
      await expect(ask('calls', 'updateAdPrice', caller)).rejects.toMatchObject({
        type: 'CALLER_NOT_ALLOWED',
        nonRetryable: true,
      });
      expect(await ask('money', 'releaseCoin', caller)).toMatchObject({
        kind: 'rejected',
        category: 'CALLER_NOT_ALLOWED',
      });
      expect(ran).toEqual([]);
      expect(sentBack.map(({ reason }) => reason)).toEqual(['CALLER_NOT_ALLOWED', 'CALLER_NOT_ALLOWED']);
    },
  );

  it('I17: without the lead nothing begins: a read comes back in a second, and a money step was not sent', async () => {
    const { ran, ask, lead } = openAccounts(['main']);
    lead.isHeld = false;
    await expect(ask('calls', 'readOrder', 'order:main:1')).rejects.toMatchObject({
      type: 'WORKER_STOPPING',
      nonRetryable: false,
      nextRetryDelay: 1_000,
    });
    expect(await ask('money', 'releaseCoin', 'order:main:1')).toMatchObject({
      kind: 'rejected',
      category: 'WORKER_STOPPING',
    });
    expect(ran).toEqual([]);
  });

  it('an account that is not served: a read is tried again, a money step is not sent', async () => {
    const { ran, ask } = openAccounts(['main']);
    await expect(ask('calls', 'readOrder', 'order:other:1')).rejects.toMatchObject({
      type: 'ACCOUNT_NOT_SERVED',
      nonRetryable: false,
      nextRetryDelay: 10_000,
    });
    expect(await ask('money', 'markOrderAsPaid', 'order:other:1')).toMatchObject({
      kind: 'rejected',
      category: 'ACCOUNT_NOT_SERVED',
      message: expect.stringContaining('does not serve account other') as string,
    });
    const again = { workflowId: 'order:other:1', limitMs: 0, attempt: 2 };
    expect(await ask('money', 'markOrderAsPaid', again)).toMatchObject({ kind: 'unknown' });
    expect(ran).toEqual([]);
  });

  it('an account that is closed: what waited for its turn is not sent, what has begun is waited for', async () => {
    const { works, ran, ask, letEnd } = openAccounts(['main']);
    const begun = ask('money', 'releaseCoin', 'order:main:1');
    const waiting = ask('money', 'releaseCoin', 'order:main:2');
    await settled();
    let isClosed = false;
    const work = works.get('main');
    works.delete('main');
    const closing = work?.close().then(() => (isClosed = true));
    await settled();
    expect(isClosed).toBe(false);
    letEnd();
    expect(await begun).toContain('releaseCoin of main');
    expect(await waiting).toMatchObject({ kind: 'rejected', category: 'ACCOUNT_NOT_SERVED' });
    await closing;
    expect(ran).toHaveLength(1);
  });

  it('I17: a term that is over: what waited for its turn comes back to the next one, and all that has begun is waited for', async () => {
    const { works, ran, ask, letEnd } = openAccounts(['main']);
    const begun = many(2, (index) => ask('calls', 'readOrder', `order:main:${index}`));
    const waiting = ask('calls', 'readOrder', 'order:main:3');
    await settled();
    let isDrained = false;
    const draining = works
      .get('main')
      ?.drain()
      .then(() => (isDrained = true));
    await settled();
    expect(isDrained).toBe(false);
    letEnd();
    await begun;
    await expect(waiting).rejects.toMatchObject({ type: 'WORKER_STOPPING', nextRetryDelay: 1_000 });
    await draining;
    expect(ran).toHaveLength(2);
  });
});

describe('one worker, many accounts: the share of each', () => {
  it('an account whose calls hang leaves those of the others their places, whatever it asks for', async () => {
    const { ran, ask, letEnd } = openAccounts(['flooded', 'calm']);
    const flood = many(200, (index) => ask('calls', 'findPlacedOrder', `place:flooded:${index}`));
    await settled();
    expect(ran).toHaveLength(2);
    const calm = ask('calls', 'updateAdPrice', 'ad:calm:1');
    await settled();
    expect(ran.map(({ account }) => account)).toEqual(['flooded', 'flooded', 'calm']);
    letEnd();
    expect(await calm).toContain('calm');
    expect((await flood).every(({ status }) => status === 'fulfilled')).toBe(true);
  });

  it('what waited runs as the activity that asked for it, not as the one that ended before', async () => {
    const { ran, ask, letEnd } = openAccounts(['main']);
    const asked = many(5, (index) => ask('money', 'releaseCoin', `order:main:${index}`));
    await settled();
    letEnd();
    const ends = await asked;
    expect(ran.map(({ workflowId }) => workflowId)).toEqual([0, 1, 2, 3, 4].map((index) => `order:main:${index}`));
    expect(ends).toEqual(
      [0, 1, 2, 3, 4].map((index) => ({
        status: 'fulfilled',
        value: `releaseCoin of main, asked by order:main:${index}`,
      })),
    );
  });

  it('a money step waits for no read of its queue, and a message to the merchant for no call', async () => {
    const { ran, ask, letEnd } = openAccounts(['main']);
    const reads = many(50, (index) => ask('money', 'checkRelease', `order:main:${index}`));
    const calls = many(50, (index) => ask('calls', 'readOrder', `order:main:${index}`));
    const step = ask('money', 'releaseCoin', 'order:main:51');
    const notice = ask('calls', 'deliverNotice', 'notices:main');
    await settled();
    expect(ran.map(({ name }) => name).toSorted()).toEqual([
      'checkRelease',
      'checkRelease',
      'deliverNotice',
      'readOrder',
      'readOrder',
      'releaseCoin',
    ]);
    letEnd();
    await Promise.all([reads, calls, step, notice]);
  });

  it('a task without room in the share goes back to Temporal, so that no account holds more tasks than its share', async () => {
    const { sentBack, ask, letEnd } = openAccounts(['main']);
    const watches = many(3, (index) => ask('watch', 'watchMarket', `ad:main:${index}`));
    const calls = many(1_005, (index) => ask('calls', 'updateAdPrice', `ad:main:${index}`));
    await settled();
    expect(sentBack.map(({ reason }) => reason)).toEqual([
      'SHARE_USED_UP',
      'SHARE_USED_UP',
      'SHARE_USED_UP',
      'SHARE_USED_UP',
    ]);
    letEnd();
    const [refused] = (await calls).filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject({ reason: { type: 'SHARE_USED_UP', nonRetryable: false, nextRetryDelay: 1_000 } });
    expect((await watches).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    // The worker has as many slots for each account as this: two calls, one notice, and a thousand of each that wait; two
    // reads, and two that wait.
    expect(slotsOf(shares, 'calls')).toBe(2_007);
    expect(slotsOf(shares, 'watch')).toBe(2);
  });

  it('ADR 0031: of the reads of open orders as many wait as run; the others return one after the other, soon where their time is short', async () => {
    const { sentBack, ask, letEnd } = openAccounts(['main']);
    const reads = many(6, (index) => ask('calls', 'readOrder', `order:main:${index}`));
    const short = many(200, (index) =>
      ask('calls', 'checkRelease', { workflowId: `order:main:${index}`, limitMs: 40_000 }),
    );
    const patient = many(2_000, (index) => ask('calls', 'readOrder', `order:main:${index}`));
    await settled();
    expect(new Set(sentBack.map(({ reason }) => reason))).toEqual(new Set(['SHARE_USED_UP']));
    letEnd();
    const delays = (ends: PromiseSettledResult<unknown>[]) =>
      ends.flatMap((end) => (end.status === 'rejected' ? [(end.reason as ApplicationFailure).nextRetryDelay] : []));
    expect(delays(await reads)).toEqual([2_000, 2_050]);
    expect(delays(await short).slice(0, 2)).toEqual([2_100, 2_150]);
    expect(delays(await short).at(-1)).toBe(10_000);
    expect(delays(await patient).slice(0, 2)).toEqual([12_100, 12_150]);
    expect(delays(await patient).at(-1)).toBe(60_000);
  });

  it('ADR 0031: a write waits for no read of an order', async () => {
    const { ran, ask, letEnd } = openAccounts(['main']);
    const reads = many(60, (index) => ask('calls', 'readOrder', `order:main:${index}`));
    await settled();
    const write = ask('calls', 'updateAdPrice', 'ad:main:1');
    await settled();
    expect(ran.map(({ name }) => name)).toEqual(['readOrder', 'readOrder', 'updateAdPrice']);
    letEnd();
    await Promise.all([reads, write]);
  });

  it('ADR 0031: of what waits a read that reconciles goes first, then a look at a gate', async () => {
    const { ran, ask, letEnd } = openAccounts(['main']);
    const running = many(2, (index) => ask('money', 'readOrder', `order:main:${index}`));
    await settled();
    const waiting = [
      ask('money', 'readOrder', 'order:main:5'),
      ask('money', 'checkRelease', 'order:main:6'),
      ask('money', 'findPlacedOrder', { workflowId: 'order:main:7', limitMs: 20_000, attemptMs: 10_000 }),
    ];
    await settled();
    letEnd();
    await Promise.all([running, ...waiting]);
    expect(ran.slice(2).map(({ name }) => name)).toEqual(['findPlacedOrder', 'checkRelease', 'readOrder']);
  });

  it.each([
    { rate: 5, read: 5, look: 10 },
    { rate: 1, read: 4, look: 4 },
    { rate: 400, read: 100, look: 20 },
  ])(
    'ADR 0031: at $rate calls a second $read reads are under way at once, and $look for money',
    ({ rate, ...share }) => {
      expect(sharesOf({ ...defaultSettings, accountRequestsPerSecond: rate })).toMatchObject(share);
    },
  );
});
