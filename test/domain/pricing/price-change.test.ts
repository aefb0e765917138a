import { describe, expect, it } from 'vitest';
import { answersAfter, smallStepTicks } from '../../../src/domain/pricing/price-change.ts';
import type { PricingDecision } from '../../../src/domain/pricing/pricing-decision.ts';
import type { PricingInput } from '../../../src/domain/pricing/pricing-input.ts';
import { decidePrice } from '../../../src/domain/pricing/pricing.ts';
import { offers, pricingInput, rules } from './pricing-fixture.ts';
import { isAnswer, maximumStep, minimumChange, priceHold, allowedPrice, guardsOf, noteOf } from '../pricing-by-text.ts';

function decide(ruleChanges: Record<string, unknown>, changes: Partial<PricingInput> = {}): PricingDecision {
  return decidePrice(pricingInput({ rules: rules(ruleChanges), ...changes }));
}

describe('design 6: the largest step', () => {
  it('design 6: a change goes this far and no farther, up and down', () => {
    expect(decide({ maximumStep: { ticks: 5 } })).toMatchObject({ price: '10.45', hits: ['maximum-step'] });
    expect(decide({ maximumStep: { percent: '1' } })).toMatchObject({ price: '10.40' });
    expect(decide({ maximumStep: { ticks: 5 } }, { currentPrice: '10.00' })).toMatchObject({ price: '10.05' });
    expect(decide({ maximumStep: { ticks: 31 } })).toMatchObject({ price: '10.19', hits: [] });
    expect(noteOf(decide({ maximumStep: { ticks: 5 } }), 'maximum-step')).toBe(
      '10.19 is more than 5 ticks from 10.50: 10.45',
    );
  });

  it('design 6: a change within the step is made whole', () => {
    expect(decide({ maximumStep: { ticks: 40 } })).toMatchObject({ price: '10.19', hits: [] });
    for (const ticks of [31, 40]) {
      const words = `10.19 is within ${ticks} ticks of 10.50`;
      expect(noteOf(decide({ maximumStep: { ticks } }), 'maximum-step')).toBe(words);
    }
  });

  it('design 6: a percentage is one of the present price, and ends on the tick before it', () => {
    expect(decide({ maximumStep: { percent: '2' } })).toMatchObject({ price: '10.29' });
    expect(decide({ maximumStep: { percent: '0.25' } }, { currentPrice: '10.00' })).toMatchObject({ price: '10.02' });
    expect(decide({ maximumStep: { percent: '0.25' } }, { currentPrice: '10.30' })).toMatchObject({ price: '10.28' });
  });

  it('design 6: a percentage of less than a tick is a tick', () => {
    expect(decide({ maximumStep: { percent: '0.001' } })).toMatchObject({ price: '10.49' });
  });

  it('design 6: the rest of the way waits ten seconds', () => {
    const again = (nowMs: number) =>
      decide({ maximumStep: { ticks: 5 } }, { currentPrice: '10.45', lastChangeAtMs: 1_000_000, nowMs });
    expect(again(1_009_999)).toMatchObject({ action: 'keep', reason: 'held' });
    expect(again(1_010_000)).toMatchObject({ action: 'set', price: '10.40' });
  });

  it('I16: a step that would end in an own zone ends before it', () => {
    const ownPrices = [{ adNumber: '2', price: '10.42' }];
    expect(decide({ maximumStep: { ticks: 5 } }, { ownPrices })).toMatchObject({ action: 'set', price: '10.47' });
    const near = decide({ maximumStep: { ticks: 2 } }, { ownPrices, currentPrice: '10.47' });
    expect(near).toMatchObject({ action: 'keep', reason: 'below-change', price: '10.47' });
    expect(noteOf(near, 'maximum-step')).toBe(
      '10.19 is more than 2 ticks from 10.47: 10.47, and no price on that way is free',
    );
  });

  it('I16: a step whose end is in an own zone goes as far as there is a free price before it', () => {
    const ownPrices = [{ adNumber: '2', price: '10.09' }];
    const rising = { ownPrices, currentPrice: '10.00' };
    expect(decide({ maximumStep: { ticks: 8 } }, rising)).toMatchObject({ action: 'set', price: '10.04' });
    const buying = { ownPrices: [{ adNumber: '2', price: '10.41' }], side: 'BUY' as const };
    expect(decide({ maximumStep: { ticks: 8 } }, buying)).toMatchObject({ action: 'set', price: '10.46' });
  });

  it('design 6: the steps of a long way are no answers to a rival, however small they are', () => {
    const late = { answers: 6, lastChangeAtMs: 1_000_000, nowMs: 1_010_000 };
    const long = decide({ maximumStep: { ticks: 2 } }, late);
    expect(long).toMatchObject({ action: 'set', price: '10.48', isAnswer: false });
    const short = decide({ maximumStep: { ticks: 2 } }, { ...late, currentPrice: '10.22' });
    expect(short).toMatchObject({ action: 'keep', reason: 'held' });
    expect(noteOf(short, 'hold')).toContain('answer 7 in a row waits 300 s');
  });

  it('I15: a step for which limits and range leave no price is not made', () => {
    const input = pricingInput({ rules: rules({ maximumStep: { ticks: 5 } }) });
    const disjoint = { ...guardsOf(input), serviceRange: { low: '20', high: '21' } };
    expect(allowedPrice('10.19', disjoint)).toBeNull();
    expect(maximumStep('10.19', input, disjoint)?.price).toBe('10.50');
  });

  it('I16: a free price beyond the step is none to go to, on either side of the present one', () => {
    const input = pricingInput({ rules: rules({ maximumStep: { ticks: 5 } }) });
    const stepAmong = (ceiling: string, ...ownPrices: string[]) =>
      maximumStep('10.19', input, { ...guardsOf(input), limits: { floor: '9.00', ceiling }, ownPrices });
    expect(stepAmong('12.00', '10.45', '10.54')?.price).toBe('10.50');
    expect(stepAmong('10.50', '10.46')?.price).toBe('10.50');
  });

  it('I15: a price that breaks a limit does not go step by step', () => {
    const decision = decide({ maximumStep: { ticks: 5 } }, { currentPrice: '12.50' });
    expect(decision).toMatchObject({ action: 'set', reason: 'guards-broken', price: '10.19' });
  });
});

