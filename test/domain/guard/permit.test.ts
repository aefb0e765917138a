import { describe, expect, it } from 'vitest';
import {
  emptyGuardMemory,
  switchNames,
  throwSwitch,
  type GuardMemory,
} from '../../../src/domain/guard/guard-memory.ts';
import { decidePermit, switchesOfStep } from '../../../src/domain/guard/permit.ts';
import { permitRequestSchema, type PermitRequest } from '../../../src/domain/guard/permit-request.ts';
import { onceStepNames } from '../../../src/domain/once-steps.ts';
import { maxNameBytes, jsonBytes } from '../../../src/domain/kept-text.ts';
import { afterPermits, permitRequest, readyMemory } from './guard-fixture.ts';

const thrown = { by: 'ana', reason: 'a doubt', atMs: 1_000 };

const call = (number: number) => ({ number, callId: `call-${number}` });

function reason(memory: GuardMemory, changes: Partial<PermitRequest> = {}): string {
  const { answer } = decidePermit(memory, permitRequest(changes));
  return answer.permitted ? 'permitted' : answer.reason;
}

describe('design 6: what the guard permits', () => {
  it.each(onceStepNames)('design 6: a guard that knows its register permits a claimed %s', (step) => {
    const { memory, answer } = decidePermit(readyMemory, permitRequest({ step, number: 3 }));
    expect(answer).toEqual({ permitted: true });
    expect(memory).toEqual({ ...readyMemory, permitted: { number: 3, callId: 'call-1' } });
  });

  it('design 6: a refusal changes nothing and says why', () => {
    const memory = throwSwitch(readyMemory, 'all', thrown);
    const decision = decidePermit(memory, permitRequest());
    expect(decision.memory).toBe(memory);
    expect(decision.answer).toEqual({
      permitted: false,
      reason: 'SWITCHED_OFF',
      code: 'switched-off',
      engaged: { name: 'all', ...thrown },
    });
  });
});

describe('design 6: switches', () => {
  it('design 6: "all" stops every step, "releases" releases, "repricing" and "ads" what is published', () => {
    const stopped = switchNames.map((name) => {
      const memory = throwSwitch(readyMemory, name, thrown);
      return [name, onceStepNames.filter((step) => reason(memory, { step }) === 'SWITCHED_OFF')];
    });
    expect(Object.fromEntries(stopped)).toEqual({
      all: ['place', 'mark-paid', 'release', 'cancel', 'publish'],
      releases: ['release'],
      repricing: ['publish'],
      ads: ['publish'],
    });
    expect(Object.keys(switchesOfStep).toSorted()).toEqual(onceStepNames.toSorted());
  });

  it('I36: a switch is told also by a guard that is behind: catching up would not lift it', () => {
    expect(reason(throwSwitch(emptyGuardMemory, 'all', thrown))).toBe('SWITCHED_OFF');
  });
});

describe('I12: a guard that knows less than the register permits nothing', () => {
  it('I12: an empty one, and one of another register', () => {
    expect(decidePermit(emptyGuardMemory, permitRequest())).toEqual({
      memory: emptyGuardMemory,
      answer: {
        permitted: false,
        reason: 'GUARD_BEHIND',
        code: 'guard-behind',
      },
    });
    expect(reason(readyMemory, { generation: 'generation-2' })).toBe('GUARD_BEHIND');
    expect(reason({ ...readyMemory, generation: 'generation-2' })).toBe('GUARD_BEHIND');
  });

  it('I12: one that has permitted less than the register knows, as after a reset of the guard', () => {
    const memory = { ...readyMemory, permitted: call(6) };
    const known = [6, 7, 8].map((number) => reason(memory, { number: 9, known: call(number) }));
    expect(known).toEqual(['permitted', 'GUARD_BEHIND', 'GUARD_BEHIND']);
    expect(reason(readyMemory, { number: 9, known: call(1) })).toBe('GUARD_BEHIND');
  });

  it('I36: one with a word that the register does not have yet', () => {
    const told = { ...readyMemory, words: 2, keptWords: 1 };
    expect(decidePermit(told, permitRequest())).toEqual({
      memory: told,
      answer: {
        permitted: false,
        reason: 'GUARD_BEHIND',
        code: 'guard-untaken',
      },
    });
    expect(reason({ ...told, keptWords: 2 })).toBe('permitted');
    // More were kept than it received: its memory is of another one.
    expect(reason({ ...told, keptWords: 3 })).toBe('GUARD_BEHIND');
  });
});

