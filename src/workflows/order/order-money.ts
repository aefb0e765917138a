/** How an order's money step is run and how each of its ends is taken. */
import type { MoneyAttempt } from '../../activities/activity-contract.ts';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import { promptReads } from '../kit/activity-proxies.ts';
import { banSpreadMs } from '../kit/ban-spread.ts';
import { runMoneyStep } from '../kit/money-step.ts';
import type { MoneyStepEnd } from '../kit/money-step.ts';
import { noteRead, remember, waitFor } from './order-desk.ts';
import type { OrderDesk } from './order-desk.ts';
import type { MoneyStepName } from '../contract/order-contract.ts';
import { heardWithin, quietRecheckMs } from './order-waiting.ts';

export interface OrderStep {
  name: MoneyStepName;
  title: string;
  attempt: () => Promise<MoneyAttempt>;
}

const { PAID, RELEASING, COMPLETED, IN_APPEAL } = OrderStatus;

/** The statuses that prove a step done. A placement has no order to read yet. */
const provenBy: Record<MoneyStepName, readonly OrderStatus[]> = {
  place: [],
  'mark-paid': [PAID, RELEASING, COMPLETED, IN_APPEAL],
  release: [RELEASING, COMPLETED],
};

/** Sends of one step before a human is asked, although each was provably not executed. */
const mostAttempts = 3;
const shortestPauseMs = 2_000;

/** Runs the step once by the protocol and takes its end; the caller loops and looks at the order again. */
export async function carryOut(desk: OrderDesk, step: OrderStep): Promise<void> {
  if (desk.memory.attempts[step.name] >= mostAttempts) {
    return askHuman(desk, step, `${step.title} was not executed in ${mostAttempts} attempts`);
  }
  countAttempt(desk, step.name, 1);
  const end = await runMoneyStep({
    title: step.title,
    settings: desk.settings,
    read: () => readTruth(desk, step),
    attempt: step.attempt,
  });
  await takeEnd(desk, step, end);
}

async function readTruth(desk: OrderDesk, step: OrderStep): Promise<'done' | 'not-done'> {
  const { account, orderNumber } = desk.input;
  waitFor(desk, { reason: 'outcome-unknown', why: `the outcome of the ${step.title} is not known: reading the order` });
  const order = await promptReads(account, `Is the ${step.title} done?`).readOrder({ orderNumber });
  noteRead(desk, order);
  return provenBy[step.name].includes(order.status) ? 'done' : 'not-done';
}

async function takeEnd(desk: OrderDesk, step: OrderStep, end: MoneyStepEnd): Promise<void> {
  switch (end.kind) {
    case 'done':
      markDone(desk, step.name);
      desk.stale = true;
      return;
    case 'intent':
      markDone(desk, step.name);
      waitFor(desk, { reason: 'shadow', why: `shadow: would now do the ${step.title}` });
      return;
    case 'not-done':
      remember(desk, { lastProblem: `${step.title}: ${end.reason}; proven not executed` });
      desk.stale = true;
      return;
    case 'undecided':
      return askHuman(desk, step, `nobody can tell whether the ${step.title} was executed: ${end.reason}`);
    case 'rejected':
      return takeRejection(desk, step, end);
  }
}

/** A call that never left (ban, rate limit, fence, clock) waits and runs again; a refusal of the business asks a human. */
async function takeRejection(
  desk: OrderDesk,
  step: OrderStep,
  end: Extract<MoneyStepEnd, { kind: 'rejected' }>,
): Promise<void> {
  const text = `${step.title} refused: ${end.category} ${end.code ?? ''} ${end.message}`;
  remember(desk, { lastProblem: text });
  if (!passing.includes(end.category)) return askHuman(desk, step, text);
  countAttempt(desk, step.name, -1);
  const pauseMs = Math.max(shortestPauseMs, end.retryAfterMs ?? 0);
  waitFor(desk, { reason: 'blocked', why: text, untilMs: Date.now() + pauseMs });
  // A ban may end early, when a human clears it: the read that follows asks the worker's gate every 20 s.
  await heardWithin(
    desk,
    end.category === 'IP_BAN' ? Math.min(banSpreadMs, pauseMs) : pauseMs,
    `Blocked: ${end.category}`,
  );
}

/** Categories that pass by themselves; the call was not executed. */
const passing = [
  'IP_BAN',
  'RATE_LIMITED',
  'RETRIABLE_WITH_BACKOFF',
  'RETRY_WITH_SYNC',
  'FENCED',
  'NOT_SENT',
  'SWITCHED_OFF',
];

async function askHuman(desk: OrderDesk, step: OrderStep, why: string): Promise<void> {
  remember(desk, { undecided: step.name, resolution: null });
  waitFor(desk, { reason: 'needs-human', why: why });
  await heardWithin(desk, quietRecheckMs, 'Waiting for a human to resolve');
}

/** A later read may tell what nobody could: then no human is needed any more. */
export function settleUndecided(desk: OrderDesk): void {
  const { undecided, order } = desk.memory;
  if (undecided === null || order === null || !provenBy[undecided].includes(order.status)) return;
  markDone(desk, undecided);
  remember(desk, { undecided: null, resolution: null });
}

/** Takes a human's ruling on the undecided step; nothing when there is none yet. */
export function takeResolution(desk: OrderDesk): void {
  const { resolution, undecided } = desk.memory;
  if (resolution === null) return;
  if (undecided !== null && resolution.outcome !== 'not-done') markDone(desk, undecided);
  if (undecided !== null && resolution.outcome === 'not-done') {
    remember(desk, { attempts: { ...desk.memory.attempts, [undecided]: 0 } });
  }
  remember(desk, { resolution: null, undecided: null });
  desk.stale = true;
}

function markDone(desk: OrderDesk, name: MoneyStepName): void {
  if (desk.memory.doneSteps.includes(name)) return;
  remember(desk, { doneSteps: [...desk.memory.doneSteps, name] });
}

function countAttempt(desk: OrderDesk, name: MoneyStepName, by: number): void {
  const { attempts } = desk.memory;
  remember(desk, { attempts: { ...attempts, [name]: attempts[name] + by } });
}
