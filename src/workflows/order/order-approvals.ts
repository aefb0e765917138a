/** The approvals of a release: each is bound to what its giver saw, and lapses with it. */
import {
  approvalRefusal,
  approvalsThatHold,
  bindApproval,
  type ApprovalMoment,
  type Approver,
} from '../../domain/orders/approval.ts';
import { asShown } from '../../domain/orders/attached-payments.ts';
import type { OrderRefusal } from '../../domain/refusals/order-refusal.ts';
import { provenBy } from '../../domain/register/step-row.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import { signatureRefusal } from '../../domain/signing/signed-approval.ts';
import { fingerprintOf } from '../../domain/signing/signed-word.ts';
import type { OrderMemory } from '../contract/order-contract.ts';
import type { ApprovalWord } from '../contract/order-messages.ts';
import type { Run } from '../kit/run.ts';
import type { OrderSteps } from './order-steps.ts';
import { attachedTo } from './shown-payments.ts';

/** The approvals of one order. They change the approvals, the signatures that were used, and how its gate is shown. */
export interface KeptApprovals {
  /** Returns why an approval does not count now, or null. */
  refusal(word: ApprovalWord): OrderRefusal | null;
  add(word: ApprovalWord): void;
  /** Drops lapsed approvals (hold, appeal, change, expiry) for good; once used they are history. */
  dropLapsed(): void;
}

interface ApprovalParts {
  readonly run: Run<OrderMemory>;
  readonly steps: OrderSteps;
  /** As they stand: they say how long an approval holds. */
  readonly settings: () => DeskSettings;
}

/** Creates the approvals of an order, over what its run remembers. */
export function createKeptApprovals({ run, steps, settings }: ApprovalParts): KeptApprovals {
  const moment = (): ApprovalMoment | null => momentOf(run.memory, settings().approvalLifeMs);
  return {
    refusal: (word) => {
      const now = moment();
      return now === null ? { code: 'order-unread' } : refusalOf(run.memory, now, approverOf(word));
    },
    add: (word) => {
      const now = moment();
      if (now !== null) run.change(withApproval(run.memory, now, approverOf(word)));
    },
    dropLapsed: () => {
      const now = moment();
      const { approvals, progress } = run.memory;
      const isUsed = steps.how('release') !== null || provenBy.release.includes(progress.status);
      if (now === null || approvals.length === 0 || isUsed) return;
      const holding = approvalsThatHold(approvals, now);
      if (holding.length !== approvals.length) run.remember({ approvals: holding });
    },
  };
}

/** Returns the order and the moment by which approvals are judged; null while the order has not been read. */
function momentOf(memory: OrderMemory, approvalLifeMs: number): ApprovalMoment | null {
  const { order, progress, held, mark } = memory;
  if (order === null || mark === null) return null;
  return {
    order: { ...order, status: progress.status },
    ...mark,
    paidSinceMs: progress.since,
    payments: asShown(attachedTo(memory)),
    held: held !== null,
    nowMs: Date.now(),
    approvalLifeMs,
  };
}

function approverOf({ by, note, seen, signed }: ApprovalWord): Approver {
  return { by, note: note ?? null, seen: seen ?? null, signed: signed ?? null };
}

/** An approval is bound to what its giver saw (`Seen`); before the payment it is refused. */
function refusalOf(memory: OrderMemory, now: ApprovalMoment, approver: Approver): OrderRefusal | null {
  const { approvals, usedSignatures, signedOnly, order: read } = memory;
  const { signed } = approver;
  // It would be shown on the page without counting.
  if (signedOnly && signed === null) return { code: 'unsigned-approval' };
  const used = signed === null ? null : signatureRefusal(signed, usedSignatures);
  if (used !== null) return used;
  // A new approval also needs a last read that shows the payment; an old one outlives a read that lags.
  const shown = { ...now, order: read ?? now.order };
  return approvalRefusal(shown, { approver, holding: approvalsThatHold(approvals, now) });
}

function withApproval(memory: OrderMemory, now: ApprovalMoment, approver: Approver): Partial<OrderMemory> {
  const { approvals, usedSignatures, wait, checks } = memory;
  const used = approver.signed === null ? [] : [fingerprintOf(approver.signed)];
  return {
    // Until the look is over the page must not show that no one has approved.
    checks: checks.filter(({ name }) => name !== 'approval'),
    wait:
      wait.what.code === 'release-gate' ? { ...wait, what: { ...wait.what, gate: 'approved', by: approver.by } } : wait,
    approvals: [...approvalsThatHold(approvals, now), bindApproval(now, approver)],
    usedSignatures: [...usedSignatures, ...used],
  };
}
