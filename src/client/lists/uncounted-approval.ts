/** Whether an approval that an order has taken counts, from the order's view after its look. */
import type { Check, CheckName } from '../../domain/orders/release-check.ts';
import { personKey } from '../../domain/orders/names/person-name.ts';
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
/** What is in the way of an approval and leaves it as it is: once it is gone, the approval counts without another word. */
const besideIt: ReadonlySet<CheckName> = new Set(['amount-cap', 'block-list', 'counterparty', 'policy']);
/** Under policy match they are wanted of the payment only while too few people have approved. */
const ofThePayment: ReadonlySet<CheckName> = new Set(['payer-name', 'proof-unused']);

/** What an approval is judged by. */
type Judged = Pick<OrderView, 'waitingFor' | 'approvals' | 'policy' | 'checks' | 'payments' | 'held'>;

/**
 * Why it does not count: what the release lacks besides, or that the order is no longer what its giver saw: it was dropped then,
 * because a payment backs another order, because something was changed, or because the order is held.
 */
type Uncounted =
  | { code: 'lacks'; checks: readonly Check[]; standsUntilMs: number | null }
  | { code: 'elsewhere' | 'changed' | 'held' };

/** Null: it counts, whatever the release waits for besides (another person, a switch, the service). */
function uncounted(by: string, view: Judged): Uncounted | null {
  const { waitingFor, approvals, policy, checks } = view;
  if (waitingFor.code !== 'release-gate' && waitingFor.code !== 'held') return null;
  const kept = approvals.find((approval) => isOne(approval.by, by));
  // One that counts is named among those that do: what is not signed is another person's then.
  const isNamed = checks.some((check) => check.name === 'approval' && check.by.some((name) => isOne(name, by)));
  const deciding = checks.filter(({ name }) => decisive.has(name) && !(isNamed && name === 'approval-signed'));
  if (kept === undefined)
    return deciding.length > 0 ? { code: 'lacks', checks: deciding, standsUntilMs: null } : droppedWhy(view);
  const lacking = policy === 'match' ? deciding.filter(({ name }) => !ofThePayment.has(name)) : deciding;
  if (lacking.length === 0) return null;
  const stands = lacking.every(({ name }) => besideIt.has(name));
  return { code: 'lacks', checks: lacking, standsUntilMs: stands ? kept.expiresAtMs : null };
}

const isOne = (name: string, other: string): boolean => personKey(name) === personKey(other);

/** An approval is dropped when the order is no longer what its giver saw. */
function droppedWhy({ payments, held }: Judged): Uncounted {
  if (payments.some(({ backs }) => backs !== null)) return { code: 'elsewhere' };
  return { code: held === null ? 'changed' : 'held' };
}

const dropped = { changed: 'the order is not what was approved', held: 'the order is on hold' } as const;

/** What is said to who has given it. */
interface UncountedAnswer {
  why: string;
  /** Until when it stands, and counts as soon as what is in its way is gone; null: it has to be given again. */
  standsUntilMs: number | null;
}

/** Returns why an approval that was taken releases nothing, for who has given it; null: it counts. */
export function uncountedApproval(by: string, view: Judged): UncountedAnswer | null {
  const found = uncounted(by, view);
  if (found === null) return null;
  if (found.code === 'lacks') return { why: lacksText(found.checks), standsUntilMs: found.standsUntilMs };
  const elsewhere = view.payments.filter(({ backs }) => backs !== null);
  const why = found.code === 'elsewhere' ? elsewhere.map(elsewhereText).join('; ') : dropped[found.code];
  return { why, standsUntilMs: null };
}

/** The same for a list that shows no payment: without references, names and amounts. One that stands may count later. */
export function uncountedBriefly(by: string, view: Judged): string | null {
  const found = uncounted(by, view);
  if (found === null) return null;
  if (found.code === 'elsewhere') return 'a payment of the order backs another one';
  if (found.code !== 'lacks') return dropped[found.code];
  return found.standsUntilMs === null
    ? `the release lacked ${found.checks.map(({ name }) => checkWords[name]).join('; ')}`
    : null;
}
