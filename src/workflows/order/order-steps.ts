/** What is known of an order's money steps: which are done and how, how often each was sent, and on which a human rules. */
import type { MoneyStepName } from '../../domain/once-steps.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import type { OrderTrouble } from '../../domain/orders/order-wait.ts';
import { provenBy } from '../../domain/register/step-row.ts';
import type { DoneStep, OrderMemory } from '../contract/order-contract.ts';
import type { Run } from '../kit/run.ts';
import type { TroubleWatch } from '../kit/trouble.ts';

/** The money steps of one order. They change what is done, undecided and ruled, the attempts, and the troubles of a step. */
export interface OrderSteps {
  /** How a step is known to be done; null while it is not. */
  how(name: MoneyStepName): DoneStep['how'] | null;
  /** What is known first of a done step stays. */
  markDone(step: DoneStep): void;
  attempts(name: MoneyStepName): number;
  /** Counts a send of a step, or takes back one that did not leave. */
  countAttempt(name: MoneyStepName, by: 1 | -1): void;
  /**
   * The step that a human may rule on: an undecided one, one that the service accepted and does not show, or one that may
   * have left by a call that no read has ended.
   */
  ruled(): MoneyStepName | null;
  /** Applies a human's ruling, if there is one. */
  takeResolution(): void;
  /** A later read may show the unknown outcome: then no human is needed any more. */
  settleUndecided(): void;
}

/** Creates what is known of an order's money steps, over what its run remembers. */
export function createOrderSteps(run: Run<OrderMemory>, troubles: TroubleWatch<OrderTrouble>): OrderSteps {
  const steps: OrderSteps = {
    how: (name) => run.memory.doneSteps.find((step) => step.name === name)?.how ?? null,
    markDone: (step) => {
      if (steps.how(step.name) === null) run.remember({ doneSteps: [...run.memory.doneSteps, step] });
    },
    attempts: (name) => run.memory.attempts[name] ?? 0,
    countAttempt: (name, by) =>
      run.remember({ attempts: { ...run.memory.attempts, [name]: steps.attempts(name) + by } }),
    ruled: () => ruledStep(run.memory),
    takeResolution: () => {
      const step = ruledStep(run.memory);
      const { resolution } = run.memory;
      if (resolution === null) return;
      run.remember({ resolution: null, undecided: null, stale: true });
      if (step === null) return;
      troubles.clear(step);
      troubles.clear('confirm');
      const { doneSteps, attempts } = run.memory;
      run.remember({
        doneSteps: doneSteps.filter(({ name }) => name !== step),
        attempts: { ...attempts, [step]: 0 },
      });
      if (resolution.outcome === 'not-done') return;
      steps.markDone({ name: step, how: resolution.outcome === 'done' ? 'human' : 'given-up' });
    },
    settleUndecided: () => {
      const { undecided, progress } = run.memory;
      if (undecided === null || !provenBy[undecided].includes(progress.status)) return;
      steps.markDone({ name: undecided, how: 'service' });
      troubles.clear(undecided);
      run.remember({ undecided: null, resolution: null });
    },
  };
  return steps;
}

function ruledStep(memory: OrderMemory): MoneyStepName | null {
  if (memory.undecided !== null) return memory.undecided;
  const unproven = memory.doneSteps
    .filter(({ name, how }) => how !== 'shadow' && !provenBy[name].includes(memory.progress.status))
    .map(({ name }) => name);
  // The page asks about it first.
  const [asked = null] = unproven.includes('cancel') ? (['cancel'] as const) : unproven;
  if (asked !== null) return asked;
  const { open, sending, order } = memory;
  if (open === null || sending !== null || order === null) return null;
  return open.step === 'cancel' ? 'cancel' : ownStepOf(order);
}

const ownStepOf = ({ side }: OrderFacts): MoneyStepName => (side === 'SELL' ? 'release' : 'mark-paid');
