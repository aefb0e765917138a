import { arrivalReason } from '../../domain/people/arrival.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { unlessSilent } from '../money/order-stand.ts';
import type { ReadOrder, ReadOrderInput } from '../read-contract.ts';

/** Returns why an order is held when it arrives. One whose person is not named has never finished an order. */
export async function arrivalPart(
  { settings, register, clock }: Pick<ActivityDependencies, 'settings' | 'register' | 'clock'>,
  { isArrival = false }: ReadOrderInput,
  { order, barredBy }: { readonly order: OrderFacts } & Pick<ReadOrder, 'barredBy'>,
): Promise<Pick<ReadOrder, 'arrival'>> {
  if (!isArrival) return {};
  const { counterpartyNumber: person } = order;
  const dealings = person === null ? [] : await unlessSilent(() => register.dealings(person));
  return { arrival: arrivalReason(settings, { order, barredBy, dealings, nowMs: clock.now() }) };
}
