import { describe, expect, it } from 'vitest';
import {
  emptyGuardMemory,
  maxPlacements,
  maxReleases,
  releaseKeptMs,
  callOpenMs,
  throwSwitch,
  type GuardMemory,
} from '../../../src/domain/guard/guard-memory.ts';
import { inheritMemory } from '../../../src/domain/guard/inherited-memory.ts';
import { countAsLeft, decidePermit, giveBack } from '../../../src/domain/guard/permit.ts';
import type { PermitRequest } from '../../../src/domain/guard/permit-request.ts';
import { codeStepAt } from '../../../src/domain/orders/code-step.ts';
import { afterPermits, releaseRequest } from './guard-fixture.ts';

const nowMs = 2_000_000_000_000;
const step = codeStepAt(nowMs);
const dayMs = 24 * 3_600_000;
const thrown = { by: 'ana', reason: 'a doubt', atMs: 1_000 };
const steps = ['place', 'mark-paid', 'release'] as const;

function answer(memory: GuardMemory, request: unknown, atMs = nowMs) {
  return decidePermit(memory, request, atMs).answer;
}

function reason(memory: GuardMemory, changes: Partial<PermitRequest> = {}, atMs = nowMs): string {
  const said = answer(memory, releaseRequest(changes), atMs);
  return said.permitted ? 'permitted' : said.reason;
}

describe('design 6: what the guard permits', () => {
  it.each(steps)('design 6: an empty memory permits %s', (step) => {
    expect(answer(emptyGuardMemory, releaseRequest({ step }))).toEqual({ permitted: true });
  });

  it('design 6: only a release is counted and claims', () => {
    const request = { proof: 'REF-1', codeStep: step };
    const released = afterPermits([releaseRequest(request)], nowMs);
    const facts = { orderNumber: 'A', amount: '1150.00', fiat: 'BOB', atMs: nowMs };
    expect(released.releases).toEqual([facts]);
    expect(released.claims).toEqual([{ proof: 'REF-1', ...facts }]);
    expect(released.codeStep).toBe(step);
    const paid = afterPermits([releaseRequest({ ...request, step: 'mark-paid' })], nowMs);
    expect(paid).toEqual({ ...emptyGuardMemory, codeStep: step, notices: [{ orderNumber: 'A', atMs: nowMs }] });
  });

  it('design 6: a refusal changes nothing', () => {
    const memory = throwSwitch(emptyGuardMemory, 'all', thrown);
    const decision = decidePermit(memory, releaseRequest({ proof: 'REF-1', codeStep: step }), nowMs);
    expect(decision.memory).toBe(memory);
    expect(decision.answer).toEqual({
      permitted: false,
      reason: 'SWITCHED_OFF',
      text: 'the switch "all" is engaged',
    });
  });
});

describe('design 6: switches and the block list', () => {
  it('design 6: "all" stops every step, "releases" stops releases only, "repricing" and "ads" none', () => {
    const stopped = (['all', 'releases', 'repricing', 'ads'] as const).map((name) => {
      const memory = throwSwitch(emptyGuardMemory, name, thrown);
      return steps.filter((step) => reason(memory, { step }) === 'SWITCHED_OFF');
    });
    expect(stopped).toEqual([['place', 'mark-paid', 'release'], ['release'], [], []]);
  });

  it('design 6: a blocked counterparty stops every step', () => {
    const memory = { ...emptyGuardMemory, blocked: ['u1'] };
    for (const step of steps) expect(reason(memory, { step, counterparty: 'u1' })).toBe('BLOCKED_COUNTERPARTY');
    expect(reason(memory, { counterparty: 'u2' })).toBe('permitted');
    expect(reason(memory)).toBe('permitted');
  });
});

describe('I12: a one-time code is used once', () => {
  it('I12: a step that is not later than the last one is refused, for every money step', () => {
    const memory = { ...emptyGuardMemory, codeStep: step };
    expect([step - 1, step, step + 1, null].map((codeStep) => reason(memory, { codeStep }))).toEqual([
      'CODE_USED',
      'CODE_USED',
      'permitted',
      'permitted',
    ]);
    expect(reason(memory, { step: 'mark-paid', codeStep: step })).toBe('CODE_USED');
  });

  it('I12: a step that the clock of the guard does not know is refused, in both directions', () => {
    const near = [-3, -2, 2, 3].map((away) => reason(emptyGuardMemory, { codeStep: step + away }));
    expect(near).toEqual(['CLOCK_SKEW', 'permitted', 'permitted', 'CLOCK_SKEW']);
    expect(answer(emptyGuardMemory, releaseRequest({ codeStep: Number.MAX_SAFE_INTEGER }))).toEqual({
      permitted: false,
      reason: 'CLOCK_SKEW',
      text: `the one-time code is of step 9007199254740991, and by this clock it is step ${step}`,
    });
  });

  it('I12: a kept step of a clock that was hours ahead does not use up the codes until then', () => {
    const ahead = { ...emptyGuardMemory, codeStep: step + 720 };
    const request = releaseRequest({ codeStep: step });
    expect(answer(ahead, request)).toEqual({ permitted: true });
    const { memory } = decidePermit(ahead, request, nowMs);
    expect(memory.codeStep).toBe(step);
    expect(reason(memory, { orderNumber: 'B', codeStep: step })).toBe('CODE_USED');
  });

  it('I12: a call without a code leaves the last step as it is', () => {
    expect(afterPermits([releaseRequest()], nowMs, { ...emptyGuardMemory, codeStep: step }).codeStep).toBe(step);
  });
});

