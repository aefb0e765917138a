import { describe, expect, it } from 'vitest';
import {
  block,
  blockListSchema,
  blockRefusal,
  maxBlocked,
  maxBlockListBytes,
  mergedBlockLists,
  unblockRefusal,
  withoutBlocked,
} from '../../../src/domain/guard/block-list.ts';

const word = (counterparty: string, part: { by?: string; note?: string; atMs?: number } = {}) => ({
  counterparty,
  by: 'ana',
  atMs: 1_000,
  ...part,
});
const blocked = (...names: string[]) => names.reduce((list, name) => block(list, word(name)), block([], word('s000')));
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `s${String(index).padStart(5, '0')}`);
const listOf = (count: number) =>
  numbers(count).map((number) => ({ kind: 'number' as const, number, by: 'ana', note: null, atMs: 1 }));

describe('design 6: the block list of an account', () => {
  it('keeps who blocked whom, why and when', () => {
    const list = block(
      block([], word('S1A2B3C4', { note: ' chargeback ' })),
      word('nickname:Mallory', { atMs: 2_000 }),
    );
    expect(list).toEqual([
      { kind: 'number', number: 's1a2b3c4', by: 'ana', note: 'chargeback', atMs: 1_000 },
      { kind: 'nickname', key: 'mallory', shown: 'Mallory', by: 'ana', note: null, atMs: 2_000 },
    ]);
    expect(blockListSchema.parse(list)).toEqual(list);
  });

  it('has one entry for each counterparty, the first', () => {
    const once = block([], word('Mallory'));
    expect(block(once, word('MALLORY', { by: 'ben', atMs: 9_000 }))).toBe(once);
    expect(blockRefusal(once, word('mallory'))).toBeNull();
  });

  it('a counterparty leaves it in any writing; one who is not on it is refused, with what is on it', () => {
    const list = blocked('Mallory');
    expect(unblockRefusal(list, ' MALLORY ')).toBeNull();
    expect(withoutBlocked(list, ' MALLORY ')).toEqual(blocked());
    expect(withoutBlocked(list, 'Mal***')).toBe(list);
    const refused = { code: 'not-blocked', counterparty: 's00001', more: 0 };
    expect(unblockRefusal(list, ' s00001')).toEqual({ ...refused, listed: ['s000', 'nickname:Mallory'] });
    expect(unblockRefusal([], 's00001')).toEqual({ ...refused, listed: [] });
    const ofMany = unblockRefusal(listOf(22), 's1a2b3c4');
    expect(ofMany).toMatchObject({ more: 2 });
    expect([ofMany?.listed.length, ofMany?.listed[0], ofMany?.listed[19]]).toEqual([20, 's00002', 's00021']);
  });

  it('what names no one is refused, and changes nothing', () => {
    expect(blockRefusal([], word('Mal***'))).toEqual({ code: 'unblockable', why: 'masked' });
    expect(block([], word('Mal***'))).toEqual([]);
  });

  it('long words are cut, a note and a name of any script alike', () => {
    const wide = '語'.repeat(300);
    const [entry] = block([], word('s1a2b3c4', { by: wide, note: wide }));
    expect(entry?.by).toBe('語'.repeat(26));
    expect(entry?.note).toBe('語'.repeat(53));
  });

  it('money-steps#the-guard: it has an end and says so; no entry falls out of it', () => {
    const full = listOf(maxBlocked);
    expect(blockRefusal(full, word('s1a2b3c4'))).toEqual({ code: 'block-list-full', max: maxBlocked });
    expect(block(full, word('s1a2b3c4'))).toBe(full);
    expect(blockRefusal(full, word('s00007'))).toBeNull();
    expect(blockListSchema.safeParse(full).success).toBe(true);
  });

  it('money-steps#the-guard: long notes fill it, too, and what is counted is what it takes', () => {
    const note = 'x'.repeat(160);
    const noted = listOf(maxBlocked).map((entry) => ({ ...entry, note }));
    const bytes = (count: number) => new TextEncoder().encode(JSON.stringify(noted.slice(0, count))).length;
    const room = noted.findIndex((_, at) => bytes(at + 1) > maxBlockListBytes);
    const [last = ''] = numbers(maxBlocked).slice(room - 1);
    expect(blockRefusal(noted.slice(0, room - 1), word(last, { note, atMs: 1 }))).toBeNull();
    expect(blockRefusal(noted.slice(0, room), word('s1a2b3c4', { note }))).toEqual({
      code: 'block-list-full',
      max: null,
    });
    expect(blockListSchema.safeParse(noted.slice(0, room)).success).toBe(true);
    expect(blockListSchema.safeParse(noted.slice(0, room + 1)).success).toBe(false);
  });

  it('two lists become one, newest last: the former has its place, and what does not fit is left', () => {
    const former = blocked('Mallory');
    expect(mergedBlockLists(former, block([], word('mallory', { by: 'ben' })))).toBe(former);
    expect(mergedBlockLists(former, blocked('Trudy')).map(({ kind }) => kind)).toEqual([
      'number',
      'nickname',
      'nickname',
    ]);
    const older = block([], word('Trudy', { atMs: 1 }));
    expect(mergedBlockLists(former, older)).toEqual(mergedBlockLists(older, former));
    expect(mergedBlockLists([], former.toReversed().concat(older))[0]).toEqual(older[0]);
    const full = listOf(maxBlocked);
    expect(mergedBlockLists(full, blocked('Trudy'))).toEqual(full);
  });

  it('money-steps#the-guard: two lists with long notes become one that still fits into a memory', () => {
    const noted = listOf(maxBlocked).map((entry) => ({ ...entry, note: 'x'.repeat(160) }));
    const half = maxBlocked / 2;
    const both = mergedBlockLists(noted.slice(0, half - 100), noted.slice(half - 100));
    expect(blockListSchema.safeParse(both).success).toBe(true);
    expect(both).toEqual(noted.slice(0, both.length));
  });
});
