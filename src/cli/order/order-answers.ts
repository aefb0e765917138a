import type { OrderView } from '../../client/index.ts';
import type { Check, CheckName } from '../../domain/orders/release-check.ts';
import { lacksText } from '../../words/check-words.ts';
import { ExitCode } from '../kit/exit-code.ts';
import type { WaitCode } from '../../domain/orders/order-wait.ts';
import { elsewhereText, mayBeCancelledText, problemText } from '../../words/order-words.ts';
import { standText } from './order-text.ts';
import { timeText } from '../text/time-zone.ts';
import { uncountedApproval } from '../../client/lists/uncounted-approval.ts';

export type OrderVerb =
  | 'approve'
  | 'revoke'
  | 'hold'
  | 'unhold'
  | 'verify-kyc'
  | 'match'
  | 'unmatch'
  | 'paid'
  | 'cancel'
  | 'resolve'
  | 'stop';

interface OrderAnswer {
  line: string;
  exitCode: ExitCode;
}

/** What was done, and what is under way until its look is over. */
interface Words {
  done: (by: string) => string;
  underWay: string;
}

const words: Record<OrderVerb, Words> = {
  approve: { done: (by) => `approval by ${by} noted`, underWay: 'the release is being checked now' },
  revoke: { done: (by) => `approvals taken back by ${by}`, underWay: 'the order is being looked at now' },
  hold: { done: (by) => `hold by ${by} noted`, underWay: 'nothing is paid or released until unhold' },
  unhold: {
    done: (by) => `unhold by ${by} noted, what a hold has ended has to be approved again`,
    underWay: 'the order is being looked at now',
  },
  'verify-kyc': { done: (by) => `identity check confirmed by ${by}`, underWay: 'the service is being notified now' },
  match: { done: () => 'payment attached', underWay: 'the order is being looked at now' },
  unmatch: {
    done: (by) => `payment taken back by ${by}, approvals have to be given again`,
    underWay: 'the order is being looked at now',
  },
  paid: { done: (by) => `payment confirmed by ${by}, do not pay again`, underWay: 'the service is being notified now' },
  cancel: { done: (by) => `cancellation asked by ${by}, DO NOT PAY`, underWay: 'the service is being asked now' },
  resolve: { done: (by) => `ruling by ${by} noted`, underWay: 'the order is being looked at now' },
  stop: { done: (by) => `stopped by ${by}`, underWay: 'its workflow is ending now' },
};

/** Returns the one-line answer to a command on an order, from the view in its workflow's reply. */
export function orderAnswer(verb: OrderVerb, by: string, view: OrderView): OrderAnswer {
  const { done, underWay } = words[verb];
  const problem = problemOf({ verb, by }, view);
  const head = `order ${view.orderNumber}: `;
  if (problem !== null) return { line: `${head}${problem}`, exitCode: ExitCode.REFUSED };
  const misfit = verb === 'match' ? misfitOf(view) : [];
  const noted = `${done(by)}${verb === 'match' ? comparison(view, misfit) : ''}${verb === 'approve' ? notCounted(view) : ''}`;
  const isKept = view.isKept || !takesBack.has(verb);
  // The amount was compared, and agreed to, before it was attached.
  const fits = misfit.every(({ name }) => name === 'payment-amount') ? ExitCode.OK : ExitCode.REFUSED;
  const [end, exitCode] = isKept ? ['', fits] : [`; ${notKept}`, ExitCode.NOT_KEPT];
  if (!view.settled) return { line: `${head}${noted}: ${underWay}${end}`, exitCode };
  return { line: `${head}${noted}; ${standNow(verb, view)}${end}`, exitCode };
}

/** What they take back can be allowed again by who reaches Temporal, until it is kept elsewhere. */
const takesBack: ReadonlySet<OrderVerb> = new Set(['hold', 'revoke', 'unmatch', 'stop']);
const notKept = 'not yet kept outside Temporal: the register does not answer, and no money moves until it does';

/** Returns why the accepted command had no effect, or null. */
function problemOf({ verb, by }: { verb: OrderVerb; by: string }, view: OrderView): string | null {
  if (verb === 'hold' || verb === 'revoke') return tooLate(verb, view);
  if (verb === 'paid' && mayBeCancelled(view)) return mayBeCancelledText;
  if (!view.settled) return null;
  if (verb === 'cancel') return uncancelled(view);
  if (verb === 'approve') return uncounted(by, view) ?? shadowProblem(view, 'released');
  return verb === 'paid' ? shadowProblem(view, 'sent to the service') : null;
}

