/**
 * Who can supply a missing piece. 'service' and 'time': it may arrive without a message, so the desk polls. 'human' and
 * 'bank' send a message, 'switch' means lifting a kill switch: polling does not help.
 */
export type Bringer = 'human' | 'bank' | 'service' | 'switch' | 'time';

/** What a release lacks while a check fails, by the check's name: one such as kill-switch reads like its opposite. */
export const checkWords = {
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
} as const;
export type CheckName = keyof typeof checkWords;

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
