import type { CheckName } from '../domain/orders/release-check.ts';

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
