import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  claimRefusal,
  sumsOf,
  putBackRefusal,
  termRefusal,
  type ClaimFacts,
  type CountedSum,
} from '../../../src/domain/register/claim-rules.ts';
import { stepStates, type StepRow } from '../../../src/domain/register/step-row.ts';
import { onceStepNames } from '../../../src/domain/once-steps.ts';
import { check } from '../seeded.ts';

const nowMs = 1_800_000_000_000;
const dayMs = 24 * 3_600_000;

const facts = (changes: Partial<ClaimFacts> = {}): ClaimFacts => ({
  step: 'release',
  account: 'main',
  subject: 'order-1',
  nowMs,
  unknownNumber: null,
  isOtherTemporal: false,
  rows: [],
  rivals: [],
  cancelling: null,
  owners: [],
  taken: [],
  releases: [],
  total: '70',
  fiat: 'BOB',
  perDay: null,
  unknownReleases: [],
  forgottenBeside: null,
  ...changes,
});

const row = (changes: Partial<StepRow>): StepRow => ({
  account: 'main',
  step: 'release',
  subject: 'order-1',
  number: 1,
  state: 'asked',
  term: 1,
  total: '70',
  fiat: 'BOB',
  askedAtMs: nowMs,
  armedAtMs: null,
  untilMs: null,
  unseenReads: 0,
  unseenAtMs: null,
  orderNumber: null,
  ...changes,
});

const released = (orderNumber: string, changes: Partial<CountedSum> = {}): CountedSum => ({
  orderNumber,
  total: '70',
  fiat: 'BOB',
  atMs: nowMs - 1,
  ...changes,
});

