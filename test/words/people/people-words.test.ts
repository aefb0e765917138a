import { expect, it } from 'vitest';
import type { ArrivalReason } from '../../../src/domain/people/arrival.ts';
import { arrivalNote } from '../../../src/words/people/people-words.ts';

const cap: ArrivalReason = { kind: 'first-order', total: '900', fiat: 'BOB', cap: '500' };

it.each<[ArrivalReason, string]>([
  [{ kind: 'blocked', by: 'ana', note: 'chargeback' }, 'the counterparty is on the block list, by ana: chargeback'],
  [
    cap,
    'this person has finished no order with you: 500 BOB are the most for a first one, and these are 900 BOB with what runs',
  ],
  [
    { ...cap, cap: null },
    'this person has finished no order with you: no BOB are allowed for a first one, and these are 900 BOB with what runs',
  ],
  [
    { kind: 'cooldown', untilMs: 0 },
    'an order of this person was cancelled or appealed lately, so that those until 1970-01-01 00:00:00 UTC are held',
  ],
])('ADR 0059: a hold at the arrival says why, and what follows: %j', (reason, why) => {
  const sale = 'look, and unhold it to go on; what is approved counts only after that';
  expect(arrivalNote(reason)).toBe(`it arrived, and ${why}: ${sale}`);
});

it('ADR 0059: while register or guard is silent the hold says that the person is looked up again', () => {
  expect(arrivalNote({ kind: 'unknown' })).toContain('is not known yet: it is looked up again');
});
