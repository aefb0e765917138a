import { describe, expect, it } from 'vitest';
import type { Need } from '../../../src/domain/notices/need.ts';
import type { NeedFact } from '../../../src/domain/notices/need-fact.ts';
import { ownNeeds } from '../../../src/workers/notices/own-needs.ts';

const place = { account: 'main', egress: 'default' };
const one: Need = {
  key: 'desk:main/desk-trouble/intake',
  workflowId: 'desk:main',
  type: 'desk',
  fact: { code: 'desk-trouble', source: 'intake' },
  sinceMs: 1,
  urgentAtMs: 1,
};

function passed(need: Need): Need | undefined {
  return ownNeeds([{ need, stage: 'first' }], place)[0]?.need;
}

describe('U16: reaching Temporal is not enough to send the merchant words', () => {
  it.each<[string, Need['type']]>([
    ['order:main:88', 'order'],
    ['ad:main:7', 'ad'],
    ['publish:main:usdt-bob', 'ad'],
    ['change:main:7', 'ad'],
    ['place:main:r.1', 'placement'],
    ['desk:main', 'desk'],
    ['guard:main', 'guard'],
    ['egress:default', 'egress'],
  ])('what is said of %s is passed on', (workflowId, type) => {
    const need = { ...one, workflowId, type };
    expect(passed(need)).toEqual(need);
  });

  it.each<[string, object]>([
    ['a code', { code: 'pay evil.example' }],
    ['a parameter', { code: 'desk-trouble', source: 'pay evil.example' }],
    ['one more parameter', { code: 'held', by: 'pay evil.example' }],
    ['a check', { code: 'release-gate', lacks: ['approval', 'pay evil.example'] }],
    ['a category', { code: 'ad-trouble', category: 'pay evil.example' }],
    ['a count', { code: 'lost-orders', count: 'pay evil.example' }],
    ['a time', { code: 'watchdog', outcome: 'offline', ads: 1, lookedAtMs: 9e15 }],
    ['the name of a switch', { code: 'switch', name: 'evil' }],
    ['nothing', {}],
  ])('%s that is not ours becomes a plain need', (_name, fact) => {
    expect(passed({ ...one, fact: fact as NeedFact })).toEqual({ ...one, fact: { code: 'unnamed' } });
  });

  it.each<[string, Partial<Need>]>([
    ['is of another account', { workflowId: 'desk:rival' }],
    ['is of another address', { workflowId: 'egress:other', type: 'egress' }],
    ['is of no workflow of ours', { workflowId: 'pay evil.example' }],
    ['has words for a number', { workflowId: 'order:main:pay evil.example', type: 'order' }],
    ['is of another kind than it says', { type: 'order' }],
    ['is of the notices themselves', { workflowId: 'notices:main' }],
    ['began at no time', { sinceMs: Number.NaN }],
  ])('a need that %s is not passed on', (_name, forged) => {
    expect(passed({ ...one, ...forged })).toBeUndefined();
  });
});