describe('a claim', () => {
  it('nothing is claimed beside a Temporal that has begun empty', () => {
    expect(claimRefusal(facts({ isOtherTemporal: true }))).toMatchObject({ reason: 'OTHER_TEMPORAL' });
  });

  it('finding: is refused for good while the guard has permitted more than the register knows', () => {
    expect(claimRefusal(facts({ unknownNumber: 8 }))).toEqual({
      reason: 'REGISTER_BEHIND',
      code: 'older-copy',
      last: 8,
    });
  });

  it('design 6: passes where nothing is against it', () => {
    expect(claimRefusal(facts())).toBeNull();
    const over = ['asked', 'not-left', 'not-done'] as const;
    expect(claimRefusal(facts({ rows: over.map((state) => row({ state })) }))).toBeNull();
  });

  it('design 6: is refused in an older term, and in one that never began', () => {
    expect(termRefusal({ term: 2, newestTerm: 2 })).toBeNull();
    expect(termRefusal({ term: 1, newestTerm: 2 })).toMatchObject({ reason: 'NOT_SENT' });
    expect(termRefusal({ term: 3, newestTerm: 2 })).toMatchObject({ reason: 'NOT_SENT' });
  });

  it('ADR 0048: nor one that has compared the releases with another register', () => {
    expect(putBackRefusal({ generation: 'one', begunIn: 'one' })).toBeNull();
    expect(putBackRefusal({ generation: 'two', begunIn: 'one' })).toMatchObject({ reason: 'NOT_COMPARED' });
  });

  it('design 6: is refused while releases are unknown, whatever its step', () => {
    for (const step of onceStepNames)
      expect(claimRefusal(facts({ step, unknownReleases: ['order-8', 'order-9'] }))).toEqual({
        reason: 'REGISTER_BEHIND',
        code: 'releases-unknown',
        count: 2,
        first: 'order-8',
      });
  });

  it('S23: is refused while releases of another account are unknown: one of them may rest on its payment', () => {
    expect(claimRefusal(facts({ forgottenBeside: 'second' }))).toEqual({
      reason: 'REGISTER_BEHIND',
      code: 'forgotten-beside',
      account: 'second',
    });
  });

  it('design 6: waits for one that may have left, and says until when', () => {
    const left = row({ state: 'leaving', untilMs: nowMs + 5 });
    expect(claimRefusal(facts({ rows: [left] }))).toMatchObject({ reason: 'MAY_HAVE_LEFT', untilMs: nowMs + 5 });
    const endless = claimRefusal(facts({ rows: [row({ state: 'leaving' })] }));
    expect(endless).toMatchObject({ untilMs: null });
  });

  it('design 6: is refused after one that is done, also beside one that leaves', () => {
    const rows = [row({ state: 'leaving' }), row({ state: 'done' })];
    expect(claimRefusal(facts({ rows }))).toMatchObject({ reason: 'DONE_BEFORE' });
  });

  it.each(['place', 'publish'] as const)('design 6: a name of %s is used by one that may have left', (step) => {
    for (const state of ['leaving', 'done'] as const)
      expect(claimRefusal(facts({ step, rows: [row({ step, state })] }))).toMatchObject({ reason: 'REQUEST_USED' });
    expect(claimRefusal(facts({ step, rows: [row({ step, state: 'not-done' })] }))).toBeNull();
  });

  it('design 6: is refused with a payment of another order, here or elsewhere', () => {
    const own = { key: 'k', account: 'main', orderNumber: 'order-1' };
    expect(claimRefusal(facts({ owners: [own] }))).toBeNull();
    expect(claimRefusal(facts({ owners: [own, { ...own, orderNumber: 'order-2' }] }))).toEqual({
      reason: 'PROOF_USED',
      code: 'payment-used',
      orderNumber: 'order-2',
      account: null,
    });
    expect(claimRefusal(facts({ owners: [{ ...own, account: 'demo' }] }))).toEqual({
      reason: 'PROOF_USED',
      code: 'payment-used',
      orderNumber: 'order-1',
      account: 'demo',
    });
  });

  it('design 6: is refused with a payment that a person has freed of this order', () => {
    expect(claimRefusal(facts({ taken: ['k'] }))).toMatchObject({
      reason: 'PROOF_USED',
      code: 'payment-taken',
    });
  });

  it('design 6: keeps to the sum of a day, of its own fiat', () => {
    const releases = [
      released('order-2'),
      released('order-3', { fiat: 'PEN' }),
      released('order-4', { atMs: nowMs - dayMs }),
    ];
    expect(claimRefusal(facts({ releases, perDay: '140' }))).toBeNull();
    expect(claimRefusal(facts({ releases, perDay: '139.99' }))).toEqual({
      reason: 'OVER_DAY_CAP',
      code: 'over-day-cap',
      sum: '140',
      fiat: 'BOB',
      perDay: '139.99',
    });
    const yesterday = [released('order-2', { atMs: nowMs - dayMs + 1 })];
    expect(claimRefusal(facts({ releases: yesterday, perDay: '139.99' }))).toMatchObject({ reason: 'OVER_DAY_CAP' });
    expect(claimRefusal(facts({ releases, perDay: '1', step: 'mark-paid' }))).toBeNull();
    expect(claimRefusal(facts({ releases, perDay: null }))).toBeNull();
  });

  it('design 6: an order counts once, by the value of its largest sum', () => {
    const releases = ['9', '1000', '200'].map((total) => released('order-2', { total }));
    expect(claimRefusal(facts({ releases, perDay: '1070' }))).toBeNull();
    expect(claimRefusal(facts({ releases, perDay: '1069.99' }))).toMatchObject({ reason: 'OVER_DAY_CAP' });
  });

  it('design 6: a release without a sum does not pass a cap', () => {
    for (const unknown of [{ total: null }, { fiat: null }])
      expect(claimRefusal(facts({ perDay: '1000', ...unknown }))).toMatchObject({ reason: 'OVER_DAY_CAP' });
  });

  it('design 6: names the gravest of several reasons', () => {
    const against: Partial<ClaimFacts>[] = [
      { unknownNumber: 8 },
      { isOtherTemporal: true },
      { unknownReleases: ['order-9'] },
      { rows: [row({ state: 'done' })] },
      { owners: [{ key: 'k', account: 'main', orderNumber: 'order-2' }] },
      { forgottenBeside: 'second' },
      { taken: ['k'] },
      { perDay: '1' },
    ];
    const told = against.map((_, at) => claimRefusal(facts(Object.assign({}, ...against.slice(at))))?.code);
    const register = ['older-copy', 'other-temporal', 'releases-unknown'];
    expect(told).toEqual([
      ...register,
      'done-before',
      'payment-used',
      'forgotten-beside',
      'payment-taken',
      'over-day-cap',
    ]);
  });

  it('design 6: never passes beside an attempt that is done or may be', () => {
    const states = fc.array(fc.constantFrom(...stepStates), { maxLength: 5 });
    const property = fc.property(fc.constantFrom(...onceStepNames), states, (step, kept) => {
      const refusal = claimRefusal(facts({ step, rows: kept.map((state) => row({ step, state })) }));
      expect(refusal === null).toBe(!kept.includes('leaving') && !kept.includes('done'));
    });
    check(property, 300);
  });

  it('design 6: never passes the cap, whatever was released', () => {
    const amount = fc.integer({ min: 1, max: 1_000_000 }).map((cents) => (cents / 100).toFixed(2));
    const sums = fc.array(fc.record({ order: fc.integer({ min: 2, max: 5 }), total: amount }), { maxLength: 8 });
    const property = fc.property(sums, amount, amount, (kept, total, perDay) => {
      const releases = kept.map((one) => released(`order-${one.order}`, { total: one.total }));
      const largest = new Map<number, number>();
      for (const one of kept) largest.set(one.order, Math.max(largest.get(one.order) ?? 0, Number(one.total)));
      const cents = [...largest.values(), Number(total)].reduce((sum, one) => sum + Math.round(one * 100), 0);
      const refusal = claimRefusal(facts({ releases, total, perDay }));
      expect(refusal === null).toBe(cents <= Math.round(Number(perDay) * 100));
    });
    check(property, 300);
  });
});

