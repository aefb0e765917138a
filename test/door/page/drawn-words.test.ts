import { describe, expect, it } from 'vitest';
import { DrawnWords } from '../../../src/door/page/drawn-words.ts';
import { wordOf } from './page-fixture.ts';

const place = { account: 'main', orderNumber: '88' };
const seal = 'of-a-session';

describe('phone: a word that was shown', () => {
  it('is taken once, by the session that saw it, for the order that it is of, within its time', () => {
    const drawn = new DrawnWords();
    const [word, late] = [wordOf('1', 100), wordOf('2', 100)];
    for (const one of [word, late]) drawn.keep({ place, word: one, seal });
    expect(drawn.take('1', { place, seal: 'another' }, 1)).toBeNull();
    expect(drawn.take('1', { place: { ...place, orderNumber: '89' }, seal }, 1)).toBeNull();
    expect(drawn.take('1', { place: { ...place, account: 'second' }, seal }, 1)).toBeNull();
    expect(drawn.take('1', { place, seal }, 99)).toBe(word);
    expect(drawn.take('1', { place, seal }, 99)).toBeNull();
    expect(drawn.take('2', { place, seal }, 100)).toBeNull();
  });

  it('the oldest of very many is gone', () => {
    const drawn = new DrawnWords();
    const sealOf = (at: number) => `of-session-${Math.floor(at / 10)}`;
    for (let at = 0; at <= 500; at += 1) drawn.keep({ place, word: wordOf(String(at), 100), seal: sealOf(at) });
    expect(drawn.take('0', { place, seal: sealOf(0) }, 1)).toBeNull();
    expect(drawn.take('1', { place, seal: sealOf(1) }, 1)).not.toBeNull();
  });

  it('a session that draws very many pushes out its own oldest, and none of another session', () => {
    const drawn = new DrawnWords();
    drawn.keep({ place, word: wordOf('of another', 100), seal: 'another' });
    for (let at = 0; at < 600; at += 1) drawn.keep({ place, word: wordOf(String(at), 100), seal });
    expect(drawn.take('589', { place, seal }, 1)).toBeNull();
    expect(drawn.take('590', { place, seal }, 1)).not.toBeNull();
    expect(drawn.take('of another', { place, seal: 'another' }, 1)).not.toBeNull();
  });
});
