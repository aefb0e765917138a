import { describe, expect, it } from 'vitest';
import {
  knownCategory,
  knownFact,
  knownMoment,
  needKind,
  type NeedFact,
} from '../../../src/domain/notices/need-fact.ts';

const daily = {
  code: 'daily',
  date: '2026-11-29',
  completed: 1,
  cancelled: 0,
  orders: 0,
  ads: 0,
  others: 0,
  pricedAds: 1,
  otherAds: 0,
} as const;

describe('U16: the kind of a need, by which programs tell needs apart', () => {
  it.each<[NeedFact, string]>([
    [{ code: 'release-gate', lacks: ['additional-kyc', 'approval', 'payment-match'] }, 'release-gate/identity-check'],
    [{ code: 'release-gate', lacks: ['approval', 'payment-match'] }, 'release-gate/approval'],
    [{ code: 'release-gate', lacks: ['proof-unused'] }, 'release-gate/payment'],
    [{ code: 'release-gate', lacks: ['kill-switch'] }, 'release-gate/other'],
    [{ code: 'ad-offline', cause: 'limit' }, 'ad-offline/limit'],
    [{ code: 'desk-trouble', source: 'intake' }, 'desk-trouble/intake'],
    [{ code: 'desk-trouble', source: null }, 'desk-trouble/other'],
    [{ code: 'switch', name: 'ads', by: 'ana', reason: '', atMs: 1 }, 'switch/ads'],
    [{ code: 'watchdog', outcome: 'left', ads: 1, lookedAtMs: null }, 'watchdog/left'],
    [{ code: 'unserved', problem: 'no-lead' }, 'unserved/no-lead'],
    [{ code: 'press-paid', untilMs: 1_768_000_000_000 }, 'press-paid'],
    [{ code: 'appeal', untilMs: null }, 'appeal'],
    [daily, 'daily'],
  ])('%j is %s', (fact, kind) => expect(needKind(fact)).toBe(kind));
});

describe('U16: what comes from Temporal', () => {
  it.each([
    null,
    'held',
    {},
    { code: 'evil' },
    { code: 'held', by: 'evil' },
    { code: 'lost-orders', count: -1 },
    { code: 'release-gate', lacks: [], factsCode: 'call me' },
    { code: 'release-gate', lacks: [], factsCode: 'K7O2' },
  ])('%j is a plain need', (fact) => expect(knownFact(fact)).toEqual({ code: 'unnamed' }));

  it('a code of ours stays as it is', () => expect(knownFact({ code: 'held' })).toEqual({ code: 'held' }));

  it('a moment of the service is one that a date can show', () => {
    expect([0, 8e15, null, 9e15, -1, 1.5].map(knownMoment)).toEqual([0, 8e15, null, null, null, null]);
  });

  it('a category of failures is known by its name alone', () => {
    expect(['IP_BAN', 'evil', undefined].map(knownCategory)).toEqual(['IP_BAN', null, null]);
  });
});
