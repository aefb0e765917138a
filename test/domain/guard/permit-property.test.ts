import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emptyGuardMemory,
  guardMemorySchema,
  openSwitch,
  throwSwitch,
  type GuardMemory,
} from '../../../src/domain/guard/guard-memory.ts';
import { inheritMemory } from '../../../src/domain/guard/inherited-memory.ts';
import { decidePermit } from '../../../src/domain/guard/permit.ts';
import type { PermitRequest } from '../../../src/domain/guard/permit-request.ts';
import type { PermittedCall } from '../../../src/domain/guard/permitted-call.ts';
import { onceStepNames, type OnceStepName } from '../../../src/domain/once-steps.ts';
import { check } from '../seeded.ts';
import { decideForOnly } from './guard-fixture.ts';

/** What happens to a guard and its register, in any order. */
type Act =
  | { readonly kind: 'call'; readonly step: OnceStepName; readonly arms: boolean }
  | { readonly kind: 'catch-up' | 'lost' | 'reset' | 'told' | 'kept' | 'lifted' };

const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('call' as const),
        step: fc.constantFrom(...onceStepNames),
        arms: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          'catch-up',
          'catch-up',
          'catch-up',
          'lost',
          'reset',
          'told',
          'kept',
          'kept',
          'lifted',
          'lifted',
        ),
      }),
    },
  ),
  { minLength: 10, maxLength: 60 },
);

const generation = 'generation-1';
const callOf = (number: number): PermittedCall => ({ number, callId: `call-${number}` });
const thrown = { by: 'ana', reason: '', atMs: 1 };

/** A guard, the numbers of its register, and what has left: a call leaves where it is permitted and then armed. */
class Desk {
  guard: GuardMemory = { ...emptyGuardMemory, generation };
  /** What it was at an earlier moment. */
  older: GuardMemory = this.guard;
  last = 0;
  armed: PermittedCall | null = null;
  left: number[] = [];

  act(act: Act): void {
    if (act.kind === 'call') this.#call(act.step, act.arms);
    else this.#others[act.kind]();
  }

  #call(step: OnceStepName, arms: boolean): void {
    this.last += 1;
    if (this.last % 3 === 0) this.older = this.guard;
    const { memory, answer } = this.#askAsOnly(this.last, step);
    const { words, keptWords, switches } = this.guard;
    if (answer.permitted) expect([words, switches.all]).toEqual([keptWords, null]);
    this.guard = memory;
    if (!answer.permitted || !arms) return;
    this.armed = callOf(this.last);
    this.left.push(this.last);
  }

  #ask(number: number, step: OnceStepName) {
    return decidePermit(this.guard, this.#request(number, step));
  }

  #askAsOnly(number: number, step: OnceStepName) {
    return decideForOnly(this.guard, this.#request(number, step));
  }

  #request(number: number, step: OnceStepName): PermitRequest {
    return { step, subject: 'A', generation, ...callOf(number), known: this.armed };
  }

  /** A second process with the same claim, a message that is sent twice, a workflow that was reset. */
  expectNoneAgain(): void {
    for (const number of this.left)
      for (const ask of [this.#ask(number, 'release'), this.#askAsOnly(number, 'release')])
        expect(ask.answer.permitted).toBe(false);
  }

  readonly #others = {
    'catch-up': () => {
      const { switches, rules, blocked, publications } = emptyGuardMemory;
      const known = { switches, rules, blocked, publications, generation, permitted: this.armed };
      this.guard = inheritMemory(this.guard, known);
    },
    reset: () => {
      this.guard = this.older;
    },
    // Deleted or forged: it knows nothing.
    lost: () => {
      this.guard = emptyGuardMemory;
    },
    told: () => {
      this.guard = { ...throwSwitch(this.guard, 'all', thrown), words: this.guard.words + 1 };
    },
    kept: () => {
      this.guard = { ...this.guard, keptWords: this.guard.words };
    },
    lifted: () => {
      this.guard = openSwitch(this.guard, 'all');
    },
  };
}

describe('design 6: the guard, for any requests in any order', () => {
  it('I1, I3: a number that has left is never permitted again, whatever the guard forgets', () => {
    let sent = 0;
    check(
      fc.property(acts, (list) => {
        const desk = new Desk();
        for (const act of list) {
          desk.act(act);
          desk.expectNoneAgain();
        }
        sent += desk.left.length;
        expect(guardMemorySchema.safeParse(JSON.parse(JSON.stringify(desk.guard))).success).toBe(true);
      }),
    );
    expect(sent).toBeGreaterThan(1_000);
  });
});
