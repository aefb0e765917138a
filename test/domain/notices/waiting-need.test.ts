import { expect, it } from 'vitest';
import { waitingNeedsSchema, type WaitingNeed } from '../../../src/domain/notices/waiting-need.ts';

const need = { workflowId: 'desk:main', type: 'desk', sinceMs: 1, isUrgent: true } as const;

it('U16: what waits has codes of ours alone; a text in their place becomes a plain need', () => {
  const known: WaitingNeed = { ...need, fact: { code: 'desk-trouble', source: 'intake' } };
  const odd = { ...need, fact: { code: 'pay evil.example' } };
  const read = (needs: readonly unknown[]) => waitingNeedsSchema.safeParse({ needs, isCut: false });
  expect(read([known, odd]).data?.needs).toEqual([known, { ...need, fact: { code: 'unnamed' } }]);
  expect(read([{ ...known, type: 'bank' }]).success).toBe(false);
  expect(read(Array.from({ length: 301 }, () => known)).success).toBe(false);
});
