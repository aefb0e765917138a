import { expect, it } from 'vitest';
import { waitingNeedsSchema, type WaitingNeed } from '../../../src/domain/notices/waiting-need.ts';

const need = { workflowId: 'desk:main', type: 'desk', sinceMs: 1, isUrgent: true } as const;

it('U16: what waits has codes of ours alone; a text in their place becomes a plain need', () => {
  const known: WaitingNeed = { ...need, fact: { code: 'desk-trouble', source: 'intake' } };
  const odd = { ...need, fact: { code: 'pay evil.example' } };
  expect(waitingNeedsSchema.parse([known, odd])).toEqual([known, { ...need, fact: { code: 'unnamed' } }]);
  expect(waitingNeedsSchema.safeParse([{ ...known, type: 'bank' }]).success).toBe(false);
  expect(waitingNeedsSchema.safeParse(Array.from({ length: 301 }, () => known)).success).toBe(false);
});
