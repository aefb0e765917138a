/** Runs an order's money step, and handles each of its ends. */
import type { MoneyAttempt } from '../../activities/activity-contract.ts';
import type { FailureCategory } from '../../domain/failures/error-category.ts';
import { handlingOf, type Next } from '../../domain/failures/handling-table.ts';
import { OwnFailure, isOwnFailure, ownFailureTable, type AsksHuman } from '../../domain/failures/own-failures.ts';
import type { MoneyStepName } from '../../domain/once-steps.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import type { DoneStep } from '../contract/order-contract.ts';
import { reads, reconcilingReads } from '../kit/activity-proxies.ts';
import { stepWords } from '../../words/order-words.ts';
import type { OrderProblem } from '../../domain/orders/order-wait.ts';
import { banSpreadMs, changeWithin, workOrChange } from '../kit/wait.ts';
import { runMoneyStep, type MoneyStepEnd } from '../kit/money-step.ts';
import { provenBy } from '../../domain/register/step-row.ts';
import { doneHow, noteProblem, noteRead, waitFor, type OrderRun } from './order-run.ts';
import { rest, idlePauseMs, ownTroublePauseMs, quietLookMs, readInput } from './order-waiting.ts';

interface OrderStep {
  name: MoneyStepName;
  attempt: () => Promise<MoneyAttempt>;
}

/** Sends of one step before a human is asked, although each was provably not executed. */
const maxAttempts = 3;
const shortestPauseMs = 2_000;
const maxPauseMs = 300_000;
const maxTurnMs = 15_000;

/** Runs the step once by the protocol and handles its end; the caller loops and looks at the order again. */
export async function carryOut(order: OrderRun, step: OrderStep): Promise<void> {
  const { run, settings } = order;
  const { name } = step;
  const title = titleOf(order, name);
  if ((run.memory.attempts[name] ?? 0) >= maxAttempts)
    return askHuman(order, { code: 'attempts', step: name, attempts: maxAttempts });
  countAttempt(order, name, 1);
  run.remember({ sending: name, sendingIsStopped: false });
  // Changes by a command during the step are looked at right after it.
  const end = await runMoneyStep({ title, settings, read: () => readTruth(order, step), attempt: step.attempt });
  run.remember({ sending: null });
  await takeEnd(order, step, end);
}

/** Names a step of an order for the summaries of timers and activities. */
const titleOf = ({ input }: OrderRun, name: MoneyStepName): string =>
  `${stepWords[name]} of order ${input.orderNumber}`;

async function readTruth(order: OrderRun, { name }: OrderStep): Promise<'done' | 'not-done'> {
  waitFor(order, { code: 'outcome-unknown', step: name });
  order.troubles.note(name, { code: 'outcome-unknown', step: name });
  const facts = await reconcilingReads(`Is the ${titleOf(order, name)} done?`).readOrder(readInput(order));
  noteRead(order, facts);
  return provenBy[name].includes(facts.status) ? 'done' : 'not-done';
}

async function takeEnd(order: OrderRun, step: OrderStep, end: MoneyStepEnd): Promise<void> {
  const { run, troubles } = order;
  if (end.kind !== 'rejected' && step.name !== 'cancel') run.remember({ refusals: 0 });
  switch (end.kind) {
    case 'done':
      troubles.clear(step.name);
      markDone(order, { name: step.name, how: 'service' });
      return run.remember({ stale: true });
    case 'intent':
      countAttempt(order, step.name, -1);
      if (step.name === 'cancel') return;
      markDone(order, { name: step.name, how: 'shadow' });
      return waitFor(order, { code: 'shadow', step: step.name, isDone: false });
    case 'not-done':
      run.remember({ stale: true });
      if (step.name === 'cancel') troubles.clear(step.name);
      // Reads prove it only for a service that shows what it does within the settle time.
      return noteProblem(order, { code: 'not-done', step: step.name, message: end.reason, atMs: Date.now() });
    case 'undecided':
      return askHuman(order, { code: 'undecided', step: step.name, message: end.reason });
    case 'rejected':
      return takeRejection(order, step, end);
  }
}

/**
 * A call without effect waits for as long as its kind requires and is then looked at again; where waiting does not
 * help, it waits for a message. A refusal of the business needs a human.
 */