/** Its payment is kept all the same, and is notified where the cancellation had no effect. */
function mayBeCancelled({ status, mayHaveLeft, undecided, waitingFor, isKept }: OrderView): boolean {
  const isAsked = 'step' in waitingFor && waitingFor.step === 'cancel';
  const isUnstopped = waitingFor.code === 'cancelling' && !isKept;
  return status === 'CANCELLED' || mayHaveLeft?.step === 'cancel' || undecided === 'cancel' || isAsked || isUnstopped;
}

/** It is tried once: what has failed is not tried again. */
function uncancelled({ lastProblem, status, cancel }: OrderView): string | null {
  const hasFailed = lastProblem !== null && 'step' in lastProblem && lastProblem.step === 'cancel';
  if (status === 'CANCELLED' || cancel?.isDue === true || !hasFailed) return null;
  return `not cancelled, and not tried again by itself: ${problemText(lastProblem)}`;
}

/** What the worker compares of a payment, under every policy. */
const compared: ReadonlySet<CheckName> = new Set(['payer-name', 'payment-amount', 'payment-time', 'proof-unused']);

/** What of a payment does not fit, as far as the worker has compared it. */
function misfitOf({ status, settled, checks }: OrderView): Check[] {
  return status === 'PAID' && settled ? checks.filter(({ name }) => compared.has(name)) : [];
}

/** Says what of a payment does not fit, before the state says what the release lacks. */
function comparison({ status, settled }: OrderView, misfit: readonly Check[]): string {
  if (status !== 'PAID') return '; payer and buyer are compared once the order is marked paid';
  if (!settled) return '; payer and buyer are being compared';
  return misfit.length === 0 ? '' : `, and it does NOT fit: ${lacksText(misfit)}`;
}

/** Who approves may have added up every payment that is attached; an order at its gate names those in its reason. */
function notCounted({ payments, waitingFor, settled }: OrderView): string {
  if (settled && (waitingFor.code === 'release-gate' || waitingFor.code === 'held')) return '';
  return payments.map((payment) => (payment.backs === null ? '' : `; ${elsewhereText(payment)}`)).join('');
}

/** Waits of an order after its release or payment notice has left. */
const afterLeaving: readonly WaitCode[] = ['confirming', 'outcome-unknown'];

/** How the order stands after a command that came too late. */
const afterLate = {
  hold: { all: 'the order is held', short: 'held' },
  revoke: { all: 'its approvals are taken back', short: 'taken back' },
} as const;

/** A hold or a revocation after the call was let go stops nothing. */
function tooLate(
  verb: keyof typeof afterLate,
  { side, status, hasLeft, waitingFor, mayHaveLeft }: OrderView,
): string | null {
  const { all, short } = afterLate[verb];
  const step = side === 'BUY' ? 'payment notice' : 'release';
  if (status === 'COMPLETED' || status === 'RELEASING') return `too late: the order is ${status}`;
  if (hasLeft || afterLeaving.includes(waitingFor.code))
    return `too late: the ${step} has left; ${all} in case it did not happen`;
  if (mayHaveLeft === null) return null;
  const until = `it shows by ${timeText(mayHaveLeft.untilMs)}`;
  return `${short}, and perhaps too late: an earlier ${step} may have left, by a run of the workflow that was reset or ended; ${until}`;
}

/** It names a look: what stands in the way is not taken away by approving once more. */
function uncounted(by: string, view: OrderView): string | null {
  const found = uncountedApproval(by, view);
  if (found === null) return null;
  const { why, standsUntilMs } = found;
  const look = `look (\`peerdesk order show ${view.orderNumber}\`)`;
  return standsUntilMs === null
    ? `the approval by ${by} does not count: ${why}: ${look}, then approve again`
    : `approval by ${by} noted, and nothing is released now: ${why}: ${look}; it holds until ${timeText(standsUntilMs)}, and counts once that is gone`;
}

function shadowProblem({ mode, waitingFor, why }: OrderView, what: string): string | null {
  if (mode !== 'shadow' || waitingFor.code !== 'shadow') return null;
  return `noted, and nothing is ${what} in mode shadow: ${why}`;
}

/** After a payment was confirmed the reason that asked for it is omitted. */
function standNow(verb: OrderVerb, view: OrderView): string {
  if (verb === 'stop') return 'the desk carries it no longer: finish it in the app';
  return verb === 'paid' && view.waitingFor.code === 'our-payment' ? view.status : standText(view);
}
