/** Whether an approval that an order has taken counts, from the order's view after its look. */
import type { Check, CheckName } from '../../domain/orders/release-check.ts';
import { personKey } from '../../domain/orders/person-name.ts';
import { checkWords, lacksText } from '../../words/check-words.ts';
import { elsewhereText } from '../../words/order-words.ts';
import type { OrderView } from '../../workflows/contract/definitions.ts';

/** What no approval outweighs: while one of these fails, nothing is released on it. */
const decisive: ReadonlySet<CheckName> = new Set([
  'amount-cap',
  'amounts',
  'approval-signed',
  'block-list',
  'counterparty',
  'not-held',
  'payer-name',
  'policy',
  'proof-unused',
  'taken-back',
]);
/** Under policy match they are wanted of the payment only while too few people have approved. */
const ofThePayment: ReadonlySet<CheckName> = new Set(['payer-name', 'proof-unused']);

/** What an approval is judged by. */
type Judged = Pick<OrderView, 'waitingFor' | 'approvals' | 'policy' | 'checks' | 'payments' | 'held'>;

/**
 * Why it does not count: what the release lacks besides, or that the order is no longer what its giver saw: it was dropped then,
 * because a payment backs another order, because something was changed, or because the order is held.
 */
type Uncounted = { code: 'lacks'; checks: readonly Check[] } | { code: 'elsewhere' | 'changed' | 'held' };

/** Null: it counts, whatever the release waits for besides (another person, a switch, the service). */
function uncounted(by: string, { waitingFor, approvals, policy, checks, payments, held }: Judged): Uncounted | null {
  if (waitingFor.code !== 'release-gate' && waitingFor.code !== 'held') return null;
  const isKept = approvals.some((approval) => personKey(approval.by) === personKey(by));
  const deciding = checks.filter(({ name }) => decisive.has(name));
  const lacking = isKept && policy === 'match' ? deciding.filter(({ name }) => !ofThePayment.has(name)) : deciding;
  if (lacking.length > 0) return { code: 'lacks', checks: lacking };
  if (isKept) return null;
  if (payments.some(({ backs }) => backs !== null)) return { code: 'elsewhere' };
  return { code: held === null ? 'changed' : 'held' };
}

const dropped = { changed: 'the order is not what was approved', held: 'the order is on hold' } as const;

/** Returns why an approval that was taken does not count, for who has given it; null: it counts. */
export function uncountedApproval(by: string, view: Judged): string | null {
  const why = uncounted(by, view);
  if (why === null) return null;
  if (why.code === 'lacks') return lacksText(why.checks);
  if (why.code !== 'elsewhere') return dropped[why.code];
  return view.payments
    .filter(({ backs }) => backs !== null)
    .map(elsewhereText)
    .join('; ');
}

/** The same for a list that shows no payment: without references, names and amounts. */
export function uncountedBriefly(by: string, view: Judged): string | null {
  const why = uncounted(by, view);
  if (why === null) return null;
  if (why.code === 'lacks') return `the release lacked ${why.checks.map(({ name }) => checkWords[name]).join('; ')}`;
  return why.code === 'elsewhere' ? 'a payment of the order backs another one' : dropped[why.code];
}
