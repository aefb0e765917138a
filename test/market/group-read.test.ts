import { describe, expect, it } from 'vitest';
import { GroupRead } from '../../src/market/group-read.ts';

const age = { renewFromMs: 100, limitMs: 900 };

/** Accounts whose reads are answered by the test, a clock, and the moment at which a read is slow. */
function openGroup() {
  let nowMs = 0;
  const slow: (() => void)[] = [];
  const renewed: string[] = [];
  const group = new GroupRead<string>({
    clock: { now: () => nowMs },
    later: (act) => {
      slow.push(act);
      return () => void slow.splice(slow.indexOf(act), 1);
    },
    onRenewed: (key) => renewed.push(key),
  });
  /** Reads in the order in which they began. */
  const reads: { account: string; depth: number; signal: AbortSignal; answer: PromiseWithResolvers<string> }[] = [];
  const waiting = new Map<string, number>();
  const look = (account: string, { key = 'market', depth = 1 } = {}): Promise<string> =>
    group.getKnown(
      key,
      {
        account,
        depth,
        waiting: () => waiting.get(account) ?? 0,
        load: (deepest, signal) => {
          const answer = Promise.withResolvers<string>();
          reads.push({ account, depth: deepest, signal, answer });
          return answer.promise;
        },
      },
      age,
    );
  const read = (index: number) => {
    const found = reads[index];
    if (found === undefined) throw new Error(`there is no read ${index}`);
    return found;
  };
  return {
    look,
    read,
    waiting,
    renewed,
    readers: () => reads.map(({ account }) => account),
    advance: (ms: number) => void (nowMs += ms),
    isSlow: () => slow.splice(0).forEach((act) => act()),
    leave: (account: string) => group.leave(account),
    settled: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

/** A round in which all of these accounts have looked and the read was answered. */
async function round(group: ReturnType<typeof openGroup>, accounts: readonly string[], value: string): Promise<void> {
  const begun = group.readers().length;
  const looks = accounts.map((account) => group.look(account));
  if (group.readers().length > begun) group.read(begun).answer.resolve(value);
  await Promise.all(looks);
  await group.settled();
}

describe('ADR 0031: one read for all accounts of a group', () => {
  it('one read a round, however many accounts look, and what is known is returned while it is renewed', async () => {
    const group = openGroup();
    await round(group, ['a', 'b', 'c'], 'first');
    expect(group.readers()).toEqual(['a']);
    expect(await group.look('b')).toBe('first');
    group.advance(100);
    expect(await group.look('c')).toBe('first');
    expect(group.readers()).toHaveLength(2);
    group.read(1).answer.resolve('second');
    await group.settled();
    expect(group.renewed).toEqual(['market']);
    expect(await group.look('a')).toBe('second');
    expect(group.readers()).toHaveLength(2);
  });

  it('the accounts take turns over all markets, and one whose calls wait is passed over', async () => {
    const group = openGroup();
    await round(group, ['a', 'b', 'c'], 'first');
    for (let time = 0; time < 5; time += 1) {
      group.advance(100);
      await round(group, ['a', 'b', 'c'], 'next');
    }
    expect(group.readers()).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
    group.waiting.set('a', 3);
    group.advance(100);
    await round(group, ['a', 'b', 'c'], 'next');
    expect(group.readers().at(-1)).toBe('b');
    const other = group.look('c', { key: 'other' });
    const both = group.look('a', { key: 'other' });
    group.read(7).answer.resolve('other');
    expect(await Promise.all([other, both])).toEqual(['other', 'other']);
    group.advance(100);
    await round(group, ['b', 'c'], 'next');
    expect(group.readers().at(-1)).toBe('b');
  });

  it('an account that is refused holds up no other: the next one reads, and the first hears of no trouble', async () => {
    const group = openGroup();
    const looks = [group.look('refused'), group.look('b')];
    group.read(0).answer.reject(new Error('the keys are refused'));
    await group.settled();
    expect(group.readers()).toEqual(['refused', 'b']);
    group.read(1).answer.resolve('market');
    expect(await Promise.all(looks)).toEqual(['market', 'market']);
    // It is asked again when it is its turn among those that failed, which is last.
    group.advance(100);
    await round(group, ['refused', 'b'], 'next');
    expect(group.readers().at(-1)).toBe('refused');
  });

  it('an account whose read in the background fails keeps the others what they know, and its own next look waits', async () => {
    const group = openGroup();
    await round(group, ['a', 'b'], 'first');
    group.advance(100);
    group.waiting.set('b', 1);
    group.leave('b');
    expect(await group.look('a')).toBe('first');
    group.read(1).answer.reject(new Error('-2015'));
    await group.settled();
    const own = group.look('a');
    group.read(2).answer.reject(new Error('-2015 again'));
    await expect(own).rejects.toThrow('-2015 again');
    group.advance(1);
    expect(await group.look('b')).toBe('first');
    group.read(3).answer.resolve('second');
    await group.settled();
    expect(await group.look('a')).toBe('second');
  });

  it('when every account fails each hears its own failure', async () => {
    const group = openGroup();
    const looks = [group.look('a'), group.look('b')];
    group.read(0).answer.reject(new Error('of a'));
    await group.settled();
    group.read(1).answer.reject(new Error('of b'));
    const ends = await Promise.allSettled(looks);
    expect(ends.map((end) => String(end.status === 'rejected' ? end.reason : end.value))).toEqual([
      'Error: of a',
      'Error: of b',
    ]);
    const again = group.look('a');
    group.read(2).answer.resolve('back');
    expect(await again).toBe('back');
  });

  it('a slow account delays no other: another reads as well, the first answer counts, and the slow one is given up', async () => {
    const group = openGroup();
    const looks = [group.look('slow'), group.look('b')];
    expect(group.readers()).toEqual(['slow']);
    group.isSlow();
    expect(group.readers()).toEqual(['slow', 'b']);
    group.read(1).answer.resolve('market');
    expect(await Promise.all(looks)).toEqual(['market', 'market']);
    expect(group.read(0).signal.aborted).toBe(true);
    group.read(0).answer.resolve('too late');
    await group.settled();
    expect(await group.look('slow')).toBe('market');
  });

  it('an account that was slow is passed over at every market for a minute, and is tried again after it', async () => {
    const group = openGroup();
    const looks = [group.look('slow'), group.look('b')];
    group.isSlow();
    group.read(1).answer.resolve('market');
    await Promise.all(looks);
    for (const key of ['market', 'other', 'market', 'other']) {
      group.advance(100);
      const begun = group.readers().length;
      const both = ['b', 'slow'].map((account) => group.look(account, { key }));
      group.read(begun).answer.resolve('next');
      await Promise.all(both);
      await group.settled();
    }
    expect(group.readers().slice(2)).toEqual(['b', 'b', 'b', 'b']);
    group.advance(60_000);
    await round(group, ['slow', 'b'], 'next');
    expect(group.readers().at(-1)).toBe('slow');
  });

  it('accounts that are all slow take turns as before', async () => {
    const group = openGroup();
    const looks = [group.look('a'), group.look('b')];
    group.isSlow();
    group.isSlow();
    group.read(1).answer.resolve('market');
    await Promise.all(looks);
    for (let time = 0; time < 3; time += 1) {
      group.advance(100);
      await round(group, ['a', 'b'], 'next');
    }
    expect(group.readers()).toEqual(['a', 'b', 'a', 'b', 'a']);
  });

  it('one account alone reads once, however slow it is', async () => {
    const group = openGroup();
    const look = group.look('a');
    group.isSlow();
    expect(group.readers()).toEqual(['a']);
    group.read(0).answer.resolve('market');
    expect(await look).toBe('market');
  });

  it('reads as deep as the deepest needs it, and only for those who still look', async () => {
    const group = openGroup();
    const looks = [group.look('a'), group.look('b', { depth: 3 })];
    group.read(0).answer.resolve('one page');
    await Promise.all(looks);
    group.advance(100);
    await group.look('a');
    expect(group.read(1).depth).toBe(3);
    group.read(1).answer.resolve('three pages');
    await group.settled();
    group.advance(301);
    await group.look('a');
    expect(group.read(2)).toMatchObject({ account: 'a', depth: 1 });
  });

  it('an account that has left reads nothing', async () => {
    const group = openGroup();
    await round(group, ['a', 'b'], 'first');
    group.leave('b');
    group.advance(100);
    await round(group, ['a'], 'second');
    expect(group.readers()).toEqual(['a', 'a']);
  });
});
