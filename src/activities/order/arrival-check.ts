import { isTerminal } from '../../domain/orders/order-status.ts';
import { arrivalReason, hasArrivalRules } from '../../domain/people/arrival.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { unlessSilent, type StoodOrder } from '../money/order-stand.ts';
import type { ReadOrder, ReadOrderInput } from '../read-contract.ts';

/**
 * Returns why an order is held when it arrives, as the register knows its person. One whose person is not named has never
 * finished an order; a register that is silent permits no money anyway.
 */
export async function arrivalPart(
  { settings, register, clock }: Pick<ActivityDependencies, 'settings' | 'register' | 'clock'>,
  { isArrival = false }: ReadOrderInput,
  { order }: StoodOrder,
): Promise<Pick<ReadOrder, 'arrival'>> {
  if (!isArrival || isTerminal(order.status) || !hasArrivalRules(settings)) return {};
  const { counterpartyNumber: person } = order;
  const dealings = person === null ? [] : await unlessSilent(() => register.dealings(person));
  if (dealings === null) return {};
  const reason = arrivalReason(settings, { order, dealings, nowMs: clock.now() });
  return reason === null ? {} : { arrival: reason };
}
