import { describe, expect, it } from 'vitest';
import { leadWords, looksAfter, noLeadWords, readLeadWords } from '../../../src/client/controls/lead-keys.ts';

const own = { account: 'main', key: 'aa' };
const look = { account: 'main', lookedAtMs: 1_768_000_000_000, heldAtMs: null };

describe('ADR 0034: the process that leads says when it looked, with each heartbeat', () => {
  it('its words can be read back: looks, what holds the prices, and the ban of its address', () => {
    const held = { account: 'a.b-c', lookedAtMs: null, heldAtMs: 5 };
    const words = { called: [own], looks: [look, held], banUntilMs: 7 };
    expect(readLeadWords(leadWords('12@host', words))).toEqual(words);
  });

  it('one that has not looked, and a stranger, say nothing of looks', () => {
    expect(readLeadWords('12@host main=aa')).toEqual({ ...noLeadWords, called: [own] });
    expect(readLeadWords('12@host looked:main:-1 looked:main:x held::5 ban:main: looked:')).toEqual(noLeadWords);
    expect(readLeadWords('')).toEqual(noLeadWords);
  });

  it('until a process has looked, the looks of the one before it count', () => {
    const none = { account: 'main', lookedAtMs: null, heldAtMs: null };
    expect(looksAfter([none], [look])).toEqual([look]);
    const newer = { ...look, lookedAtMs: 9 };
    expect(looksAfter([newer], [look])).toEqual([newer]);
    const other = { ...look, account: 'other' };
    expect(looksAfter([newer], [look, other])).toEqual([newer, other]);
  });
});
