import { describe, expect, it } from 'vitest';
import { many, openAccounts, settled } from './dispatch-world.ts';

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
    const { works, ran, ask, lead, letEnd } = openAccounts(['main']);
    const begun = many(2, (index) => ask('calls', 'readOrder', `order:main:${index}`));
    const waiting = ask('calls', 'readOrder', 'order:main:3');
    await settled();
    let isDrained = false;
    const work = works.get('main');
    // As the end of a term leaves it.
    lead.isHeld = false;
    works.delete('main');
    const draining = work?.drain().then(() => (isDrained = true));
    await settled();
    expect(isDrained).toBe(false);
    letEnd();
    await begun;
    await expect(waiting).rejects.toMatchObject({ type: 'WORKER_STOPPING', nextRetryDelay: 1_000 });
    await draining;
    expect(ran).toHaveLength(2);
  });

  it('a message to the merchant that hangs keeps no account from its next term', async () => {
    const { works, ask, letEnd } = openAccounts(['main']);
    const hanging = ask('calls', 'deliverNotice', 'notices:main');
    await settled();
    await works.get('main')?.drain();
    letEnd();
    await hanging;
  });
});