describe('design 6: what keeps a price back', () => {
  it('design 6: a change that is too small leaves the present price', () => {
    const input = pricingInput({ rules: rules({ minimumChangeTicks: 32 }) });
    expect(minimumChange('10.19', input)).toMatchObject({ step: { price: '10.50' }, enough: false });
    expect(minimumChange('10.18', input)).toMatchObject({ step: { price: '10.18' }, enough: true });
  });

  it('design 6: a step that finds no free price is no change, also where any change is large enough', () => {
    const ownPrices = [{ adNumber: '2', price: '10.42' }];
    const stuck = decide({ maximumStep: { ticks: 2 }, minimumChangeTicks: 0 }, { ownPrices, currentPrice: '10.47' });
    expect(stuck).toMatchObject({ action: 'keep', reason: 'below-change', price: '10.47' });
  });

  it('design 6: a hold keeps the present price, and knows when it ends', () => {
    const input = pricingInput({ rules: rules({ minimumHoldMs: 60_000 }), lastChangeAtMs: 980_000 });
    const way = { isAnswer: false, isCut: false };
    expect(priceHold('10.19', input, way)).toMatchObject({ step: { price: '10.50' }, untilMs: 1_040_000 });
    const over = { ...input, nowMs: 1_040_000 };
    expect(priceHold('10.19', over, way)).toMatchObject({ step: { price: '10.19' }, untilMs: null });
    expect(decidePrice(input)).toMatchObject({ reason: 'held', heldUntilMs: 1_040_000 });
  });

  it('design 6: an answer that waits as long as any change waits for the minimum hold', () => {
    const both = { minimumHoldMs: 10_000, answerHoldMs: 10_000 };
    const decision = decide(both, { currentPrice: '10.21', answers: 1, lastChangeAtMs: 995_000 });
    expect(noteOf(decision, 'hold')).toBe('last changed 5 s ago, minimum hold 10 s');
  });
});

