import { describe, expect, it } from 'vitest';
import { knownFact } from '../../src/domain/notices/need-fact.ts';
import { needText } from '../../src/words/need-words.ts';
import { everyNeed as facts } from './every-need.ts';

/** Commands that pay, release, publish, say what happened, or take a restriction away. */
const acts =
  /peerdesk (?:order|ad|desk) (?!show\b)|--proof|--payer|--outcome|approveRelease|attachMatch|confirmPayment|unhold|clear-ban/;

describe('U16, P8: what is said of a need', () => {
  it.each(facts.map((fact) => [JSON.stringify(fact), fact] as const))('%s', (_name, fact) => {
    const text = needText(fact);
    expect(text).toMatch(/^[a-z\d].{10,}[^.]$/);
    expect(text).not.toMatch(acts);
    expect(text).not.toMatch(/undefined|null|it is paid/);
    expect(knownFact(structuredClone(fact))).toEqual(fact);
  });

  it('a sentence belongs to one need', () => {
    const texts = facts.map(needText);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('a payment notice that does not leave is pressed in the app, until the deadline that the service shows', () => {
    const what = 'your payment has left, and the service could not be notified: press “paid” in the app';
    const untilMs = Date.UTC(2026, 10, 26, 13, 45, 59);
    expect(needText({ code: 'press-paid', untilMs })).toBe(`${what}, until 2026-11-26 13:45 UTC`);
    expect(needText({ code: 'press-paid', untilMs: null })).toBe(`${what}, before its time is over`);
  });

  it('what a buyer says is said as his word, with the look that proves it', () => {
    expect(needText({ code: 'release-gate', lacks: ['approval', 'payer-name'] })).toBe(
      'the buyer says that he has paid: look at the bank; the release still lacks: an approval, a payment from the buyer’s own name',
    );
  });

  it('ADR 0062: where an approval is asked for, the code of what it would cover', () => {
    expect(needText({ code: 'release-gate', lacks: ['approval'], factsCode: 'K7Q2' })).toBe(
      'the buyer says that he has paid: look at the bank; the release still lacks: an approval; the code of its facts: K7Q2',
    );
  });
});
