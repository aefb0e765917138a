import { vi } from 'vitest';
import type {
  MarkPaidInput,
  MoneyAttempt,
  PlaceOrderActivityInput,
  ReleaseCoinInput,
} from '../../../src/activities/activity-contract.ts';
import type { ReadOrderInput } from '../../../src/activities/read-contract.ts';
import type { Approval } from '../../../src/domain/orders/approval.ts';
import { codeStepAt } from '../../../src/domain/orders/code-step.ts';
import type { PaymentMatch } from '../../../src/domain/orders/payment-match.ts';
import type { ReleasePolicyName } from '../../../src/domain/orders/release-permission.ts';
import type { ReleaseRules } from '../../../src/domain/orders/release-rules.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { seenOf, type ShownPayment } from '../../../src/domain/orders/seen.ts';
import { toOrderFacts } from '../../../src/exchange/index.ts';
import { generation } from '../../register/memory-register.ts';
import { askAdNo, startMs } from '../../simulator/sim-fixture.ts';
import type { ActivityWorld } from '../activity-fixture.ts';

/** What is seen of an order of which nothing was taken back. */
export const firstMark = { generation, epoch: 0 };

/** The bound and the window of a step in the default settings. */
export const fence = { boundMs: 10_000, recvWindowMs: 3_000 };

/** From the moment a step is scheduled until it shows in reads, or never will, in the default settings. */
export const untilShownMs = fence.boundMs + fence.recvWindowMs + defaultSettings.moneySettleMs;

/** The step of a one-time code by the clock of a new world. */
export const codeStep = codeStepAt(startMs);

export const buyerName = 'ANA CONDORI';

/** An order that the desk sells and that is paid. */
export function paidSale(world: ActivityWorld, totalPrice = '510.00'): string {
  const adNumber = world.addAd();
  const person = { realName: buyerName, nickname: 'Ana' };
  const orderNumber = world.simulator.counterparties.take({ adNumber, totalPrice, ...person });
  world.simulator.counterparties.pay(orderNumber);
  return orderNumber;
}

/** An order that the desk buys and has to pay. */
export function duePurchase(world: ActivityWorld): string {
  const adNumber = world.addAd({ side: 'BUY', price: '9.80' });
  return world.simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
}

/** Release rules of a policy; everything else is off. */
export function rulesOf(policy: ReleasePolicyName, part: Partial<ReleaseRules> = {}): ReleaseRules {
  const counterparty = { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null };
  return { policy, amountCap: null, counterparty, ...part };
}

type GatePart = Partial<ReleaseCoinInput['gate']>;

/** The release input of an order's workflow whose policy allows it as soon as it is paid. */
export function releaseInput(orderNumber: string, gate: GatePart = {}): ReleaseCoinInput {
  return {
    mode: 'sim',
    orderNumber,
    payId: null,
    fence,
    gate: {
      orderNumber,
      mode: 'sim',
      role: 'maker',
      rules: rulesOf('paid'),
      approvals: [],
      match: null,
      earlierMatches: [],
      shownElsewhere: [],
      knownEpoch: 0,
      held: false,
      resetId: null,
      paidSinceMs: 0,
      approvalLifeMs: 900_000,
      ...gate,
    },
  };
}

/** Asks for a release as the order's own workflow does. */
export async function release(
  world: ActivityWorld,
  input: ReleaseCoinInput,
  env = world.asOrder(input.orderNumber),
): Promise<MoneyAttempt> {
  return (await env.run(world.money.releaseCoin, input)) as MoneyAttempt;
}

/** The input of a placement: the desk buys from a stranger. */
export function placeInput(part: Partial<PlaceOrderActivityInput> = {}): PlaceOrderActivityInput {
  return {
    mode: 'sim',
    requestId: 'r1',
    adNumber: askAdNo,
    asset: 'USDT',
    fiat: 'BOB',
    side: 'BUY',
    totalAmount: '500.00',
    matchPrice: '10.05',
    payId: null,
    fence,
    ...part,
  };
}

/** What is read of an order of which nothing was taken back. */
export function readInput(orderNumber: string, part: Partial<ReadOrderInput> = {}): ReadOrderInput {
  return { orderNumber, role: 'maker', resetId: null, match: null, earlierMatches: [], ...part };
}

/** The input of a payment notice, confirmed by someone who has seen the order as it is. */
export function markPaidInput(orderNumber: string, part: Partial<MarkPaidInput> = {}): MarkPaidInput {
  return { mode: 'sim', orderNumber, payId: null, resetId: null, seen: firstMark, fence, ...part };
}

/** Marks a payment of the desk as its order's own workflow does. */
export async function markPaid(
  world: ActivityWorld,
  input: MarkPaidInput,
  env = world.asOrder(input.orderNumber),
): Promise<MoneyAttempt> {
  return (await env.run(world.money.markOrderAsPaid, input)) as MoneyAttempt;
}

/** A payment from a bank reader, by the buyer of `paidSale`. */
export function payment(world: ActivityWorld, part: Partial<PaymentMatch> = {}): PaymentMatch {
  const said = { amount: '510.00', payerName: buyerName, proofId: 'BANK-1', atMs: world.clock.now() };
  return { ...said, ...firstMark, ...part };
}

/** A human's approval of `paidSale`, typed into Temporal. */
export async function approvalOf(
  world: ActivityWorld,
  orderNumber: string,
  { by = 'ana', payments = [] }: { by?: string; payments?: readonly ShownPayment[] } = {},
): Promise<Approval> {
  const order = toOrderFacts(await world.exchange.orders.getUserOrderDetail(orderNumber));
  const atMs = world.clock.now();
  const seen = seenOf({ order, payments, paidSinceMs: 0, ...firstMark });
  return { by, atMs, note: null, seen, expiresAtMs: atMs + 900_000, signed: null };
}

/** How often the money calls left, whatever came of them. */
export function moneyCalls({ callsOf }: ActivityWorld): number {
  return ['releaseCoin', 'markOrderAsPaid', 'placeOrder'].reduce((sum, name) => sum + callsOf(`orderMatch/${name}`), 0);
}

/** Lets something happen between the look of a call and its arming: with its turn and a connection taken. */
export function beforeArming({ deps: { register } }: ActivityWorld, happens: () => unknown): void {
  const arm = register.arm.bind(register);
  vi.spyOn(register, 'arm').mockImplementationOnce(async (wish) => {
    await happens();
    return arm(wish);
  });
}

/** Lets something happen between the claim of a call and its permit. */
export function beforePermit({ fakeGuard }: ActivityWorld, happens: () => unknown): void {
  const permit = fakeGuard.permit.bind(fakeGuard);
  fakeGuard.permit = async (request) => {
    await happens();
    return permit(request);
  };
}
