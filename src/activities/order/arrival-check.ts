import { arrivalReason } from '../../domain/people/arrival.ts';
import type { Dealing } from '../../domain/people/dealing.ts';
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
  const dealings = await unlessSilent(() => dealingsBeside(register, order));
  return { arrival: arrivalReason(settings, { order, barredBy, dealings, nowMs: clock.now() }) };
}

/** Where a person took an ad in the app, the one whom the order names as the other is the account itself. */
async function dealingsBeside(
  register: ActivityDependencies['register'],
  { counterpartyNumber, ownNumber }: OrderFacts,
): Promise<Dealing[]> {
  if (counterpartyNumber === null) return [];
  const isOwn = ownNumber !== null && (await register.isOwnNumber(counterpartyNumber));
  return await register.dealings(isOwn ? ownNumber : counterpartyNumber);
}