describe('what releases of a day add up to', () => {
  it('each currency by itself, and an order once, with the largest of its attempts', () => {
    const one = (orderNumber: string, total: string, fiat = 'BOB'): CountedSum => ({
      orderNumber,
      total,
      fiat,
      atMs: nowMs,
    });
    const releases = [one('1', '0.1'), one('2', '0.2'), one('2', '0.05'), one('3', '7', 'USD')];
    expect(sumsOf(releases)).toEqual({ BOB: '0.3', USD: '7' });
    expect(sumsOf([])).toEqual({});
  });
});

describe('ADR 0060: a payment notice and a cancellation exclude each other', () => {
  const cancel = (changes: Partial<ClaimFacts> = {}): ClaimFacts =>
    facts({ step: 'cancel', cancelling: { mayBePaid: false, people: [] }, ...changes });
  const rival = (changes: Partial<StepRow>): StepRow => row({ step: 'mark-paid', ...changes });

  it.each(['mark-paid', 'cancel'] as const)('while a %s may have left, the other does not', (step) => {
    const rivals = [rival({ step, state: 'leaving', untilMs: 7 })];
    const refused = { reason: 'MAY_HAVE_LEFT', code: 'rival-may-have-left', step, untilMs: 7 };
    const other = step === 'cancel' ? facts({ step: 'mark-paid', rivals }) : cancel({ rivals });
    expect(claimRefusal(other)).toEqual(refused);
  });

  it('a cancelled order takes no payment notice; one that had no effect bars none', () => {
    const notice = (state: StepRow['state']) =>
      claimRefusal(facts({ step: 'mark-paid', rivals: [rival({ step: 'cancel', state })] }));
    expect(notice('done')).toEqual({ reason: 'DONE_BEFORE', code: 'done-before', step: 'cancel' });
    expect(notice('not-done')).toBeNull();
    expect(notice('not-left')).toBeNull();
  });

  it('one that may be paid takes two people, and any other one person: a message of Temporal is none', () => {
    const by = (mayBePaid: boolean, people: string[]) => claimRefusal(cancel({ cancelling: { mayBePaid, people } }));
    const lacks = (people: string[], wanted: number) =>
      ({ reason: 'APPROVAL_MISSING', code: 'cancel-needs-people', people, wanted }) as const;
    expect(by(false, [])).toEqual(lacks([], 1));
    expect(by(false, ['ana'])).toBeNull();
    for (const people of [[], ['ana']]) expect(by(true, people)).toEqual(lacks(people, 2));
    expect(by(true, ['ana', 'ben'])).toBeNull();
  });

  it('an earlier notice that had no effect bars no cancellation', () => {
    const two = { mayBePaid: true, people: ['ana', 'ben'] };
    for (const state of ['asked', 'not-left', 'not-done', 'done'] as const)
      expect(claimRefusal(cancel({ rivals: [rival({ state })], cancelling: two }))).toBeNull();
  });
});