describe('design 6: answers to a rival', () => {
  const answered = (answers: number, elapsedMs: number, changes: Partial<PricingInput> = {}): PricingDecision =>
    decide(
      { answerHoldMs: 10_000 },
      { currentPrice: '10.21', answers, lastChangeAtMs: 1_000_000, nowMs: 1_000_000 + elapsedMs, ...changes },
    );

  it('design 6: the first small step is free, and counts', () => {
    expect(answered(0, 0)).toMatchObject({ action: 'set', price: '10.19', isAnswer: true });
  });

  it.each([
    [1, 10_000],
    [2, 20_000],
    [3, 40_000],
    [6, 300_000],
    [60, 300_000],
  ])('design 6: after %i in a row the next one waits %i ms', (answers, waitMs) => {
    expect(answered(answers, waitMs - 1)).toMatchObject({ action: 'keep', reason: 'held' });
    expect(answered(answers, waitMs)).toMatchObject({ action: 'set', price: '10.19' });
    expect(noteOf(answered(answers, 0), 'hold')).toContain(`answer ${answers + 1} in a row waits ${waitMs / 1_000} s`);
  });

  it('design 6: ten minutes of rest end the row', () => {
    const at = (nowMs: number, decision = {}) => answersAfter(decision, { answers: 7, lastChangeAtMs: 0, nowMs });
    expect([at(599_999), at(600_000)]).toEqual([7, 0]);
    expect([at(599_999, { isAnswer: true }), at(600_000, { isAnswer: true })]).toEqual([8, 1]);
    expect(answersAfter({ isAnswer: false }, { answers: 7, lastChangeAtMs: null, nowMs: 0 })).toBe(0);
  });

  it('design 6: a moved market is followed at once, and so is a rise', () => {
    expect(answered(9, 0, { currentPrice: '10.23' })).toMatchObject({ action: 'set', isAnswer: false });
    expect(answered(9, 0, { currentPrice: '10.18' })).toMatchObject({ action: 'set', isAnswer: false });
    const buying = { side: 'BUY' as const, offers: offers('10.20') };
    expect(answered(9, 0, { ...buying, currentPrice: '10.22' })).toMatchObject({ action: 'set', price: '10.21' });
    expect(answered(9, 0, { ...buying, currentPrice: '10.20' })).toMatchObject({ action: 'keep', reason: 'held' });
  });

  it('design 6: small is 0.3 % of the price, or three times the ticks of the strategy', () => {
    const small = (price: string, strategy: object, priceScale = 2): boolean =>
      isAnswer(price, pricingInput({ currentPrice: '10.00', priceScale, rules: rules({ strategy }) }));
    expect(small('9.97', { kind: 'match' })).toBe(true);
    expect(small('9.96', { kind: 'match' })).toBe(false);
    expect(small('9.85', { kind: 'undercut', ticks: 5 })).toBe(true);
    expect(small('9.84', { kind: 'undercut', ticks: 5 })).toBe(false);
    expect(small('9.9700', { kind: 'undercut', percent: '0.1' }, 8)).toBe(true);
    expect(small('9.9699', { kind: 'undercut', percent: '0.1' }, 8)).toBe(false);
    expect(small('10.01', { kind: 'match' })).toBe(false);
    const cheap = pricingInput({ currentPrice: '0.10', rules: rules() });
    expect([isAnswer('0.07', cheap), isAnswer('0.06', cheap)]).toEqual([true, false]);
  });

  it('design 6: a small step is three ticks, or three times the largest of the strategy', () => {
    const position = { kind: 'match' } as const;
    expect(smallStepTicks({ kind: 'trail', ticks: 5 })).toBe(15);
    expect(smallStepTicks({ kind: 'undercut', ticks: 2 })).toBe(6);
    expect(smallStepTicks({ kind: 'undercut', percent: '0.5' })).toBe(3);
    expect(smallStepTicks({ kind: 'follow', users: ['s1'], position })).toBe(3);
    const of = [{ kind: 'undercut' as const, ticks: 2 }, { kind: 'trail' as const, ticks: 4 }, position];
    expect(smallStepTicks({ kind: 'combine', take: 'first', of })).toBe(12);
  });

  it('design 6: without the rule every look may answer', () => {
    const input = { currentPrice: '10.21', answers: 9, lastChangeAtMs: 999_999 };
    expect(decide({ answerHoldMs: 0 }, input)).toMatchObject({ action: 'set', price: '10.19' });
  });
});
