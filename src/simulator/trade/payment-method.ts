import { seedFromText } from '../world/seeded-random.ts';
import type { PaymentMethod, SimulatorState } from '../world/simulator-state.ts';

/** A way to pay, as the catalogue of the marketplace lists it. */
interface TradeMethod {
  id: number;
  identifier: string;
  name: string;
}

/** The catalogue (EP-38). */
export const tradeMethods: readonly TradeMethod[] = [
  { id: 1, identifier: 'BANK', name: 'Bank Transfer' },
  { id: 2, identifier: 'Zelle', name: 'Zelle' },
  { id: 3, identifier: 'Wise', name: 'Wise' },
  { id: 4, identifier: 'SEPA', name: 'SEPA' },
  { id: 5, identifier: 'Nequi', name: 'Nequi' },
  { id: 6, identifier: 'PagoMovil', name: 'Pago Móvil' },
  { id: 7, identifier: 'TigoMoney', name: 'Tigo Money' },
  { id: 8, identifier: 'SPEI', name: 'SPEI' },
];

/** The bank of every simulated account. */
export const bankName = 'Banco Simulado';

/** The bank account that an account is paid on, until it has others. */
export function paymentMethodOf(account: string): PaymentMethod {
  const payId = 40_000_000 + (seedFromText(account) % 9_999_999);
  return { payId, identifier: 'BANK', name: 'Bank Transfer', account: `${payId}001` };
}

/** Every payment account of an account, the first one first. */
export function ownMethodsOf({ state }: { state: SimulatorState }, account: string): PaymentMethod[] {
  return [paymentMethodOf(account), ...(state.ownMethods?.[account] ?? [])];
}

/** Adds a payment account by a method of the catalogue; null if it is not in the catalogue. */
export function addOwnMethod(
  marketplace: { state: SimulatorState },
  account: string,
  identifier: string,
): PaymentMethod | null {
  const offered = offeredMethod(identifier);
  if (offered === null) return null;
  const payId = paymentMethodOf(account).payId + ownMethodsOf(marketplace, account).length;
  const method = { ...offered, payId, account: `${payId}001` };
  ((marketplace.state.ownMethods ??= {})[account] ??= []).push(method);
  return method;
}

/** Returns a method of the catalogue as one that a buyer offers to pay with; null if it is not in the catalogue. */
export function offeredMethod(identifier: string): PaymentMethod | null {
  const method = tradeMethods.find((candidate) => candidate.identifier === identifier);
  return method === undefined ? null : { payId: 0, identifier, name: method.name, account: '' };
}
