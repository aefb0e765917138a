import type { OrderView } from './order-contract.ts';

interface OrderCommand {
  /** The form for `peerdesk order`. */
  typed: string;
  update: string;
  input: object;
}

/** Returns the command that an order most likely needs now; null when no human is asked. */
export function nextOrderCommand(view: OrderView): OrderCommand | null {
  switch (view.waitingFor) {
    case 'release-gate':
      return gateCommand(view);
    case 'held':
      return { typed: 'unhold NUMBER', update: 'unhold', input: { by: 'me', ...view.mark } };
    case 'our-payment': {
      const input = { by: 'me', payId: null, proof: 'bank reference', ...view.mark };
      return { typed: "paid NUMBER --proof 'bank reference'", update: 'confirmPayment', input };
    }
    case 'needs-human':
    case 'confirming': {
      const input = { by: 'me', outcome: 'done', note: 'seen in the app' };
      return { typed: "resolve NUMBER --outcome done --note 'seen in the app'", update: 'resolve', input };
    }
    case 'awaiting-payment':
      return view.side === 'SELL' ? { typed: 'hold NUMBER', update: 'hold', input: { by: 'me', note: 'why' } } : null;
    default:
      return null;
  }
}

/** Returns the command for the missing piece that a human or a bank reader can supply. */
function gateCommand({ checks, mark }: OrderView): OrderCommand | null {
  const lacks = (...names: string[]): boolean => checks.some((check) => names.includes(check.name));
  if (lacks('additional-kyc')) return { typed: 'verify-kyc NUMBER', update: 'verifyKyc', input: { by: 'me' } };
  if (lacks('approval')) return { typed: 'approve NUMBER', update: 'approveRelease', input: { by: 'me', ...mark } };
  if (!lacks('payment-match', 'payment-amount', 'payer-name', 'payment-time', 'proof-unused')) return null;
  const input = { amount: '0.00', payerName: 'name on the transfer', proofId: 'bank reference', atMs: 0, ...mark };
  const typed = "match NUMBER --amount 0.00 --payer 'name on the transfer' --proof 'bank reference'";
  return { typed, update: 'attachMatch', input };
}
