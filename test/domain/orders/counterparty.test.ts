import { describe, expect, it } from 'vitest';
import {
  blockEntryOf,
  blockReason,
  blockText,
  blockVerdict,
  isSameTyped,
  nicknameKey,
  orderBlockVerdict,
  type BlockEntry,
} from '../../../src/domain/orders/counterparty.ts';

const origin = { by: 'ana', note: 'chargeback', atMs: 1_000 };

function entry(text: string): BlockEntry {
  const { target } = blockEntryOf(text);
  if (target === null) throw new Error(`${text} names no one`);
  return { ...target, ...origin };
}

const mallory = entry('Mallory');
const number = entry('s1a2b3c4');

describe('design 6: nicknames are compared as people read them', () => {
  it.each([
    ['in capitals', 'MALLORY'],
    ['with blanks around it', ' \tMallory\n'],
    ['with a joiner that no one sees', 'Mal\u200dlory'],
    ['with a soft hyphen and a mark of direction', '\u202eMal\u00adlory'],
    ['with a variation selector and a filler', 'Mallory\ufe0f\u3164'],
    ['with a control character', 'Mal\u0000lory'],
    ['in full width letters', 'Ｍａｌｌｏｒｙ'],
    ['in letters of mathematics', '𝐌𝐚𝐥𝐥𝐨𝐫𝐲'],
  ])('%s it is the same', (_how, text) => {
    expect(nicknameKey(text)).toBe('mallory');
  });

  it('several blanks are one, and a letter with an accent is the same in both writings', () => {
    expect(nicknameKey('Juan \u00a0\t Jos\u0065\u0301')).toBe('juan josé');
  });

  it('a letter with two small forms is one letter', () => {
    expect(nicknameKey('ΟΔΥΣΣΕΥΣ')).toBe(nicknameKey('οδυσσευσ'));
  });

  it('another name is another one', () => {
    expect(nicknameKey('Malory')).not.toBe(nicknameKey('Mallory'));
  });
});

describe('design 6: what a person types to block someone', () => {
  it.each(['s1a2b3c4', ' S1A2B3C4 ', 's\u200b1a2b3c4', 'ｓ1a2b3c4'])('%j is a user number', (text) => {
    expect(blockEntryOf(text)).toEqual({ target: { kind: 'number', number: 's1a2b3c4' }, isNickname: false });
  });

  it.each(['s' + '0f'.repeat(16), 's1a2', '77001', '1234567890123456'])('%j is a user number', (text) => {
    expect(blockEntryOf(text)).toEqual({ target: { kind: 'number', number: text }, isNickname: false });
  });

  it.each([
    ['Mallory', 'mallory', 'Mallory'],
    ['nickname:Mallory', 'mallory', 'Mallory'],
    ['NICKNAME: \u200bMal lory ', 'mal lory', 'Mal lory'],
    ['nickname:s1a2b3c4', 's1a2b3c4', 's1a2b3c4'],
    ['Seba', 'seba', 'Seba'],
    ['sofia99', 'sofia99', 'sofia99'],
    ['1234', '1234', '1234'],
  ])('%j is a nickname, and the person is warned', (text, key, shown) => {
    expect(blockEntryOf(text)).toEqual({ target: { kind: 'nickname', key, shown }, isNickname: true });
  });

  it.each([
    ['', 'no-one'],
    [' \u200b\u0000 ', 'no-one'],
    ['nickname:', 'no-one'],
    ['Mal***', 'masked'],
    ['nickname:＊', 'masked'],
    ['nickname:Mal••', 'masked'],
    ['Mal●●●y', 'masked'],
    ['Mal…', 'masked'],
    ['Mal###', 'masked'],
    ['Mal\ufffdory', 'masked'],
    ['22850000000000000001', 'no-user-number'],
    [`s${'1'.repeat(41)}`, 'no-user-number'],
    ['語'.repeat(22), 'too-long'],
    ['ŉ'.repeat(25), 'too-long'],
  ])('%j names no one for certain, and the refusal says why', (text, why) => {
    expect(blockEntryOf(text)).toEqual({ target: null, refusal: { code: 'unblockable', why } });
  });

  it('an entry is typed again as it is shown', () => {
    expect([blockText(number), blockText(mallory)]).toEqual(['s1a2b3c4', 'nickname:Mallory']);
    expect(isSameTyped('MALLORY', blockText(mallory))).toBe(true);
    expect(isSameTyped('Mallory', 's1a2b3c4')).toBe(false);
    expect(isSameTyped('Mal***', 'Mal***')).toBe(true);
    expect(isSameTyped('Mal***', 'Mallory')).toBe(false);
  });
});

