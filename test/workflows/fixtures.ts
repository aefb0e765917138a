import type { ReadOrder } from '../../src/activities/read-contract.ts';
import { generation } from '../register/memory-register.ts';
import type { AdFacts } from '../../src/domain/ads/ad-facts.ts';
import type { OrderFacts } from '../../src/domain/orders/order-facts.ts';
import { OrderStatus } from '../../src/domain/orders/order-status.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';
import type { PricingDecision } from '../../src/domain/pricing/pricing-decision.ts';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import * as definitions from '../../src/workflows/contract/definitions.ts';
import type {
  AdMaintenanceInput,
  OrderLifecycleInput,
  PlacementInput,
} from '../../src/workflows/contract/definitions.ts';

export const rules = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '9.00', ceiling: '10.00' },
});

export function adFacts(part: Partial<AdFacts> = {}): AdFacts {
  return {
    adNumber: '11000000000000000001',
    side: 'SELL',
    asset: 'USDT',
    fiat: 'BOB',
    price: '9.50',
    priceScale: 2,
    status: 'online',
    remaining: '1000',
    minFiat: '100',
    maxFiat: '5000',
    priceType: 'fixed',
    floatingRatio: null,
    payMethods: ['BANK'],
    ...part,
  };
}

export function orderFacts(part: Partial<OrderFacts> = {}): OrderFacts {
  return {
    orderNumber: '22000000000000000001',
    adNumber: '11000000000000000001',
    side: 'SELL',
    asset: 'USDT',
    fiat: 'BOB',
    amount: '100.00',
    price: '9.50',
    totalPrice: '950.00',
    status: OrderStatus.AWAITING_PAYMENT,
    createdAtMs: 0,
    payDeadlineMs: null,
    releaseDeadlineMs: null,
    buyerName: null,
    sellerName: null,
    counterpartyNickname: null,
    counterpartyNumber: null,
    ownNumber: null,
    selectedPayId: '77',
    payMethodIds: ['77'],
    additionalKyc: 0,
    complaint: false,
    ...part,
  };
}

/** A read of an order that nothing was taken back of. */
export function orderRead(part: Partial<OrderFacts> = {}): ReadOrder {
  return { ...orderFacts(part), stand: { generation, epoch: 0, held: null, revision: 0, open: null } };
}

export function decision(price: string): PricingDecision {
  const none = { steps: [], dropped: [], rivals: [], rivalCount: 0, hits: [] };
  return { action: 'set', price, reason: 'target', target: price, rank: 1, bound: null, ...none };
}

export function adInput(account: string, part: Partial<AdMaintenanceInput> = {}): AdMaintenanceInput {
  return { account, adNumber: '11000000000000000001', mode: 'sim', rules, ...part };
}

export function orderInput(account: string, part: Partial<OrderLifecycleInput> = {}): OrderLifecycleInput {
  return {
    account,
    orderNumber: '22000000000000000001',
    mode: 'sim',
    release: {
      policy: 'paid',
      amountCap: null,
      counterparty: { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null },
    },
    ...part,
  };
}

/** What starts a placement. */
export function placementInput(account: string, part: Partial<PlacementInput> = {}): PlacementInput {
  return {
    account,
    requestId: 'r1',
    mode: 'sim',
    adNumber: '13000000000000000001',
    asset: 'USDT',
    fiat: 'BOB',
    side: 'BUY',
    totalAmount: '500.00',
    matchPrice: '10.05',
    release: orderInput(account).release,
    ...part,
  };
}

/** Starts a placement on the server of a test. */
export function startPlacement({ client }: TestWorkflowEnvironment, input: PlacementInput) {
  return client.workflow.start('orderPlacement', {
    workflowId: definitions.placementWorkflowId(input.account, input.requestId),
    taskQueue: definitions.groupTaskQueue(input.account),
    args: [input],
  });
}