describe('S8: the sum of a day', () => {
  const caps = { perDay: '2300' };
  const one = afterPermits([releaseRequest()], nowMs);

  it('S8: at the cap is permitted, above it is not, and the text says the sum', () => {
    expect(reason(one, { orderNumber: 'B', caps })).toBe('permitted');
    expect(answer(one, releaseRequest({ orderNumber: 'B', amount: '1150.01', caps }))).toEqual({
      permitted: false,
      reason: 'OVER_DAY_CAP',
      text: 'with this release 2300.01 BOB in 24 hours, at most 2300 wanted',
    });
  });

  it('S8: a single release above the cap is refused', () => {
    expect(reason(emptyGuardMemory, { caps: { perDay: '1149.99' } })).toBe('OVER_DAY_CAP');
  });

  it('S8: another currency, a day ago and the order itself do not count', () => {
    const large = { orderNumber: 'B', amount: '2300', caps };
    expect(reason(one, large, nowMs + dayMs - 1)).toBe('OVER_DAY_CAP');
    expect(reason(one, large, nowMs + dayMs)).toBe('permitted');
    expect(reason(one, { ...large, fiat: 'USD' })).toBe('permitted');
    expect(reason(one, { amount: '2300', caps }, nowMs + callOpenMs)).toBe('permitted');
  });

  it('S8: an order that asks again counts once', () => {
    const once = afterPermits([releaseRequest({ caps })], nowMs + callOpenMs, one);
    const again = afterPermits([releaseRequest({ caps })], nowMs + dayMs, once);
    expect(again.releases).toEqual([{ orderNumber: 'A', amount: '1150.00', fiat: 'BOB', atMs: nowMs + dayMs }]);
  });

  it('S8: other steps have no sum', () => {
    expect(reason(one, { step: 'mark-paid', amount: '99999', caps })).toBe('permitted');
  });

  it('design 6: what is older than 25 hours is dropped', () => {
    const later = afterPermits([releaseRequest({ orderNumber: 'B' })], nowMs + releaseKeptMs, one);
    expect(later.releases.map(({ orderNumber }) => orderNumber)).toEqual(['B']);
    const sooner = afterPermits([releaseRequest({ orderNumber: 'B' })], nowMs + releaseKeptMs - 1, one);
    expect(sooner.releases).toHaveLength(2);
  });

  it('design 6: more than can be counted is refused', () => {
    const releases = Array.from({ length: maxReleases }, (_, index) => ({
      orderNumber: `O${index}`,
      amount: '1',
      fiat: 'BOB',
      atMs: nowMs,
    }));
    const memory = { ...emptyGuardMemory, releases };
    expect(reason(memory)).toBe('OVER_DAY_CAP');
    expect(reason(memory, { orderNumber: 'O1' }, nowMs + callOpenMs)).toBe('permitted');
  });
});

describe('design 6: a request that cannot be read permits nothing', () => {
  const request = releaseRequest({ proof: 'SECRET-REFERENCE' });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'release'],
    ['an empty object', {}],
    ['a field too many', { ...request, force: true }],
    ['an unknown step', { ...request, step: 'Release' }],
    ['a step in a list', { ...request, step: ['release'] }],
    ['no order', { ...request, orderNumber: '' }],
    ['no amount', { ...request, amount: undefined }],
    ['an amount with a comma', { ...request, amount: '1,150' }],
    ['an amount with an exponent', { ...request, amount: '1e3' }],
    ['a negative amount', { ...request, amount: '-1150' }],
    ['an amount of nothing', { ...request, amount: '0' }],
    ['a number for an amount', { ...request, amount: 1150 }],
    ['no word on the proof', { ...request, proof: undefined }],
    ['a fraction of a code step', { ...request, codeStep: 1.5 }],
    ['no word on the caps', { ...request, caps: undefined }],
    ['a cap below zero', { ...request, caps: { perDay: '-1' } }],
    ['a cap that is no number', { ...request, caps: { perDay: 'much' } }],
    ['no cap a day', { ...request, caps: {} }],
  ])('S6: %s', (_what, odd) => {
    const { memory, answer: said } = decidePermit(emptyGuardMemory, odd, nowMs);
    expect(memory).toBe(emptyGuardMemory);
    expect(said).toMatchObject({ permitted: false, reason: 'INVARIANT' });
    expect(JSON.stringify(said)).not.toContain('SECRET');
  });

  it('S6: the text names the fields', () => {
    expect(answer(emptyGuardMemory, { ...request, amount: 'x', caps: 1 })).toMatchObject({
      text: 'the request for a permit cannot be read: amount, caps',
    });
    expect(answer(emptyGuardMemory, null)).toMatchObject({
      text: 'the request for a permit cannot be read: the request',
    });
  });
});

