/** Runs an order's money step, and handles each of its ends. */
import type { MoneyAttempt, ReleaseCoinInput } from '../../activities/activity-contract.ts';
import type { FailureCategory } from '../../domain/failures/error-category.ts';
import { handlingOf, type Next } from '../../domain/failures/handling-table.ts';
import { OwnFailure, isOwnFailure, ownFailureTable, type AsksHuman } from '../../domain/failures/own-failures.ts';
import type { MoneyStepName } from '../../domain/once-steps.ts';
import type { OrderProblem } from '../../domain/orders/order-wait.ts';
import { provenBy } from '../../domain/register/step-row.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import { stepWords } from '../../words/order-words.ts';
import type { OrderMemory } from '../contract/order-contract.ts';
import { moneySteps, reads } from '../kit/activity-proxies.ts';
import { runMoneyStep, type MoneyStepEnd } from '../kit/money-step.ts';
import { banSpreadMs, changeWithin, workOrChange } from '../kit/wait.ts';
import { noteProblem } from './last-problem.ts';
import type { OrderRun } from './order-run.ts';
import { ownTroublePauseMs, quietLookMs } from './order-waiting.ts';

/** What the call of every step carries: of which order, in which mode, and until when it may leave. */
type StepCall = Pick<ReleaseCoinInput, 'mode' | 'orderNumber' | 'fence'>;

interface OrderStep {
  name: MoneyStepName;
  /** Label of the call in the Web UI. */
  summary: string;
  /** The one call. */
  attempt: (money: ReturnType<typeof moneySteps>, call: StepCall) => Promise<MoneyAttempt>;
}

/** Sends of one step before a human is asked, although each was provably not executed. */
const maxAttempts = 3;
const shortestPauseMs = 2_000;
const maxPauseMs = 300_000;
const maxTurnMs = 15_000;

/** Runs the step once by the protocol and handles its end; the caller loops and looks at the order again. */
export async function carryOut(order: OrderRun, { name, summary, attempt }: OrderStep): Promise<void> {
  const { run, steps, settings } = order;
  const { mode, orderNumber } = order.input;
  const { moneyStepBoundMs: boundMs, moneyRecvWindowMs: recvWindowMs } = settings;
  const call: StepCall = { mode, orderNumber, fence: { boundMs, recvWindowMs } };
  const title = `${stepWords[name]} of order ${orderNumber}`;
  if (steps.attempts(name) >= maxAttempts)
    return askHuman(order, { code: 'attempts', step: name, attempts: maxAttempts });
  steps.countAttempt(name, 1);
  run.remember({ sending: name, sendingIsStopped: false });
  // Changes by a command during the step are looked at right after it.
  const end = await runMoneyStep({
    title,
    settings,
    read: () => readTruth(order, name, title),
    attempt: () => attempt(moneySteps(summary, settings), call),
  });
  run.remember({ sending: null });
  await takeEnd(order, name, end);
}

async function readTruth(order: OrderRun, step: MoneyStepName, title: string): Promise<'done' | 'not-done'> {
  order.waits.show({ code: 'outcome-unknown', step });
  order.troubles.note(step, { code: 'outcome-unknown', step });
  const status = await order.reading.readOutcome(`Is the ${title} done?`);
  return provenBy[step].includes(status) ? 'done' : 'not-done';
}

async function takeEnd(order: OrderRun, step: MoneyStepName, end: MoneyStepEnd): Promise<void> {
  const { run, troubles, steps, waits } = order;
  if (end.kind !== 'rejected' && step !== 'cancel') run.remember({ refusals: 0 });
  switch (end.kind) {
    case 'done':
      troubles.clear(step);
      steps.markDone({ name: step, how: 'service' });
      return run.remember({ stale: true });
    case 'intent':
      steps.countAttempt(step, -1);
      if (step === 'cancel') return;
      steps.markDone({ name: step, how: 'shadow' });
      return waits.show({ code: 'shadow', step, isDone: false });
    case 'not-done':
      run.remember({ stale: true });
      if (step === 'cancel') troubles.clear(step);
      // Reads prove it only for a service that shows what it does within the settle time.
      return noteProblem(run, { code: 'not-done', step, message: end.reason, atMs: Date.now() });
    case 'undecided':
      return askHuman(order, { code: 'undecided', step, message: end.reason });
    case 'rejected':
      return takeRejection(order, step, end);
  }
}