describe('S13: a counterparty and the block list', () => {
  it('an empty list blocks no one, known or not', () => {
    expect(blockVerdict([], { number: null, nickname: null })).toEqual({ kind: 'clear' });
  });

  it.each([
    ['by the number', { number: 'S1A2B3C4', nickname: null }, number],
    ['by the nickname', { number: null, nickname: 'mallory' }, mallory],
    ['by the nickname, with another number', { number: 's9', nickname: 'MALLORY' }, mallory],
  ])('blocked %s', (_how, identity, found) => {
    expect(blockVerdict([mallory, number], identity)).toEqual({ kind: 'blocked', entry: found });
  });

  it.each([
    ['no number, and a number is blocked', [number], { number: null, nickname: 'Bob' }],
    ['no nickname, and a nickname is blocked', [mallory], { number: 's9', nickname: null }],
    ['a masked nickname', [mallory], { number: 's9', nickname: 'Mal***' }],
    ['a nickname of which nothing is seen', [mallory], { number: 's9', nickname: '\u200b' }],
    ['neither', [mallory, number], { number: null, nickname: null }],
  ])('unknown: %s', (_how, list, identity) => {
    expect(blockVerdict(list, identity)).toEqual({ kind: 'unknown' });
  });

  it.each(['Mal•••', 'M●y', 'Mal…', 'Mal###', 'M×××y', 'Mal■ory', 'Mall\ufffdry'])(
    'unknown: masked, or broken on its way: %s',
    (nickname) => {
      expect(blockVerdict([mallory], { number: 's9', nickname })).toEqual({ kind: 'unknown' });
    },
  );

  it('an ornament is no mask where the whole nickname is blocked', () => {
    const { target } = blockEntryOf('Crypto•King');
    const entry = { ...mallory, ...target } as typeof mallory;
    expect(blockVerdict([entry], { number: null, nickname: 'CRYPTO•KING' })).toEqual({ kind: 'blocked', entry });
  });

  it.each([
    ['another number', [number], { number: 's1a2b3c5', nickname: null }],
    ['another nickname', [mallory], { number: null, nickname: 'Bob' }],
    ['another person', [mallory, number], { number: 's9', nickname: 'Bob' }],
    ['signs within a nickname', [mallory], { number: 's9', nickname: '__the...bob---2__' }],
    ['a nickname that looks like a blocked number', [number], { number: 's9', nickname: 's1a2b3c4' }],
  ])('clear: %s', (_how, list, identity) => {
    expect(blockVerdict(list, identity)).toEqual({ kind: 'clear' });
  });

  it('either number of an order counts: no answer says which one is the desk’s', () => {
    const order = { counterpartyNumber: 's5', ownNumber: 's6', counterpartyNickname: 'Bob' };
    const kindOf = (list: BlockEntry[], part: object = {}) => orderBlockVerdict(list, { ...order, ...part }).kind;
    expect(kindOf([mallory, number])).toBe('clear');
    expect(kindOf([number], { counterpartyNumber: 's1a2b3c4' })).toBe('blocked');
    expect(kindOf([number], { ownNumber: 's1a2b3c4' })).toBe('blocked');
    expect(kindOf([mallory, number], { counterpartyNickname: null, ownNumber: 's1a2b3c4' })).toBe('blocked');
    expect(kindOf([number], { ownNumber: null })).toBe('unknown');
    expect(kindOf([number], { counterpartyNumber: null })).toBe('unknown');
    expect(kindOf([mallory], { counterpartyNickname: null })).toBe('unknown');
    expect(kindOf([mallory], { counterpartyNumber: null, ownNumber: null })).toBe('clear');
  });

  it('S1: the reason names who blocked and why, and no nickname', () => {
    expect(blockReason({ kind: 'clear' })).toBeNull();
    expect(blockReason({ kind: 'blocked', entry: mallory })).toEqual({
      kind: 'blocked',
      by: 'ana',
      note: 'chargeback',
    });
    expect(blockReason({ kind: 'unknown' })).toEqual({ kind: 'unknown' });
  });
});
