/** What an order returns to its guard when a money step did not happen, or no read has shown it. */
import type { MoneyStepName } from '../contract/order-contract.ts';
import { tellGuard, type PermitSpan } from '../kit/guard-message.ts';
import type { OrderRun } from './order-run.ts';

/** Frees the guard's claim of the payment and of the day's sum, for this order and for others. */
export async function giveBack(
  { input }: OrderRun,
  step: MoneyStepName,
  span: Partial<PermitSpan> | null,
): Promise<void> {
  const { account, orderNumber } = input;
  if (span !== null) await tellGuard(account, { orderNumber, step, ...span });
}

/** Reads of a service that lags longer than it is waited for may still show the step: a release then counts again. */
export async function giveBackUndone(order: OrderRun, step: MoneyStepName): Promise<void> {
  if (step === 'release') order.run.remember({ releaseGivenBack: true });
  await giveBack(order, step, order.run.memory.attempt ?? {});
}
