import { compare, Decimal, isDecimalText } from '../decimal.ts';
import type { OrderFacts } from './order-facts.ts';
import { OrderStatus } from './order-status.ts';
import { isSamePerson } from './person-name.ts';

/** 'approve': a human approved. 'paid': the order's status is enough. 'match': an incoming payment matches. */
export type ReleasePolicyName = 'approve' | 'paid' | 'match';

export interface Approval {
  readonly by: string;
  readonly atMs: number;
  readonly note: string | null;
}

/** An incoming payment that somebody or something saw; `amount` in the order's fiat. */
export interface PaymentMatch {
  readonly amount: string;
  readonly payerName: string;
  /** Names the payment; a proof is good for one release. */
  readonly proofId: string;
  readonly atMs: number;
}

/** What is known of the counterparty; finishRate 0 to 1; null where unknown. */
export interface CounterpartyFacts {
  readonly completedOrders: number | null;
  readonly finishRate: number | null;
  readonly registerDays: number | null;
}

/** null switches a rule off. */
export interface CounterpartyRules {
  readonly minCompletedOrders: number | null;
  readonly minFinishRate: number | null;
  readonly minRegisterDays: number | null;
}

export interface ReleaseInput {
  /** From a read made for this decision. */
  readonly order: OrderFacts;
  /** What checkIfCanReleaseCoin said. */
  readonly serviceAllows: boolean;
  readonly policy: ReleasePolicyName;
  readonly approvals: readonly Approval[];
  readonly match: PaymentMatch | null;
  readonly usedProofIds: readonly string[];
  /** In the fiat; null: no cap. */
  readonly amountCap: string | null;
  readonly counterparty: CounterpartyFacts | null;
  readonly counterpartyRules: CounterpartyRules;
  readonly held: boolean;
  readonly killSwitch: 'open' | 'closed' | 'unknown';
}

/** One line of the list that a human sees. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly text: string;
}

export interface ReleaseVerdict {
  readonly ready: boolean;
  readonly checks: Check[];
  /** The names of the checks that fail. */
  readonly missing: string[];
}

export type ReleasePolicy = (input: ReleaseInput) => Check[];

/** A check whose text depends on how it ended. */
function check(name: string, ok: boolean, texts: { readonly pass: string; readonly fail: string }): Check {
  return { name, ok, text: ok ? texts.pass : texts.fail };
}

function checkCap({ amountCap, order }: ReleaseInput): Check {
  if (amountCap === null) return { name: 'amount-cap', ok: true, text: 'no amount cap is set' };
  // A cap or an amount that cannot be read fails closed.
  const within =
    isDecimalText(amountCap) && isDecimalText(order.totalPrice) && compare(order.totalPrice, amountCap) <= 0;
  const amount = `${order.totalPrice} ${order.fiat}`;
  return check('amount-cap', within, {
    pass: `${amount} is within the cap of ${amountCap}`,
    fail: `${amount} is not within the cap of ${amountCap}`,
  });
}

function shortfall(label: string, value: number | null, minimum: number | null): string | null {
  if (minimum === null || (value !== null && value >= minimum)) return null;
  return `${label} ${value ?? 'unknown'}, at least ${minimum} wanted`;
}

function checkCounterparty({ counterparty, counterpartyRules: rules }: ReleaseInput): Check {
  const shortfalls = [
    shortfall('completed orders', counterparty?.completedOrders ?? null, rules.minCompletedOrders),
    shortfall('finish rate', counterparty?.finishRate ?? null, rules.minFinishRate),
    shortfall('days since registration', counterparty?.registerDays ?? null, rules.minRegisterDays),
  ].filter((text) => text !== null);
  return check('counterparty', shortfalls.length === 0, {
    pass: 'the counterparty meets the rules',
    fail: `the counterparty does not meet the rules: ${shortfalls.join('; ')}`,
  });
}

