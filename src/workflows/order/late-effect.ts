/** A release that counted as not executed, because no read showed it in time, and that a later read shows (ADR 0045). */
import { getExternalWorkflowHandle } from '@temporalio/workflow';
import { allAttached } from '../../domain/orders/attached-payments.ts';
import { lateReleaseFact } from '../contract/guard-contract.ts';
import { guardWorkflowId } from '../contract/workflow-ids.ts';
import { provenBy, type OrderRun } from './order-run.ts';
import { attachedTo } from './shown-payments.ts';

/**
 * Reports to the guard that a release which was given back has happened: its payments would back another one. A person
 * may have released in the app; the payments are used then as well.
 */
export async function countLateRelease({ run, input }: OrderRun): Promise<void> {
  const { releaseGivenBack = false, order, progress } = run.memory;
  if (!releaseGivenBack || order === null || !provenBy.release.includes(progress.status)) return;
  run.remember({ releaseGivenBack: false, releaseShowedLate: true });
  const { totalPrice: amount, fiat } = order;
  const proofs = allAttached(attachedTo(run.memory)).map(({ proofId }) => proofId);
  const guard = getExternalWorkflowHandle(guardWorkflowId(input.account));
  const late = { orderNumber: input.orderNumber, amount, fiat, proofs };
  await guard.signal(lateReleaseFact.signal, late).catch(ignoreMissingGuard);
}

/** What a merchant reads of it. */
export const showedLateText =
  'earlier reads did not show the release: it took effect late, or was made in the app; where the service is that slow, raise money_settle_ms';

/** A guard that does not run has claimed nothing. */
function ignoreMissingGuard(): void {
  return undefined;
}
