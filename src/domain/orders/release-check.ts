/**
 * Who can supply a missing piece. 'service' and 'time': it may arrive without a message, so the desk polls. 'human' and
 * 'bank' send a message, 'switch' means lifting a kill switch: polling does not help.
 */
export type Bringer = 'human' | 'bank' | 'service' | 'switch' | 'time';

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

/** One line of the list that a human sees. */
export interface Check {
  readonly name: CheckName;
  readonly ok: boolean;
  readonly text: string;
  readonly bringer: Bringer;
}

/** Builds a check whose text depends on its result. */
export function check(
  name: CheckName,
  ok: boolean,
  { pass, fail, bringer }: { readonly pass: string; readonly fail: string; readonly bringer: Bringer },
): Check {
  return { name, ok, text: ok ? pass : fail, bringer };
}

/** Reports whether a missing piece may arrive without a message: only then is another look worth a call. */
export function needsPolling(checks: readonly Check[]): boolean {
  return checks.some(({ ok, bringer }) => !ok && (bringer === 'service' || bringer === 'time'));
}
