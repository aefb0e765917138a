import { offeredMethod, ownMethodsOf } from '../../trade/payment-method.ts';
import { callerOf, parameter, type SimCall } from '../../world/sim-call.ts';
import { illegalParameter } from '../../world/sim-refusal.ts';
import type { PaymentMethod, TradeSide } from '../../world/simulator-state.ts';

/**
 * Returns the payment methods that a call names for an ad; null when it names none.
 *
 * Sellers name one of their own by `payId`, buyers any of the catalogue by `identifier`; anything else is refused.
 */
export function wantedMethods(call: SimCall, side: TradeSide): PaymentMethod[] | null {
  const wanted = parameter(call, 'tradeMethods');
  if (!Array.isArray(wanted)) return null;
  if (wanted.length === 0) throw illegalParameter();
  const own = ownMethodsOf(call.marketplace, callerOf(call));
  return wanted.map((row: unknown) => (side === 'SELL' ? ownMethod(row, own) : buyersMethod(row)));
}

const fieldOf = (row: unknown, name: string): string => {
  const value: unknown =
    typeof row === 'object' && row !== null ? Object.entries(row).find(([key]) => key === name)?.[1] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

function ownMethod(row: unknown, own: readonly PaymentMethod[]): PaymentMethod {
  const payId = fieldOf(row, 'payId');
  const named = own.find((method) =>
    payId === '' ? fieldOf(row, 'identifier') === method.identifier : payId === String(method.payId),
  );
  if (named === undefined) throw illegalParameter();
  return named;
}

function buyersMethod(row: unknown): PaymentMethod {
  const method = offeredMethod(fieldOf(row, 'identifier') || fieldOf(row, 'payType'));
  if (method === null) throw illegalParameter();
  return method;
}
