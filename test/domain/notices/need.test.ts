import { describe, expect, it } from 'vitest';
import { withoutEffects, type Need } from '../../../src/domain/notices/need.ts';
import type { NeedFact } from '../../../src/domain/notices/need-fact.ts';

const needs = (facts: readonly NeedFact[]): Need[] =>
  facts.map((fact, at) => ({ key: `${at}`, workflowId: `desk:${at}`, type: 'desk', fact, sinceMs: 0, urgentAtMs: 0 }));
const left = (facts: readonly NeedFact[]): NeedFact[] => withoutEffects(needs(facts)).map(({ fact }) => fact);

const refused: NeedFact = { code: 'desk-trouble', source: 'refused-key' };
const effects: readonly NeedFact[] = [
  { code: 'desk-trouble', source: 'intake' },
  { code: 'desk-trouble', source: 'adoption' },
  { code: 'desk-trouble', source: 'uncompared' },
  { code: 'desk-trouble', source: null },
  { code: 'order-trouble' },
  { code: 'ad-trouble', category: 'NON_RETRIABLE_BUSINESS' },
  { code: 'change-trouble' },
];
const others: readonly NeedFact[] = [
  { code: 'desk-trouble', source: 'guard' },
  { code: 'appeal', untilMs: null },
  { code: 'release-gate', lacks: ['approval'] },
];

describe('U16: one cause is one need', () => {
  it('a refused key is one need of the account, whatever fails with it; what waits for another reason stays', () => {
    expect(left([...effects, ...others, refused])).toEqual([...others, refused]);
  });

  it('without one each failure is a need', () => {
    expect(left([...effects, ...others])).toEqual([...effects, ...others]);
  });

  it.each(['outcome-unknown', 'undecided', 'placement-undecided', 'publication-undecided'] as const)(
    'a step without an end is one need where its workflow asks by %s; that of another workflow stays',
    (code) => {
      const [open, asking] = needs([{ code: 'step-open' }, { code }]);
      if (open === undefined || asking === undefined) throw new Error('not two');
      expect(withoutEffects([open, asking])).toEqual([open, asking]);
      const ofTheSame = { ...asking, workflowId: open.workflowId };
      expect(withoutEffects([open, ofTheSame])).toEqual([ofTheSame]);
      const held = { ...ofTheSame, fact: { code: 'held' } } as const;
      expect(withoutEffects([open, held])).toEqual([open, held]);
    },
  );
});