describe('I1, I3: a number of the register is permitted once, and in order', () => {
  const memory = afterPermits([permitRequest({ number: 4 })]);

  it('I1, I3: at or below the highest that was permitted, the register is an older copy', () => {
    const known = memory.permitted;
    expect([1, 3, 4, 5, 77].map((number) => reason(memory, { number, known }))).toEqual([
      'REGISTER_BEHIND',
      'REGISTER_BEHIND',
      'REGISTER_BEHIND',
      'permitted',
      'permitted',
    ]);
    expect(decidePermit(memory, permitRequest({ number: 2 }))).toEqual({
      memory,
      answer: {
        permitted: false,
        reason: 'REGISTER_BEHIND',
        code: 'number-permitted',
        last: 4,
        number: 2,
      },
    });
  });

  it('I1, I3: whatever the step and its subject are', () => {
    for (const step of onceStepNames)
      expect(reason(memory, { step, subject: step, number: 4, known: memory.permitted })).toBe('REGISTER_BEHIND');
  });

  it('I12: of a register that counts from 0 again after a restore, the guard says that it is behind itself', () => {
    expect(reason(memory, { generation: 'generation-2', number: 1 })).toBe('GUARD_BEHIND');
  });
});

describe('ADR 0048: a register that does not name the last permitted call may be a copy without it', () => {
  const memory = afterPermits([permitRequest({ number: 4, callId: 'call-4' })]);

  it('ADR 0048: is permitted nothing, however high its own numbers are by now', () => {
    const others = [null, call(3), { number: 4, callId: 'of another copy' }, { number: 3, callId: 'call-4' }];
    for (const known of others)
      for (const number of [5, 6, 77]) expect(reason(memory, { number, known })).toBe('REGISTER_BEHIND');
    expect(decidePermit(memory, permitRequest({ number: 9, known: call(3) }))).toEqual({
      memory,
      answer: {
        permitted: false,
        reason: 'REGISTER_BEHIND',
        code: 'call-unnamed',
        last: 4,
      },
    });
  });

  it('ADR 0048: one that names it goes on, and its own call is the next to be named', () => {
    const next = decidePermit(memory, permitRequest({ number: 9, callId: 'call-9', known: call(4) }));
    expect(next.answer).toEqual({ permitted: true });
    expect(next.memory.permitted).toEqual(call(9));
  });
});

describe('design 6: a request that cannot be read permits nothing', () => {
  const request = permitRequest({ subject: 'SECRET-SUBJECT' });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'release'],
    ['an empty object', {}],
    ['a field too many', { ...request, force: true }],
    ['an unknown step', { ...request, step: 'Release' }],
    ['a step in a list', { ...request, step: ['release'] }],
    ['no subject', { ...request, subject: '' }],
    ['a subject without end', { ...request, subject: 'x'.repeat(81) }],
    ['no generation', { ...request, generation: '' }],
    ['a generation without end', { ...request, generation: 'x'.repeat(61) }],
    ['number 0, which no call has', { ...request, number: 0 }],
    ['a fraction of a number', { ...request, number: 1.5 }],
    ['a number that cannot be counted on', { ...request, number: 2 ** 53 }],
    ['a number in a text', { ...request, number: '1' }],
    ['a known number below 1', { ...request, known: { number: 0, callId: 'call-0' } }],
    ['a known number without its call', { ...request, known: { number: 1 } }],
    ['no word on what is known', { ...request, known: undefined }],
    ['no call', { ...request, callId: '' }],
    ['a call without end', { ...request, callId: 'x'.repeat(61) }],
  ])('S6: %s', (_what, odd) => {
    const { memory, answer } = decidePermit(readyMemory, odd);
    expect(memory).toBe(readyMemory);
    expect(answer).toMatchObject({ permitted: false, reason: 'INVARIANT' });
    expect(JSON.stringify(answer)).not.toContain('SECRET');
  });

  it('S6: the text names the fields', () => {
    const text = (odd: unknown) => decidePermit(readyMemory, odd).answer;
    expect(text({ ...request, number: 'x', generation: 1 })).toMatchObject({
      code: 'request-unreadable',
      places: ['generation', 'number'],
    });
    expect(text(null)).toMatchObject({ places: ['the request'] });
  });

  it('design 6: a long subject is shortened, so that it fits wherever it is kept', () => {
    const { subject } = permitRequestSchema.parse({ ...request, subject: '語'.repeat(80) });
    expect(jsonBytes(subject)).toBeLessThanOrEqual(maxNameBytes);
  });
});
