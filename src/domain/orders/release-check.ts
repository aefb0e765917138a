import type { EngagedSwitch } from '../switch-state.ts';
import type { PaymentVerdict } from '../payments/payment-finding.ts';
import type { FiatAmounts } from './fiat-amounts.ts';

/**
 * Who can supply a missing piece. 'service' and 'time': it may arrive without a message, so the desk polls. 'human' and
 * 'bank' send a message, 'switch' means lifting a kill switch: polling does not help.
 */
type Bringer = 'human' | 'bank' | 'service' | 'switch' | 'time';

/** The names of the checks of a release; `src/words` says what it lacks while one fails. */
export const checkNames = [
  'additional-kyc',
  'amounts',
  'amount-cap',
  'approval',
  'approval-signed',
  'block-list',
  'clock',
  'counterparty',
  'kill-switch',
  'no-complaint',
  'not-held',
  'payer-name',
  'payment-amount',
  'payment-match',
  'payment-time',
  'policy',
  'proof-unused',
  'register',
  'seller',
  'service',
  'status',
  'taken-back',
] as const;
export type CheckName = (typeof checkNames)[number];

/** A number of an order that is not above zero, or no decimal. */
export interface OddAmount {
  readonly what: 'total' | 'amount' | 'price';
  readonly number: string;
  readonly unit: string;
}

/** Why the block list keeps the coin: it names the counterparty, or who the counterparty is, is not known. */
export type BlockReason =
  | { readonly kind: 'blocked'; readonly by: string; readonly note: string | null }
  | { readonly kind: 'unknown' };

/** What of a counterparty's record is below the least that is wanted; a value of null is not known. */
export interface Shortfall {
  readonly what: 'completed-orders' | 'finish-rate' | 'days-registered';
  readonly value: number | null;
  readonly least: number;
}

/** What completes the names that say too little by themselves. */
interface CheckParts {
  readonly status: { readonly status: string };
  /** null: it is not known whether releases are switched on. */
  readonly 'kill-switch': { readonly engaged: EngagedSwitch | null };
  readonly amounts: { readonly odd: OddAmount };
  /** `cap` is null where only other currencies have one. */
  readonly 'amount-cap': {
    readonly total: string;
    readonly fiat: string;
    readonly cap: string | null;
    readonly caps: FiatAmounts;
  };
  readonly counterparty: { readonly shortfalls: readonly Shortfall[] };
  readonly approval: { readonly by: readonly string[]; readonly wanted: number };
  /** The likeliest payment that was seen, by its number in the register, and what it is; null: none. */
  readonly 'payment-match': { readonly near: { readonly payment: number; readonly verdict: PaymentVerdict } | null };
  readonly 'payer-name': { readonly payer: 'stranger' | 'other' | 'unknown' };
  readonly policy: { readonly policy: string };
  readonly 'payment-amount': { readonly arrived: string; readonly wanted: string; readonly fiat: string };
  readonly 'payment-time': { readonly isEarly: boolean };
  /** The order that the payment backs; null: another release, or the payment has no id. */
  readonly 'proof-unused':
    | { readonly use: 'no-id' | 'used' }
    | { readonly use: 'unseen'; readonly orderNumber: string };
  readonly 'block-list': { readonly reason: BlockReason };
  readonly register: { readonly register: 'silent' | 'behind' };
  /** The worker's clock less Temporal's moment of the look. */
  readonly clock: { readonly apartMs: number };
}

type PartsOf<Name extends CheckName> = Name extends keyof CheckParts ? CheckParts[Name] : unknown;

/** A piece that a release lacks: a code with what completes it, and who can supply it. `src/words` words it. */
export type Check = {
  [Name in CheckName]: { readonly name: Name; readonly bringer: Bringer } & PartsOf<Name>;
}[CheckName];

/** Returns the piece that is lacking, unless it is there. */
export const unless = (isThere: boolean, check: Check): Check[] => (isThere ? [] : [check]);

/** Reports whether a missing piece may arrive without a message: only then is another look worth a call. */
export function needsPolling(missing: readonly Check[]): boolean {
  return missing.some(({ bringer }) => bringer === 'service' || bringer === 'time');
}
