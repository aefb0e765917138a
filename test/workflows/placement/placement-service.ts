import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { FindPlacedOrderInput, MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { orderRead } from '../fixtures.ts';
import type { FakeActivities } from '../workflow-harness.ts';

/** A service that answers the calls of a placement one after the other; its order is over at once. */
export function placementService(
  env: () => TestWorkflowEnvironment,
  attempts: (MoneyAttempt | Error)[],
  found: (string | Error | null)[] = [],
) {
  const seen = {
    checks: 0,
    sends: 0,
    sentAtMs: [] as number[],
    lookUps: [] as FindPlacedOrderInput[],
    /** Whether the register has a call that may have left. */
    isUnsettled: false,
    noted: [] as object[],
  };
  const activities: FakeActivities = {
    checkPlacement: async () => {
      seen.checks += 1;
      const known = [`old-${seen.checks}`];
      return { mayPlace: true, owned: null, riskTips: ['never release early'], known, readAtMs: 0 };
    },
    placeOrder: async () => {
      seen.sends += 1;
      seen.sentAtMs.push(await env().currentTimeMs());
      const attempt = attempts.shift();
      if (attempt === undefined || attempt instanceof Error) throw attempt ?? new Error('one send too many');
      return attempt;
    },
    findPlacedOrder: async (input) => {
      seen.lookUps.push(input);
      const next = found.length > 1 ? found.shift() : found[0];
      if (next instanceof Error) throw next;
      return { orderNumber: next ?? null };
    },
    unsettledPlacement: async () => seen.isUnsettled,
    notePlaced: async (placed) => {
      seen.noted.push(placed);
    },
    readOrder: async () => orderRead({ side: 'BUY', status: OrderStatus.COMPLETED }),
  };
  return { seen, activities };
}
