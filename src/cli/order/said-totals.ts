/** The totals that a script says for the orders of one command. */
import { misuse } from '../kit/cli-failure.ts';
import { unreadAmount } from './approval-sheet.ts';

interface SaidTotals {
  orderNumbers: readonly string[];
  /** As typed: "400.00", or "22698351074563940352=400.00". */
  amounts: readonly string[];
}

/** Returns the said totals by order; empty: none was said. Throws a failure unless each order has one, or none has. */
export function saidTotals({ orderNumbers, amounts }: SaidTotals): ReadonlyMap<string, string> {
  const totals = new Map<string, string>();
  for (const amount of amounts) {
    const { orderNumber, total } = saidTotal(amount, orderNumbers);
    if (totals.has(orderNumber)) throw misuse(`--amount is said twice of order ${orderNumber}`);
    const problem = unreadAmount(total);
    if (problem !== null) throw misuse(`--amount ${problem}`);
    totals.set(orderNumber, total);
  }
  const without = orderNumbers.find((number) => !totals.has(number));
  if (totals.size > 0 && without !== undefined)
    throw misuse(`order ${without} has no --amount: say one for each order`);
  return totals;
}

function saidTotal(amount: string, orderNumbers: readonly string[]): { orderNumber: string; total: string } {
  const at = amount.indexOf('=');
  const [first = ''] = orderNumbers;
  if (at === -1 && orderNumbers.length === 1) return { orderNumber: first, total: amount };
  if (at === -1) throw misuse(`--amount ${amount} does not say of which order: write ${first}=${amount}`);
  const orderNumber = amount.slice(0, at);
  if (!orderNumbers.includes(orderNumber))
    throw misuse(`--amount names order ${orderNumber}, which is not approved here`);
  return { orderNumber, total: amount.slice(at + 1) };
}
