import { Context } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { MoneyAttempt } from '../../activities/activity-contract.ts';
import { repeatedEnd } from '../../activities/kit/caller.ts';
import { OwnFailure } from '../../domain/failures/own-failures.ts';
import type { CallingQueue } from '../../workflows/contract/task-queues.ts';
import { parseWorkflowId, type WorkflowIdParts } from '../../workflows/contract/workflow-ids.ts';
import { workKinds } from './account-activities.ts';
import { NotServed, ShareUsedUp, type AccountWork, type AskedWork } from './account-work.ts';

/** Who has lost the lead mostly has it again by then; attempts are few, and a money step has twice as long. */
const openWithinMs = 5_000;
const closed = {
  reason: OwnFailure.WORKER_STOPPING,
  text: 'this worker has lost the lead: it begins nothing',
};
/** Long enough to cost nothing, short enough for an account that has just been added. */
const notServedRetryMs = 10_000;
/** So that what waited for the lead does not come back all at once. */
const closedRetryMs = { least: 1_000, spread: 4_000 };

/** A task that was sent back, for the log: which account, and why. */
export interface SentBack {
  account: string | null;
  reason: OwnFailure;
  text: string;
}

interface DispatchOptions {
  /** Whether this process leads, by now or within so many ms: else it begins nothing. */
  isOpen: (withinMs: number) => Promise<boolean>;
  /** The account's place in this process; null: it is not served. */
  workOf: (account: string) => AccountWork | null;
  /** Why an account of this process is not served; null: it is not configured here. */
  refusalOf: (account: string) => string | null;
  onSentBack: (refusal: SentBack) => void;
  random: () => number;
}

type Activities = Record<string, (input: unknown) => Promise<unknown>>;

/**
 * Makes the activities of a group: each runs as that of its caller's account, which the caller's workflow id names. The
 * activities themselves check the caller again where it matters.
 */
export function createDispatcher(options: DispatchOptions): Record<CallingQueue, Activities> {
  const activitiesOf = (queue: CallingQueue): Activities =>
    Object.fromEntries(
      Object.entries(workKinds[queue]).map(([name, kind]) => [
        name,
        (input: unknown) => dispatch(options, { queue, name, kind, input }),
      ]),
    );
  return { calls: activitiesOf('calls'), money: activitiesOf('money'), watch: activitiesOf('watch') };
}

async function dispatch(options: DispatchOptions, asked: AskedWork): Promise<unknown> {
  const account = callersAccount();
  if (!(await options.isOpen(openWithinMs))) return sendBack(options, asked, { account, ...closed });
  if (account === null) return sendBack(options, asked, { account, reason: 'CALLER_NOT_ALLOWED', text: foreignText });
  try {
    const work = options.workOf(account);
    if (work === null) throw new NotServed();
    return await work.run(asked);
  } catch (error) {
    if (error instanceof ShareUsedUp) {
      const { message: text, retryMs } = error;
      return sendBack(options, asked, { account, reason: 'SHARE_USED_UP', text, retryMs });
    }
    if (!(error instanceof NotServed)) throw error;
    return unserved(options, asked, account);
  }
}

/** Work of a term that is over comes back to the next one; an account that this worker does not serve is a person's to add. */
async function unserved(options: DispatchOptions, asked: AskedWork, account: string): Promise<MoneyAttempt> {
  const refusal = options.refusalOf(account);
  const isOver = options.workOf(account) !== null || !(await options.isOpen(0));
  if (refusal === null && isOver) return sendBack(options, asked, { account, ...closed });
  const why = refusal ?? 'add it to the configuration of its egress';
  const text = `this worker does not serve account ${account}: ${why}`;
  return sendBack(options, asked, { account, reason: 'ACCOUNT_NOT_SERVED', text });
}

const ofAccounts: readonly WorkflowIdParts['kind'][] = [
  'ad',
  'order',
  'place',
  'publish',
  'change',
  'desk',
  'guard',
  'notices',
];
const foreignText =
  'only the workflow of an ad, order, placement, publication, change, desk, guard or notices may ask for this';

function callersAccount(): string | null {
  const parts = parseWorkflowId(Context.current().info.workflowExecution?.workflowId ?? '');
  return parts !== null && ofAccounts.includes(parts.kind) ? parts.owner : null;
}

/** A money step did not leave by this dispatch, and its workflow hears so; everything else is tried again. */
function sendBack(
  { onSentBack, random }: DispatchOptions,
  { kind }: AskedWork,
  { retryMs, ...refusal }: SentBack & Partial<Pick<ShareUsedUp, 'retryMs'>>,
): MoneyAttempt {
  onSentBack(refusal);
  const { reason, text: message } = refusal;
  if (kind === 'step') {
    const rejected = { kind: 'rejected', category: reason, code: null, message, retryAfterMs: null } as const;
    return repeatedEnd() ?? rejected;
  }
  if (reason === OwnFailure.CALLER_NOT_ALLOWED) throw ApplicationFailure.nonRetryable(message, reason);
  const isServed = reason !== OwnFailure.ACCOUNT_NOT_SERVED;
  const spread = closedRetryMs.least + Math.round(random() * closedRetryMs.spread);
  throw ApplicationFailure.create({
    type: reason,
    message,
    nextRetryDelay: retryMs ?? (isServed ? spread : notServedRetryMs),
    category: ApplicationFailureCategory.BENIGN,
  });
}
