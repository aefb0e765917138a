import type { OrderView } from '../../client/index.ts';
import type { CheckName } from '../../domain/orders/release-check.ts';
import { personKey } from '../../domain/orders/person-name.ts';
import { lacksText } from '../../words/check-words.ts';
import { elsewhereText } from '../../words/order-words.ts';

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

/**
 * Returns why an approval that was taken does not count, from the view after its look; null: it counts, whatever the
 * release waits for besides (another person, a switch, the service).
 */
export function uncountedApproval(by: string, view: OrderView): string | null {
  const { waitingFor, approvals, policy, checks } = view;
  if (waitingFor.code !== 'release-gate' && waitingFor.code !== 'held') return null;
  const isKept = approvals.some((approval) => personKey(approval.by) === personKey(by));
  const deciding = checks.filter(({ name }) => decisive.has(name));
  const reasons = isKept && policy === 'match' ? deciding.filter(({ name }) => !ofThePayment.has(name)) : deciding;
  if (reasons.length > 0) return lacksText(reasons);
  return isKept ? null : droppedText(view);
}

/** An approval is dropped when the order is no longer what its giver saw. */
function droppedText({ payments, held }: OrderView): string {
  const elsewhere = payments.filter(({ backs }) => backs !== null).map(elsewhereText);
  if (elsewhere.length > 0) return elsewhere.join('; ');
  return held === null ? 'the order is not what was approved' : 'the order is on hold';
}