describe('design 6: a permit for a step that did not happen is returned', () => {
  const memory = afterPermits(
    [releaseRequest({ proof: 'REF 1', codeStep: step }), releaseRequest({ orderNumber: 'B', proof: 'REF 2' })],
    nowMs,
  );

  it('design 6: claim and sum of that order alone, the code step stays used', () => {
    const after = giveBack(memory, { orderNumber: 'A', step: 'release' });
    expect(after.claims.map(({ proof }) => proof)).toEqual(['REF 2']);
    expect(after.releases.map(({ orderNumber }) => orderNumber)).toEqual(['B']);
    expect(after.codeStep).toBe(step);
    expect(reason(after, { orderNumber: 'C', proof: 'REF 1', codeStep: step + 1 })).toBe('permitted');
  });

  it('design 6: a payment notice returns no release', () => {
    expect(giveBack(memory, { orderNumber: 'A', step: 'mark-paid' })).toEqual(memory);
  });
});

describe('I5: a request is one order', () => {
  const place = releaseRequest({ step: 'place', orderNumber: 'request-1' });
  const placed = decidePermit(emptyGuardMemory, place, 5).memory;

  it('is permitted once; what came of it is looked up, not placed again after a reset', () => {
    expect(placed.placements).toEqual([{ requestId: 'request-1', atMs: 5 }]);
    expect(decidePermit(placed, place, 6)).toEqual({
      memory: placed,
      answer: { permitted: false, reason: 'REQUEST_USED', text: expect.stringContaining('placed before') },
    });
    expect(decidePermit(placed, { ...place, orderNumber: 'request-2' }, 6).answer).toEqual({ permitted: true });
  });

  it('is free again when it is proven not to have been placed', () => {
    const free = giveBack(placed, { orderNumber: 'request-1', step: 'place' });
    expect(free.placements).toEqual([]);
    expect(decidePermit(free, place, 6).answer).toEqual({ permitted: true });
  });

  it('keeps the newest requests only', () => {
    const full = Array.from({ length: maxPlacements }, (_, index) => ({ requestId: `old-${index}`, atMs: index }));
    const { placements } = decidePermit({ ...emptyGuardMemory, placements: full }, place, 5).memory;
    expect(placements).toHaveLength(maxPlacements);
    expect(placements.at(-1)).toEqual({ requestId: 'request-1', atMs: 5 });
  });

  it('stays used when the guard was ended and another run takes over', () => {
    expect(inheritMemory(emptyGuardMemory, placed).placements).toEqual(placed.placements);
  });
});

describe('design 6: what is asked again after a reset of the guard counts as left', () => {
  it('promise 2: a release claims and counts although a switch is thrown by now', () => {
    const request = releaseRequest({ proof: 'REF-1', codeStep: step });
    const switched = throwSwitch(emptyGuardMemory, 'all', thrown);
    const memory = countAsLeft(switched, request, nowMs);
    expect(memory).toEqual({ ...afterPermits([request], nowMs), switches: switched.switches });
    expect(countAsLeft(memory, request, nowMs)).toEqual(memory);
  });

  it('promise 2: a payment stays with the order that it backs, and a used step is not returned', () => {
    const memory = afterPermits([releaseRequest({ proof: 'REF-1', codeStep: step + 1 })], nowMs);
    const other = releaseRequest({ orderNumber: 'B', proof: 'REF-1', codeStep: step });
    expect(countAsLeft(memory, other, nowMs)).toMatchObject({ claims: memory.claims, codeStep: step + 1 });
  });

  it('I12: the step of a wrong clock takes the place of none', () => {
    const memory = { ...emptyGuardMemory, codeStep: step };
    expect(countAsLeft(memory, releaseRequest({ codeStep: step + 720 }), nowMs).codeStep).toBe(step);
  });

  it('I3: a placement is known as placed', () => {
    const request = releaseRequest({ step: 'place', orderNumber: 'request-1', proof: 'REF-1' });
    const { placements, claims } = countAsLeft(emptyGuardMemory, request, nowMs);
    expect({ placements, claims }).toEqual({ placements: [{ requestId: 'request-1', atMs: nowMs }], claims: [] });
  });
});
