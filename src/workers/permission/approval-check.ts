/** The signatures that this worker counts as approvals, and their verification (design 6, security of a release). */
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import type { ApproverKeys } from '../../config/egress-config.ts';
import { verifySigned } from '../../domain/signing/signed-approval.ts';
import { isSignature } from '../../register/signature.ts';

/** People do not give more approvals than this within their validity. */
const maxGiven = 10_000;

/**
 * Creates the check of signed approvals. A signature counts only for the moment at which it was first made for its
 * order: made again later (after a revoke, a hold, or to a restarted workflow) it does not count. The order's workflow
 * remembers that as well; this memory is the process's own, so that no message to Temporal can erase it.
 */
export function createApprovalCheck(
  account: string,
  publicKeys: ApproverKeys,
): NonNullable<ActivityDependencies['verifyApproval']> {
  const given = new Map<string, { atMs: number; expiresAtMs: number }>();
  return (approval, { orderNumber, mode, nowMs, approvalLifeMs }) => {
    const check = {
      account,
      orderNumber,
      mode,
      nowMs,
      lifeMs: approvalLifeMs,
      publicKeys,
      verify: isSignature,
      used: [],
    };
    const verdict = verifySigned(approval, check);
    if (!verdict.valid) return false;
    const before = given.get(verdict.fingerprint);
    if (before !== undefined) return before.atMs === approval.atMs;
    for (const [fingerprint, { expiresAtMs }] of given) if (expiresAtMs <= nowMs) given.delete(fingerprint);
    if (given.size >= maxGiven) return false;
    given.set(verdict.fingerprint, { atMs: approval.atMs, expiresAtMs: approval.expiresAtMs });
    return true;
  };
}