async function takeRejection(order: OrderRun, step: OrderStep, end: Rejection): Promise<void> {
  const { category, retryAfterMs } = end;
  const { isRuling, waitMs, asksHuman, next } = handlingOfEnd(order, category, retryAfterMs);
  const problem = refusalOf(order, step.name, { end, isUrgent: asksHuman === 'at-once' });
  noteProblem(order, problem);
  order.run.remember({ stale: true });
  // It is tried once: a person who still means it says it again. It slows no payment notice down.
  if (step.name === 'cancel') return countAttempt(order, step.name, -1);
  const { refusals } = order.run.memory;
  order.run.remember({ refusals: refusals + 1 });
  if (isRuling) {
    order.run.remember({ blockedUntilMs: Date.now() + (waitMs ?? 0) });
    return askHuman(order, problem);
  }
  countAttempt(order, step.name, -1);
  order.troubles.noteAs(asksHuman, step.name, problem);
  const { pauseMs, untilMs } = pauseOf(order, end, { waitMs, refusals });
  if (next === 'ban-end') return waitOutBan(order, untilMs);
  await rest(order, { code: 'blocked' }, { untilMs, ms: pauseMs });
}

/** How long a refused step waits before it is looked at again, and until when the page says that it waits. */
function pauseOf(
  order: OrderRun,
  { category, openUntilMs }: Rejection,
  { waitMs, refusals }: { waitMs: number | null; refusals: number },
): { pauseMs: number; untilMs: number | null } {
  if (waitMs === null) return { pauseMs: idlePauseMs(order), untilMs: null };
  const pauseMs = growing(waitMs, category, refusals);
  if (openUntilMs === undefined) return { pauseMs, untilMs: Date.now() + pauseMs };
  const openMs = Math.max(1, openUntilMs - Date.now()) + openSlackMs;
  return { pauseMs: Math.min(openMs, pauseMs), untilMs: openUntilMs };
}

type Rejection = Extract<MoneyStepEnd, { kind: 'rejected' }>;

/** Our payment may have left, and its notice does not: the service cancels an order that is not marked as paid in time. */
function refusalOf(
  { run: { memory } }: OrderRun,
  step: MoneyStepName,
  { end, isUrgent }: { end: Rejection; isUrgent: boolean },
): Extract<OrderProblem, { code: 'refused' }> {
  const { category, code: answer, message, lacks } = end;
  const openUntilMs = step === 'cancel' ? null : (end.openUntilMs ?? null);
  const inApp = { untilMs: memory.order?.payDeadlineMs ?? null };
  return {
    code: 'refused',
    step,
    category,
    answer,
    message,
    openUntilMs,
    ...(lacks === undefined ? {} : { lacks }),
    ...(isUrgent && step === 'mark-paid' ? { inApp } : {}),
  };
}

/** The register compares with the clock of its machine. */
const openSlackMs = 500;

/**
 * A repeated refusal is retried ever less often: each try costs some twenty events. A one-time code only needs its
 * turn, and where the register stays silent the look before the step finds it, for less.
 */
function growing(waitMs: number, category: FailureCategory | OwnFailure, refusals: number): number {
  const longestMs = longestPauses.get(category) ?? maxPauseMs;
  return Math.max(waitMs, Math.min(longestMs, waitMs * 2 ** refusals));
}

const longestPauses: ReadonlyMap<FailureCategory | OwnFailure, number> = new Map([
  [OwnFailure.NO_CODE, maxTurnMs],
  [OwnFailure.CODE_USED, maxTurnMs],
  [OwnFailure.REGISTER_SILENT, ownTroublePauseMs],
]);

interface EndHandling {
  /** A human rules on the step; else it is looked at again. */
  isRuling: boolean;
  /** null: no time heals it. */
  waitMs: number | null;
  asksHuman: AsksHuman;
  next: Next;
}

function handlingOfEnd(
  { settings }: OrderRun,
  category: FailureCategory | OwnFailure,
  retryAfterMs: number | null,
): EndHandling {
  if (isOwnFailure(category)) {
    const { waitMs, asksHuman } = ownFailureTable[category];
    const longMs = waitMs === null ? null : Math.max(waitMs, retryAfterMs ?? 0);
    return { isRuling: false, waitMs: longMs, asksHuman, next: 'retry' };
  }
  const { acts, waitMs, asksHuman, next } = handlingOf(category, 'money');
  const longMs = waitMs({ attempt: 1, retryAfterMs, random: Math.random, settings });
  return { isRuling: acts === 'human', waitMs: Math.max(shortestPauseMs, longMs), asksHuman, next };
}

