import { describe, expect, it } from 'vitest';
import { bareCodes, deskTroubles, knownFact, type NeedFact } from '../../src/domain/notices/need-fact.ts';
import { switchNames } from '../../src/domain/guard/guard-memory.ts';
import { checkNames } from '../../src/domain/orders/release-check.ts';
import { needText } from '../../src/words/need-words.ts';

/** Every need with every parameter that changes its words. */
const facts: readonly NeedFact[] = [
  ...bareCodes.map((code) => ({ code })),
  ...[[], ...checkNames.map((name) => [name]), [...checkNames]].map((lacks) => ({
    code: 'release-gate' as const,
    lacks,
  })),
  ...(['limit', 'business', 'command'] as const).map((cause) => ({ code: 'ad-offline' as const, cause })),
  ...['SPECIAL_HANDLER', null].map((category) => ({ code: 'ad-trouble' as const, category })),
  ...[...deskTroubles, null].map((source) => ({ code: 'desk-trouble' as const, source })),
  ...[1, 7].map((count) => ({ code: 'lost-orders' as const, count })),
  ...[1, 7].map((count) => ({ code: 'unread-ads' as const, count })),
  ...switchNames.map((name) => ({
    code: 'switch' as const,
    name,
    by: 'ana',
    reason: 'bank is down',
    atMs: 1_768_000_000_000,
  })),
  ...(['offline', 'left', 'prevented'] as const).flatMap((outcome) =>
    [1, 3].map((ads) => ({
      code: 'watchdog' as const,
      outcome,
      ads,
      lookedAtMs: ads === 1 ? null : 1_768_000_000_000,
    })),
  ),
  { code: 'blind', minutes: 12 },
  ...[1, 30].map((count) => ({ code: 'tasks-fail' as const, count })),
  ...(['temporal-silent', 'not-stored', 'no-lead'] as const).map((problem) => ({ code: 'unserved' as const, problem })),
];

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

  it('what a buyer says is said as his word, with the look that proves it', () => {
    expect(needText({ code: 'release-gate', lacks: ['approval', 'payer-name'] })).toBe(
      'the buyer says that he has paid: look at the bank; the release still lacks: an approval, a payment from the buyer’s own name',
    );
  });
});
