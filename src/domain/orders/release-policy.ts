import { approvalsThatHold } from './approval.ts';
import { oddAmount } from './order-amounts.ts';
import { OrderStatus } from './order-status.ts';
import { freeProof, matchChecks } from './payment-match.ts';
import { unless, type Check } from './release-check.ts';
import type { ReleaseFacts } from './release-facts.ts';
import { ruleChecks, type ReleaseRules } from './release-rules.ts';
import { approversWanted } from './rules/approvers.ts';

export interface ReleaseInput extends ReleaseFacts {
  readonly rules: ReleaseRules;
}

interface ReleaseVerdict {
  /** What the release lacks; empty: it may go. */
  readonly missing: Check[];
  /** The proof that the release must claim, normalised: of the attached payment, when it backs no other order. */
  readonly proof: string | null;
  /** The other proofs that it must claim: of the parts that came before. */
  readonly otherProofs: string[];
}

/** What every policy asks for, in reading order. Design 6, release gate. */
function commonChecks(input: ReleaseInput): Check[] {
  const { order, serviceAllows, held, killSwitch } = input;
  const odd = oddAmount(order);
  return [
    ...unless(order.side === 'SELL', { name: 'seller', bringer: 'service' }),
    ...unless(order.status === OrderStatus.PAID, { name: 'status', status: order.status, bringer: 'service' }),
    ...unless(serviceAllows, { name: 'service', bringer: 'service' }),
    ...unless(!held, { name: 'not-held', bringer: 'human' }),
    ...checkSwitch(killSwitch),
    ...unless(order.additionalKyc !== 1, { name: 'additional-kyc', bringer: 'human' }),
    ...unless(!order.complaint, { name: 'no-complaint', bringer: 'service' }),
    ...(odd === null ? [] : [{ name: 'amounts', odd, bringer: 'human' } as const]),
    ...ruleChecks(input.rules, input),
  ];
}

function checkSwitch(stand: ReleaseInput['killSwitch']): Check[] {
  if (stand === 'open') return [];
  const engaged = stand === 'unknown' ? null : stand;
  return [{ name: 'kill-switch', engaged, bringer: engaged === null ? 'time' : 'switch' }];
}

function checkApprovals(input: ReleaseInput): Check[] {
  const by = approvalsThatHold(input.approvals, input).map((approval) => approval.by.trim());
  const wanted = approversWanted(input.rules.approvers, input.order);
  return unless(by.length >= wanted, { name: 'approval', by, wanted, bringer: 'human' });
}

/** No approval carries the payment of a third party unseen: people add up what is attached, and names are compared here. */
function checkStranger({ hasStranger }: ReleaseInput): Check[] {
  return unless(!hasStranger, { name: 'payer-name', payer: 'stranger', bringer: 'human' });
}

/** Requires a payment that matches, or people who approve what the match cannot. */
function checkMatch(input: ReleaseInput): Check[] {
  if (checkApprovals(input).length === 0) return checkStranger(input);
  const { match, evidence, wasTakenBack, countsTyped } = input;
  const isMatched = evidence.kind === 'matched';
  if (isMatched && !wasTakenBack) return [];
  if (match !== null && countsTyped) return matchChecks({ ...input, match });
  // A payment says nothing of why a person took something back, or of a reset.
  if (isMatched) return [{ name: 'taken-back', bringer: 'human' }];
  const near = evidence.kind === 'near' ? { payment: evidence.payment, verdict: evidence.verdict } : null;
  return [{ name: 'payment-match', near, bringer: evidence.kind === 'unread' ? 'time' : 'bank' }];
}

/** What one policy asks for beyond the others. The name may come from a file or a message, hence the allow-list. */
function policyChecks(input: ReleaseInput): Check[] {
  const policy: unknown = input.rules.policy;
  if (policy === 'approve') return [...checkApprovals(input), ...checkStranger(input)];
  if (policy === 'match') return checkMatch(input);
  if (policy === 'paid') return checkStranger(input);
  return [{ name: 'policy', policy: String(JSON.stringify(policy)), bringer: 'human' }];
}

/**
 * Evaluates the release gate: what the release lacks and who can supply it, and the proof that it must claim. Design 6.
 */
export function evaluateRelease(input: ReleaseInput): ReleaseVerdict {
  const { match, usedProofs } = input;
  return {
    missing: [...commonChecks(input), ...policyChecks(input)],
    // Claimed under every policy: a payment that a human approved for one order must not match another one later.
    proof: match === null ? null : freeProof({ match, usedProofs }),
    otherProofs: [...otherProofs(input), ...evidenceProof(input)],
  };
}

/** Whatever the release rests on: the money that is this order's must not carry another one. */
function evidenceProof({ evidence }: ReleaseInput): string[] {
  return evidence.kind === 'matched' ? [evidence.proof] : [];
}

/** A match carries a release by itself; people who approve may have added up all that is attached (money-steps#payments-and-approvals). */
function otherProofs(input: ReleaseInput): string[] {
  const { rules, usedProofs, earlierMatches = [] } = input;
  if (rules.policy === 'match' && checkApprovals(input).length > 0) return [];
  return earlierMatches.flatMap((match) => freeProof({ match, usedProofs }) ?? []);
}
