import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { switchNames } from '../../../src/domain/guard/guard-memory.ts';
import { switchesOfStep } from '../../../src/domain/guard/permit.ts';
import { armRefusal, type ArmFacts } from '../../../src/domain/register/arm-rules.ts';
import { stepStates, type StepRow } from '../../../src/domain/register/step-row.ts';
import { onceStepNames } from '../../../src/domain/once-steps.ts';
import { check } from '../seeded.ts';

const row: StepRow = {
  account: 'main',
  step: 'release',
  subject: 'order-1',
  number: 1,
  state: 'asked',
  term: 3,
  total: '70',
  fiat: 'BOB',
  askedAtMs: 1,
  armedAtMs: null,
  untilMs: null,
  unseenReads: 0,
  unseenAtMs: null,
  orderNumber: null,
};
const seen = { generation: 'minted-1', epoch: 2, revision: 5 };
const thrown = { by: 'ana', reason: 'a test', atMs: 1 };
const owner = { key: 'k', account: 'main', orderNumber: 'order-1' };

const facts = (changes: Partial<ArmFacts> = {}): ArmFacts => ({
  row,
  term: 3,
  newestTerm: 3,
  seen,
  now: { ...seen, isHeld: false },
  switches: {},
  owners: [],
  claimedPayments: 0,
  codeRefusal: null,
  ...changes,
});

describe('arming', () => {
  it('design 6: passes where all is as it was seen', () => {
    expect(armRefusal(facts())).toBeNull();
    expect(armRefusal(facts({ owners: [owner], claimedPayments: 1 }))).toBeNull();
  });

  it('design 6: is refused in an older term', () => {
    expect(armRefusal(facts({ newestTerm: 4 }))).toMatchObject({ reason: 'NOT_SENT' });
  });

  it('design 6: needs a claim that was not armed and has not given way', () => {
    expect(armRefusal(facts({ row: null }))).toMatchObject({ reason: 'NOT_SENT', code: 'claim-gone', state: null });
    for (const state of stepStates) {
      const refusal = armRefusal(facts({ row: { ...row, state } }));
      if (state === 'asked') expect(refusal).toBeNull();
      else expect(refusal).toMatchObject({ reason: 'NOT_SENT', code: 'claim-gone', state });
    }
  });

  it.each(switchNames)('design 6: the switch "%s" stops what it is for', (name) => {
    const stopped = onceStepNames.filter(
      (step) => armRefusal(facts({ row: { ...row, step }, switches: { [name]: thrown } })) !== null,
    );
    const expected = { all: [...onceStepNames], releases: ['release'], repricing: ['publish'], ads: ['publish'] };
    expect(stopped).toEqual(expected[name]);
  });

  it('I36: a switch stops the same steps here as at the guard', () => {
    const stopping = (step: StepRow['step']) =>
      switchNames.filter((name) => armRefusal(facts({ row: { ...row, step }, switches: { [name]: thrown } })) !== null);
    expect(Object.fromEntries(onceStepNames.map((step) => [step, stopping(step)]))).toEqual(switchesOfStep);
  });

  it('design 6: a hold stops it', () => {
    const refusal = { reason: 'HELD', code: 'order-held' };
    expect(armRefusal(facts({ now: { ...seen, isHeld: true } }))).toEqual(refusal);
  });

  it('design 6: any mark that has changed since the look refuses it', () => {
    const property = fc.property(
      fc.record({ generation: fc.string(), epoch: fc.nat(), revision: fc.nat() }),
      fc.record({ generation: fc.string(), epoch: fc.nat(), revision: fc.nat() }),
      (then, now) => {
        expect(armRefusal(facts({ seen: then, now: { ...then, isHeld: false } }))).toBeNull();
        const isSame = then.generation === now.generation && then.epoch === now.epoch && then.revision === now.revision;
        const refusal = armRefusal(facts({ seen: then, now: { ...now, isHeld: false } }));
        expect(refusal?.reason).toBe(isSame ? undefined : 'TAKEN_BACK');
      },
    );
    check(property, 300);
    for (const other of [{ generation: 'minted-2' }, { epoch: 3 }, { epoch: 1 }, { revision: 6 }, { revision: 4 }])
      expect(armRefusal(facts({ now: { ...seen, ...other, isHeld: false } }))).toMatchObject({ reason: 'TAKEN_BACK' });
  });

  it('design 6: each payment of the claim must still be the order’s', () => {
    const refused = { reason: 'PROOF_USED' };
    for (const claimedPayments of [0, 2])
      expect(armRefusal(facts({ owners: [owner], claimedPayments }))).toMatchObject(refused);
    for (const other of [{ account: 'demo' }, { orderNumber: 'order-2' }])
      expect(armRefusal(facts({ owners: [{ ...owner, ...other }], claimedPayments: 1 }))).toMatchObject(refused);
  });

  it('design 6: a one-time code that may not be used refuses it last', () => {
    const codeRefusal = { reason: 'CODE_USED', code: 'code-used' } as const;
    expect(armRefusal(facts({ codeRefusal }))).toEqual(codeRefusal);
    expect(armRefusal(facts({ codeRefusal, claimedPayments: 1 }))).toMatchObject({ reason: 'PROOF_USED' });
  });

  it('design 6: names the gravest of several reasons', () => {
    const wrong: Partial<ArmFacts> = {
      newestTerm: 4,
      row: { ...row, state: 'not-left' },
      switches: { releases: thrown },
      now: { ...seen, epoch: 3, isHeld: true },
      claimedPayments: 1,
      codeRefusal: { reason: 'CODE_USED', code: 'code-used' },
    };
    const mended: Partial<ArmFacts>[] = [
      {},
      { newestTerm: 3 },
      { row },
      { switches: {} },
      { now: { ...seen, epoch: 3, isHeld: false } },
      { now: { ...seen, isHeld: false } },
      { claimedPayments: 0 },
    ];
    const told = mended.map((_, at) => armRefusal(facts(Object.assign({}, wrong, ...mended.slice(0, at + 1))))?.code);
    const later = ['order-held', 'changed-since-look', 'payment-moved', 'code-used'];
    expect(told).toEqual(['other-leader', 'claim-gone', 'switched-off', ...later]);
  });
});