/**
 * A ban may end early, when a human clears it: the worker's gate is asked, as one pending retry, without a call. Not
 * before every worker behind the address knows of the ban: one that does not would send into it.
 */
async function waitOutBan(order: OrderRun, untilMs: number | null): Promise<void> {
  const { run, round: revision } = order;
  waitFor(order, { code: 'blocked' }, { untilMs });
  if (await changeWithin(run, { revision, ms: banSpreadMs, summary: 'Waiting until every worker knows the ban' }))
    return;
  const gate = reads('Waiting for the end of the IP ban');
  await workOrChange(run, { revision, work: () => gate.confirmNoBan(), onChange: 'abandon' });
}

/** The next round waits: after a refusal by the service it reads first, because the call may have had an effect. */
function askHuman(order: OrderRun, problem: OrderProblem & { step: MoneyStepName }): void {
  order.run.remember({ undecided: problem.step, resolution: null });
  noteProblem(order, problem);
  waitFor(order, { code: 'needs-human' }, { asks: 'human' });
}

/** The service has refused the step: it is not sent again before its block is over, whatever the messages. */
export async function waitOutBlock(order: OrderRun): Promise<void> {
  const { blockedUntilMs } = order.run.memory;
  const untilMs = blockedUntilMs ?? Date.now();
  const heard = await rest(order, { code: 'blocked' }, { untilMs, ms: untilMs - Date.now() });
  if (!heard) order.run.remember({ blockedUntilMs: null });
}

/** A later read may show the unknown outcome: then no human is needed any more. */
export function settleUndecided(order: OrderRun): void {
  const { undecided, progress } = order.run.memory;
  if (undecided === null || !provenBy[undecided].includes(progress.status)) return;
  markDone(order, { name: undecided, how: 'service' });
  order.troubles.clear(undecided);
  order.run.remember({ undecided: null, resolution: null });
}

/**
 * The step that a human may rule on: an undecided one, one that the service accepted and does not show, or one that may
 * have left by a call that no read has ended.
 */
export function ruledStep({ run: { memory } }: OrderRun): MoneyStepName | null {
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

/** Applies a human's ruling, if there is one. */
export async function takeResolution(order: OrderRun): Promise<void> {
  const step = ruledStep(order);
  const { resolution } = order.run.memory;
  if (resolution === null) return;
  order.run.remember({ resolution: null, undecided: null, stale: true });
  if (step === null) return;
  order.troubles.clear(step);
  order.troubles.clear('confirm');
  const doneSteps = order.run.memory.doneSteps.filter(({ name }) => name !== step);
  order.run.remember({ doneSteps, attempts: { ...order.run.memory.attempts, [step]: 0 } });
  if (resolution.outcome === 'not-done') return;
  markDone(order, { name: step, how: resolution.outcome === 'done' ? 'human' : 'given-up' });
}

/**
 * A step that counts as done although the service does not show it: it is never sent again, and is checked ever less
 * often; a human is asked within a minute, because a 2xx may have had no effect.
 */
export async function awaitConfirmation(order: OrderRun, step: MoneyStepName): Promise<void> {
  const how = doneHow(order, step);
  if (how === 'shadow') return void (await rest(order, { code: 'shadow', step, isDone: true }, { ms: quietLookMs }));
  if (how === 'given-up') return void (await rest(order, { code: 'given-up', step }, { ms: quietLookMs }));
  const unshown = { step, how: how === 'human' ? 'human' : 'service' } as const;
  order.troubles.note('confirm', { code: 'unconfirmed', ...unshown });
  await rest(order, { code: 'confirming', ...unshown }, { ms: idlePauseMs(order) });
}

function markDone({ run }: OrderRun, step: DoneStep): void {
  if (run.memory.doneSteps.some(({ name }) => name === step.name)) return;
  run.remember({ doneSteps: [...run.memory.doneSteps, step] });
}

function countAttempt({ run }: OrderRun, name: MoneyStepName, by: number): void {
  const { attempts } = run.memory;
  run.remember({ attempts: { ...attempts, [name]: (attempts[name] ?? 0) + by } });
}
