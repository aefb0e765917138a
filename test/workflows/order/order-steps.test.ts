import { describe, expect, it } from 'vitest';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import type { OrderTrouble } from '../../../src/domain/orders/order-wait.ts';
import { orderInputSchema, type OrderMemory } from '../../../src/workflows/contract/order-contract.ts';
import { createRun } from '../../../src/workflows/kit/run.ts';
import type { TroubleWatch } from '../../../src/workflows/kit/trouble.ts';
import { freshMemory } from '../../../src/workflows/order/order-run.ts';
import { createOrderSteps } from '../../../src/workflows/order/order-steps.ts';
import { orderFacts, orderInput } from '../fixtures.ts';

/** What is known of the steps of an order that remembers this, and the troubles that were cleared. */
function stepsOf(part: Partial<OrderMemory> = {}) {
  const fresh = freshMemory(orderInputSchema.parse(orderInput('acme')));
  const run = createRun<OrderMemory>({ ...fresh, order: orderFacts(), ...part }, () => ({
    details: '',
    attributes: [],
  }));
  const cleared: string[] = [];
  const nothing = (): void => undefined;
  const troubles: TroubleWatch<OrderTrouble> = {
    note: nothing,
    noteUrgent: nothing,
    noteAs: nothing,
    clear: (source) => void cleared.push(source),
  };
  return { run, cleared, steps: createOrderSteps(run, troubles) };
}

const said = { by: 'ana', note: '' } as const;
const inStatus = (status: OrderStatus): Pick<OrderMemory, 'progress'> => ({ progress: { status, since: 1 } });

describe('I4: a step that is done', () => {
  it('stays done as it was first known', () => {
    const { steps } = stepsOf();
    expect(steps.how('release')).toBeNull();
    steps.markDone({ name: 'release', how: 'service' });
    steps.markDone({ name: 'release', how: 'shadow' });
    expect(steps.how('release')).toBe('service');
    expect(steps.how('mark-paid')).toBeNull();
  });

  it('and its sends are counted, those that did not leave taken back', () => {
    const { steps } = stepsOf();
    expect(steps.attempts('cancel')).toBe(0);
    for (const by of [1, 1, -1] as const) steps.countAttempt('cancel', by);
    expect(steps.attempts('cancel')).toBe(1);
    expect(steps.attempts('release')).toBe(0);
  });
});

describe('I5: a step whose outcome is unknown', () => {
  const undecided = { undecided: 'release', attempts: { place: 0, 'mark-paid': 0, release: 2 } } as const;

  it.each([
    ['done', 'human'],
    ['give-up', 'given-up'],
    ['not-done', null],
  ] as const)('ends with the word %s, and counts as %s', (outcome, how) => {
    const { run, cleared, steps } = stepsOf({ ...undecided, stale: false, resolution: { outcome, ...said } });
    expect(steps.ruled()).toBe('release');
    steps.takeResolution();
    expect(steps.how('release')).toBe(how);
    expect(steps.attempts('release')).toBe(0);
    expect(run.memory).toMatchObject({ undecided: null, resolution: null, stale: true });
    expect(cleared).toEqual(['release', 'confirm']);
  });

  it('is left by a round without a word', () => {
    const { run, steps } = stepsOf(undecided);
    const before = run.memory;
    steps.takeResolution();
    expect(run.memory).toBe(before);
  });

  it('ends with the read that shows it, and no other', () => {
    const { run, cleared, steps } = stepsOf({ ...undecided, ...inStatus(OrderStatus.PAID) });
    steps.settleUndecided();
    expect(steps.how('release')).toBeNull();
    run.remember(inStatus(OrderStatus.COMPLETED));
    steps.settleUndecided();
    expect(steps.how('release')).toBe('service');
    expect(run.memory.undecided).toBeNull();
    expect(cleared).toEqual(['release']);
  });
});

describe('I5: what a human may rule on', () => {
  it('a word that nothing waits for is dropped, and makes no step done', () => {
    const { run, steps } = stepsOf({ resolution: { outcome: 'done', ...said } });
    steps.takeResolution();
    expect(run.memory).toMatchObject({ resolution: null, doneSteps: [], stale: true });
  });

  it('a cancellation that does not show is asked about before the payment notice', () => {
    const doneSteps: OrderMemory['doneSteps'] = [
      { name: 'mark-paid', how: 'service' },
      { name: 'cancel', how: 'service' },
    ];
    expect(stepsOf({ doneSteps, ...inStatus(OrderStatus.AWAITING_PAYMENT) }).steps.ruled()).toBe('cancel');
    expect(stepsOf({ doneSteps, ...inStatus(OrderStatus.CANCELLED) }).steps.ruled()).toBe('mark-paid');
  });

  it.each([
    ['its own step of a sale', { order: orderFacts({ side: 'SELL' }) }, 'release'],
    ['its own step of a purchase', { order: orderFacts({ side: 'BUY' }) }, 'mark-paid'],
    ['none while one is under way', { sending: 'release' }, null],
    ['none before the first read', { order: null }, null],
  ] as const)('a call that may have left is %s', (_what, part, step) => {
    expect(stepsOf({ open: { armedAtMs: 1, untilMs: 2 }, ...part }).steps.ruled()).toBe(step);
  });
});
