/** What is said of the checks of a release. */
import { verdictWords } from './payments/payment-words.ts';
import { fiatAmountsText } from '../domain/orders/fiat-amounts.ts';
import type { BlockReason, Check, CheckName, OddAmount, Shortfall } from '../domain/orders/release-check.ts';
import { amountText } from './amount-words.ts';
import { engagedText } from './switch-words.ts';

/** What a release lacks while a check fails, by the check's name: one such as kill-switch reads like its opposite. */
export const checkWords: Readonly<Record<CheckName, string>> = {
  'additional-kyc': 'the extra identity check',
  amounts: 'a total, an amount and a price above zero',
  'amount-cap': 'a total within the cap',
  approval: 'an approval',
  'approval-signed': 'a signed approval',
  'block-list': 'a counterparty who is known, and not blocked',
  clock: 'a machine whose clock is right',
  counterparty: 'a counterparty who meets the rules',
  'kill-switch': 'releases switched on',
  'no-complaint': 'the end of a complaint',
  'not-held': 'the end of its hold',
  'payer-name': 'a payment from the buyer’s own name',
  'payment-amount': 'a payment of the right amount',
  'payment-match': 'a matching payment',
  'payment-time': 'a payment that came after the order',
  policy: 'a release policy',
  'proof-unused': 'a payment that was not used before',
  register: 'the register',
  seller: 'an order that the desk sells in',
  service: 'the service’s permission',
  status: 'the status paid',
  'taken-back': 'what was taken back, said again',
};

/** Returns everything that a release lacks, in one line. */
export const lacksText = (missing: readonly Check[]): string => missing.map(checkText).join('; ');

/** Returns a missing piece as a sentence. */
export function checkText(check: Check): string {
  switch (check.name) {
    case 'status':
      return `the order is ${check.status}, not PAID`;
    case 'kill-switch':
      return check.engaged === null ? 'it is unknown whether releases are switched on' : engagedText(check.engaged);
    case 'amounts':
      return oddAmountText(check.odd);
    case 'amount-cap':
      return capText(check);
    case 'counterparty':
      return `the counterparty does not meet the rules: ${check.shortfalls.map(shortfallText).join('; ')}`;
    case 'approval':
      return approvalText(check);
    case 'payer-name':
      return payers[check.payer];
    case 'policy':
      return `there is no release policy ${check.policy}`;
    case 'payment-amount':
      return `${amountText(check.arrived)} arrived, ${amountText(check.wanted)} ${check.fiat} wanted`;
    case 'payment-match':
      return matchText(check);
    case 'payment-time':
      return check.isEarly ? 'the payment is older than the order' : 'the payment is from the future';
    case 'proof-unused':
      return proofText(check);
    case 'block-list':
      return blockedText(check.reason);
    case 'register':
      return registers[check.register];
    case 'clock':
      return clockText(check);
    default:
      return plain[check.name];
  }
}

type Of<Name extends CheckName> = Extract<Check, { name: Name }>;
/** Checks that nothing completes. */
type Plain = Exclude<
  CheckName,
  | 'status'
  | 'kill-switch'
  | 'amounts'
  | 'amount-cap'
  | 'counterparty'
  | 'approval'
  | 'payer-name'
  | 'policy'
  | 'payment-amount'
  | 'payment-match'
  | 'payment-time'
  | 'proof-unused'
  | 'block-list'
  | 'register'
  | 'clock'
>;

const plain: Readonly<Record<Plain, string>> = {
  'additional-kyc': 'the additional KYC is not verified yet',
  'approval-signed':
    'not every approval given counts: this worker wants each signed by an approver it knows (`peerdesk approver init`)',
  'no-complaint': 'there is a complaint',
  'not-held': 'the order is on hold',
  seller: 'the desk buys in this order: the release is the counterparty’s',
  service: 'the service does not allow the release',
  'taken-back':
    'what was approved or attached before something was taken back does not count any more: look, and say it again',
};

/** Its number is looked up where names may stand. */
function matchText({ near }: Of<'payment-match'>): string {
  if (near === null) return 'no matching payment has been seen';
  return `no matching payment has been seen: the likeliest, payment ${near.payment}, is “${verdictWords[near.verdict]}”`;
}

const payers: Readonly<Record<Of<'payer-name'>['payer'], string>> = {
  stranger:
    'the payer of an attached payment is not known to be the buyer: take it back, or attach it despite that, as one of a third party',
  other: 'the payer’s name is not the buyer’s',
  unknown: 'the buyer’s name is not known',
};

/** What a person has taken back stops everything until it is kept. */
export const unkeptText =
  'what was taken back is not kept outside Temporal yet, and nothing is allowed before: try again in a moment';

const registers: Readonly<Record<Of<'register'>['register'], string>> = {
  silent: 'the register of the merchant’s machine does not answer: nothing is released without it',
  behind: unkeptText,
};

/** Returns which number of an order is not above zero. */
export const oddAmountText = ({ what, number, unit }: OddAmount): string =>
  `the ${what} is not above zero: ${number} ${unit}`;

function capText({ total, fiat, cap, caps }: Of<'amount-cap'>): string {
  if (cap === null) return `there is no cap for ${fiat}, only for ${fiatAmountsText(caps)}`;
  return `${amountText(total)} ${fiat} is not within the cap of ${amountText(cap)} ${fiat}`;
}

const shortfalls: Readonly<Record<Shortfall['what'], string>> = {
  'completed-orders': 'completed orders',
  'finish-rate': 'finish rate',
  'days-registered': 'days since registration',
};

const shortfallText = ({ what, value, least }: Shortfall): string =>
  `${shortfalls[what]} ${value ?? 'unknown'}, at least ${least} wanted`;

function approvalText({ by, wanted }: Of<'approval'>): string {
  if (by.length > 0) return `approved by ${by.join(', ')} only: ${wanted} different people are wanted`;
  return wanted === 1 ? 'no human has approved the release' : `no human has approved, ${wanted} are wanted`;
}

function proofText(check: Of<'proof-unused'>): string {
  switch (check.use) {
    case 'no-id':
      return 'the payment has no id';
    case 'used':
      return 'the payment was used for another release';
    case 'unseen':
      return `an attached payment backs order ${check.orderNumber}, which was not known when it was approved`;
  }
}

/** Returns why nothing is released to a counterparty. No nickname: it stands in a history. */
export function blockedText(reason: BlockReason): string {
  if (reason.kind === 'unknown') return 'who the counterparty is, is not known, and the block list is not empty';
  return `the counterparty is on the block list, by ${reason.by}${reason.note === null ? '' : `: ${reason.note}`}`;
}

function clockText({ apartMs }: Of<'clock'>): string {
  const apart = `${Math.round(Math.abs(apartMs) / 1_000)} s ${apartMs < 0 ? 'behind' : 'ahead of'}`;
  return `this worker's clock is ${apart} Temporal's moment of the look: whether what was given still holds is not known`;
}
