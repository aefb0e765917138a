import { approvalsThatHold } from './approval.ts';
import { amountsProblem } from './order-amounts.ts';
import { OrderStatus } from './order-status.ts';
import { freeProof, matchChecks } from './payment-match.ts';
import { check, type Check, type CheckName } from './release-check.ts';
import type { ReleaseFacts } from './release-facts.ts';
import { ruleChecks, type ReleaseRules } from './release-rules.ts';
import { approversWanted } from './rules/approvers.ts';

export interface ReleaseInput extends ReleaseFacts {
  readonly rules: ReleaseRules;
}

interface ReleaseVerdict {
  readonly ready: boolean;
  readonly checks: Check[];
  /** The names of the checks that fail. */
  readonly missing: CheckName[];
  /** The proof that the release must claim, normalised: of the attached payment, when it backs no other order. */
  readonly proof: string | null;
  /** The other proofs that it must claim: of the parts that came before. */
  readonly otherProofs: string[];
}

function checkSwitch({ killSwitch }: ReleaseInput): Check {
  return check('kill-switch', killSwitch === 'open', {
    pass: 'releases are switched on',
    fail: killSwitch === 'closed' ? 'releases are switched off' : 'it is unknown whether releases are switched on',
    bringer: killSwitch === 'closed' ? 'switch' : 'time',
  });
}

function checkAmounts({ order }: ReleaseInput): Check {
  const problem = amountsProblem(order);
  return check('amounts', problem === null, {
    pass: 'total, amount and price are above zero',
    fail: problem ?? '',
    bringer: 'human',
  });
}

/** The checks of every policy, in reading order. Design 6, release gate. */
function commonChecks(input: ReleaseInput): Check[] {
  const { order, serviceAllows, held } = input;
  return [
    check('seller', order.side === 'SELL', {
      pass: 'the desk sells in this order',
      fail: 'the desk buys in this order: the release is the counterparty’s',
      bringer: 'service',
    }),
    check('status', order.status === OrderStatus.PAID, {
      pass: 'the order is marked paid',
      fail: `the order is ${order.status}, not PAID`,
      bringer: 'service',
    }),
    check('service', serviceAllows, {
      pass: 'the service allows the release',
      fail: 'the service does not allow the release',
      bringer: 'service',
    }),
    check('not-held', !held, { pass: 'the order is not on hold', fail: 'the order is on hold', bringer: 'human' }),
    checkSwitch(input),
    check('additional-kyc', order.additionalKyc !== 1, {
      pass: order.additionalKyc === 0 ? 'no additional KYC is asked for' : 'the additional KYC is verified',
      fail: 'the additional KYC is not verified yet',
      bringer: 'human',
    }),
    check('no-complaint', !order.complaint, {
      pass: 'there is no complaint',
      fail: 'there is a complaint',
      bringer: 'service',
    }),
    checkAmounts(input),
    ...ruleChecks(input.rules, input),
  ];
}

function checkApprovals(input: ReleaseInput): Check {
  const holding = approvalsThatHold(input.approvals, input).map(({ by }) => by.trim());
  const wanted = approversWanted(input.rules.approvers, input.order);
  const none = wanted === 1 ? 'no human has approved the release' : `no human has approved, ${wanted} are wanted`;
  return check('approval', holding.length >= wanted, {
    pass: `approved by ${holding.join(', ')}`,
    fail: holding.length === 0 ? none : `approved by ${holding.join(', ')} only: ${wanted} different people are wanted`,
    bringer: 'human',
  });
}

/** No approval carries the payment of a third party unseen: people add up what is attached, and names are compared here. */
function checkStranger({ hasStranger }: ReleaseInput): Check[] {
  if (!hasStranger) return [];
  const text =
    'the payer of an attached payment is not known to be the buyer: take it back, or attach it despite that, as one of a third party';
  return [{ name: 'payer-name', ok: false, text, bringer: 'human' }];
}

/** Requires a payment that matches, or people who approve what the match cannot. */
function checkMatch(input: ReleaseInput): Check[] {
  const approval = checkApprovals(input);
  if (approval.ok) return [approval, ...checkStranger(input)];
  const { match } = input;
  if (match !== null) return matchChecks({ ...input, match });
  return [{ name: 'payment-match', ok: false, text: 'no matching payment has been seen', bringer: 'bank' }];
}

/** Checks of one policy beyond the common ones. The name may come from a file or a message, hence the allow-list. */
function policyChecks(input: ReleaseInput): Check[] {
  const policy: unknown = input.rules.policy;
  if (policy === 'approve') return [checkApprovals(input), ...checkStranger(input)];
  if (policy === 'match') return checkMatch(input);
  if (policy === 'paid') return checkStranger(input);
  return [
    { name: 'policy', ok: false, text: `there is no release policy ${JSON.stringify(policy)}`, bringer: 'human' },
  ];
}

/**
 * Evaluates the release gate: every check with its result and who can supply what is missing, whether the release may
 * go, and the proof that it must claim. Design 6.
 */
export function evaluateRelease(input: ReleaseInput): ReleaseVerdict {
  const checks = [...commonChecks(input), ...policyChecks(input)];
  const missing = checks.filter((item) => !item.ok).map((item) => item.name);
  const { match, usedProofs } = input;
  // Claimed under every policy: a payment that a human approved for one order must not match another one later.
  return {
    ready: missing.length === 0,
    checks,
    missing,
    proof: match === null ? null : freeProof({ match, usedProofs }),
    otherProofs: otherProofs(input),
  };
}

/** A match carries a release by itself; people who approve may have added up all that is attached (money-steps#payments-and-approvals). */
function otherProofs(input: ReleaseInput): string[] {
  const { rules, usedProofs, earlierMatches = [] } = input;
  if (rules.policy === 'match' && !checkApprovals(input).ok) return [];
  return earlierMatches.flatMap((match) => freeProof({ match, usedProofs }) ?? []);
}