/**
 * A call without effect waits for as long as its kind requires and is then looked at again; where waiting does not
 * help, it waits for a message. A refusal of the business needs a human.
 */
async function takeRejection(order: OrderRun, step: MoneyStepName, end: Rejection): Promise<void> {
  const { run, steps, waits, settings } = order;
  const { isRuling, waitMs, asksHuman, next } = handlingOfEnd(end, settings);
  const problem = refusalOf(run.memory, step, { end, isUrgent: asksHuman === 'at-once' });
  noteProblem(run, problem);
  run.remember({ stale: true });
  // It is tried once: a person who still means it says it again. It slows no payment notice down.
  if (step === 'cancel') return steps.countAttempt(step, -1);
  const { refusals } = run.memory;
  run.remember({ refusals: refusals + 1 });
  if (isRuling) {
    run.remember({ blockedUntilMs: Date.now() + (waitMs ?? 0) });
    return askHuman(order, problem);
  }
  steps.countAttempt(step, -1);
  order.troubles.noteAs(asksHuman, step, problem);
  const { ms, untilMs } = waitMs === null ? { ms: waits.idlePauseMs(), untilMs: null } : restOf(end, waitMs, refusals);
  if (next === 'ban-end') return waitOutBan(order, untilMs);
  await waits.rest({ code: 'blocked' }, { untilMs, ms });
}

/** How long a refused step waits before it is looked at again, and until when the page says that it waits. */
function restOf(
  { category, openUntilMs }: Rejection,
  waitMs: number,
  refusals: number,
): { ms: number; untilMs: number } {
  const pauseMs = growing(waitMs, category, refusals);
  if (openUntilMs === undefined) return { ms: pauseMs, untilMs: Date.now() + pauseMs };
  const openMs = Math.max(1, openUntilMs - Date.now()) + openSlackMs;
  return { ms: Math.min(openMs, pauseMs), untilMs: openUntilMs };
}

type Rejection = Extract<MoneyStepEnd, { kind: 'rejected' }>;

/** Our payment may have left, and its notice does not: the service cancels an order that is not marked as paid in time. */
function refusalOf(
  memory: OrderMemory,
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

function handlingOfEnd({ category, retryAfterMs }: Rejection, settings: DeskSettings): EndHandling {
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
  const { run, waits } = order;
  const { round: revision } = waits;
  waits.show({ code: 'blocked' }, { untilMs });
  if (await changeWithin(run, { revision, ms: banSpreadMs, summary: 'Waiting until every worker knows the ban' }))
    return;
  const gate = reads('Waiting for the end of the IP ban');
  await workOrChange(run, { revision, work: () => gate.confirmNoBan(), onChange: 'abandon' });
}

/** The next round waits: after a refusal by the service it reads first, because the call may have had an effect. */
function askHuman(order: OrderRun, problem: OrderProblem & { step: MoneyStepName }): void {
  order.run.remember({ undecided: problem.step, resolution: null });
  noteProblem(order.run, problem);
  order.waits.show({ code: 'needs-human' }, { asks: 'human' });
}

/** The service has refused the step: it is not sent again before its block is over, whatever the messages. */
export async function waitOutBlock({ run, waits }: OrderRun): Promise<void> {
  const untilMs = run.memory.blockedUntilMs ?? Date.now();
  const heard = await waits.rest({ code: 'blocked' }, { untilMs, ms: untilMs - Date.now() });
  if (!heard) run.remember({ blockedUntilMs: null });
}

/**
 * A step that counts as done although the service does not show it: it is never sent again, and is checked ever less
 * often; a human is asked within a minute, because a 2xx may have had no effect.
 */
export async function awaitConfirmation({ steps, waits, troubles }: OrderRun, step: MoneyStepName): Promise<void> {
  const how = steps.how(step);
  if (how === 'shadow') return void (await waits.rest({ code: 'shadow', step, isDone: true }, { ms: quietLookMs }));
  if (how === 'given-up') return void (await waits.rest({ code: 'given-up', step }, { ms: quietLookMs }));
  const unshown = { step, how: how === 'human' ? 'human' : 'service' } as const;
  troubles.note('confirm', { code: 'unconfirmed', ...unshown });
  await waits.rest({ code: 'confirming', ...unshown }, { ms: waits.idlePauseMs() });
}
