import type { OrderView } from '../../src/client/index.ts';

export const atMs = Date.UTC(2026, 10, 21, 8, 0, 0);

/** An order that the desk sells, paid, at its release gate. */
export const paidView: OrderView = {
  account: 'main',
  orderNumber: '88',
  mode: 'sim',
  policy: 'approve',
  status: 'PAID',
  statusSinceMs: atMs - 60_000,
  side: 'SELL',
  payId: null,
  pair: 'USDT/BOB',
  amount: '50.00000000',
  price: '9.15000000',
  totalPrice: '457.50000000',
  waitingFor: 'release-gate',
  why: 'no human has approved the release',
  sinceMs: atMs - 30_000,
  untilMs: atMs,
  needsHuman: true,
  checks: [{ name: 'approval', ok: false, text: 'no human has approved the release', bringer: 'human' }],
  approvals: [],
  payments: [],
  held: null,
  hasLeft: false,
  undecided: null,
  placedBy: null,
  attempts: { place: 0, 'mark-paid': 0, release: 1 },
  troubles: [],
  lastProblem: null,
  refused: { count: 0, last: null },
  settled: true,
};
