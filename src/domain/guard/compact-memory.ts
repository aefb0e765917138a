import { Decimal } from '../decimal.ts';
import { keptName, keptText } from '../kept-text.ts';
import { keptProof } from '../orders/payment-proof.ts';
import {
  amountSchema,
  emptyGuardMemory,
  maxAdNumberBytes,
  maxBlockedBytes,
  maxFiatBytes,
  type GuardMemory,
} from './guard-memory.ts';

interface Sum {
  readonly amount: string;
  readonly fiat: string;
}

/**
 * Returns a memory that an earlier version may have written, with each text in the form in which it is kept now: that
 * version took texts of any length, and a guard whose memory is too large for Temporal stands still for good.
 */
export function compactMemory(memory: GuardMemory): GuardMemory {
  const { claims, releases, placements, notices, publications, blocked } = { ...emptyGuardMemory, ...memory };
  return {
    ...emptyGuardMemory,
    ...memory,
    claims: claims.map((claim) => ({ ...withShortSum(withShortNumber(claim)), proof: keptProof(claim.proof) })),
    releases: releases.map((release) => withShortSum(withShortNumber(release))),
    placements: placements.map(({ requestId, ...rest }) => ({ requestId: keptName(requestId), ...rest })),
    notices: notices.map(withShortNumber),
    publications: publications.map(({ name, adNumber, ...rest }) => ({
      name: keptName(name),
      adNumber: adNumber === null ? null : keptText(adNumber, maxAdNumberBytes),
      ...rest,
    })),
    blocked: blocked.map((name) => keptText(name, maxBlockedBytes)),
  };
}

function withShortNumber<Item extends { readonly orderNumber: string }>(item: Item): Item {
  return { ...item, orderNumber: keptName(item.orderNumber) };
}

function withShortSum<Item extends Sum>(item: Item): Item {
  return { ...item, amount: shortAmount(item.amount), fiat: keptText(item.fiat, maxFiatBytes) };
}

/** Never less than it was: it counts for the day. */
function shortAmount(amount: string): string {
  if (amountSchema.safeParse(amount).success) return amount;
  const rounded = new Decimal(amount).toDecimalPlaces(keptDecimals, Decimal.ROUND_UP).toFixed();
  return amountSchema.safeParse(rounded).success ? rounded : largestAmount;
}

const keptDecimals = 8;
const largestAmount = '9'.repeat(32);