/** The checks of every policy, in the order in which a human reads them. Design section 6, release gate. */
function commonChecks(input: ReleaseInput): Check[] {
  const { order, serviceAllows, held, killSwitch } = input;
  return [
    check('seller', order.side === 'SELL', {
      pass: 'the desk sells in this order',
      fail: 'the desk buys in this order: the release is the counterparty’s',
    }),
    check('status', order.status === OrderStatus.PAID, {
      pass: 'the order is marked paid',
      fail: `the order is ${order.status}, not PAID`,
    }),
    check('service', serviceAllows, {
      pass: 'the service allows the release',
      fail: 'the service does not allow the release',
    }),
    check('not-held', !held, { pass: 'the order is not on hold', fail: 'the order is on hold' }),
    check('kill-switch', killSwitch === 'open', {
      pass: 'releases are switched on',
      fail: killSwitch === 'closed' ? 'releases are switched off' : 'it is unknown whether releases are switched on',
    }),
    check('additional-kyc', order.additionalKyc !== 1, {
      pass: order.additionalKyc === 0 ? 'no additional KYC is asked for' : 'the additional KYC is verified',
      fail: 'the additional KYC is not verified yet',
    }),
    check('no-complaint', !order.complaint, { pass: 'there is no complaint', fail: 'there is a complaint' }),
    checkCap(input),
    checkCounterparty(input),
  ];
}

const approve: ReleasePolicy = ({ approvals }) => {
  const approvers = approvals.map((approval) => approval.by).filter((by) => by.trim() !== '');
  return [
    check('approval', approvers.length > 0, {
      pass: `approved by ${approvers.join(', ')}`,
      fail: 'no human has approved the release',
    }),
  ];
};

function checkPaidAmount({ order }: ReleaseInput, { amount }: PaymentMatch): Check {
  const readable = isDecimalText(amount) && isDecimalText(order.totalPrice);
  const wanted = `${order.totalPrice} ${order.fiat}`;
  return check('payment-amount', readable && new Decimal(amount).equals(order.totalPrice), {
    pass: `${wanted} arrived`,
    fail: `${amount} arrived, ${wanted} wanted`,
  });
}

/** The desk sells, so the payer is the buyer. Texts leave both names out: they are personal data. */
const match: ReleasePolicy = (input) => {
  const { match: payment, order, usedProofIds } = input;
  if (payment === null) return [{ name: 'payment-match', ok: false, text: 'no matching payment has been seen' }];
  const buyer = order.buyerName;
  return [
    checkPaidAmount(input, payment),
    check('payer-name', buyer !== null && isSamePerson(payment.payerName, buyer), {
      pass: 'the payer is the buyer',
      fail: buyer === null ? 'the buyer’s name is not known' : 'the payer’s name is not the buyer’s',
    }),
    check('proof-unused', payment.proofId !== '' && !usedProofIds.includes(payment.proofId), {
      pass: 'the payment has not been used before',
      fail: payment.proofId === '' ? 'the payment has no id' : 'the payment was used for another release',
    }),
  ];
};

/** What each policy asks for beyond the common checks. */
export const releasePolicies: Readonly<Record<ReleasePolicyName, ReleasePolicy>> = { approve, paid: () => [], match };

function policyChecks(input: ReleaseInput): Check[] {
  // The name may come from a file or a message, and no unknown name may release anything.
  if (Object.hasOwn(releasePolicies, input.policy)) return releasePolicies[input.policy](input);
  return [{ name: 'policy', ok: false, text: `there is no release policy ${String(input.policy)}` }];
}

/** Takes everything known of an order and gives every check with its result, and whether the release may go. Design 6. */
export function evaluateRelease(input: ReleaseInput): ReleaseVerdict {
  const checks = [...commonChecks(input), ...policyChecks(input)];
  const missing = checks.filter((item) => !item.ok).map((item) => item.name);
  return { ready: missing.length === 0, checks, missing };
}
