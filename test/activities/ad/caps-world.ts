import type {
  BusinessLook,
  PutAdOnlineInput,
  WatchBusinessInput,
  WatchMarketInput,
  WatchMarketVerdict,
} from '../../../src/activities/activity-contract.ts';
import type { MethodsReceipt, UpdateAdMethodsInput } from '../../../src/activities/ad/caps-contract.ts';
import type { RememberedCaps } from '../../../src/domain/caps/caps-decision.ts';
import { paymentCapsRuleSchema } from '../../../src/domain/caps/caps-rule.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { deskAccount } from '../../simulator/sim-fixture.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';

export const untouched: RememberedCaps = {
  withheld: [],
  intended: null,
  lastChangeAtMs: null,
  refusedUntilMs: null,
  offlineSinceMs: null,
};

const shown = { rank: null, reason: null, boundSinceMs: null, isAlarmed: false, atMs: 0 };
const limits = { floor: '9.50', ceiling: '10.50' };

/** Caps of 1000 BOB for the account at the bank, and of as much as is given for Wise. */
export const capsRule = (bank: number | string, wise = '900') =>
  paymentCapsRuleSchema.parse({
    timezone: 'UTC',
    caps: [
      { method: String(bank), daily: '1000', fiat: 'BOB' },
      { method: 'Wise', daily: wise, fiat: 'BOB' },
    ],
  });

export const rulesWith = (part: object) =>
  pricingRulesSchema.parse({ strategy: { kind: 'fixed', price: '10.00' }, limits, ...part });

export async function cappedAd(options: Parameters<typeof openActivityWorld>[0] = {}) {
  const world = await openActivityWorld(options);
  return { world, ...(await addCappedAd(world)) };
}

/** Adds an own ad that sells for 10 BOB, from 100 BOB on, paid to an account at a bank or to one of Wise. */
export async function addCappedAd(world: ActivityWorld) {
  const wise = world.simulator.addMethod(deskAccount.name, 'Wise') ?? 0;
  const { methods } = await world.deps.dayOrders.ownMethods();
  const paymentMethods = methods.map(({ payId, identifier, name }) => ({
    payId: Number(payId),
    identifier,
    name,
    account: `${payId}001`,
  }));
  const adNumber = world.addAd({ price: '10.00', initAmount: '5000', minFiat: '100', maxFiat: '5000', paymentMethods });
  const [bankMethod, wiseMethod] = methods;
  if (bankMethod === undefined || wiseMethod === undefined) throw new Error('two methods are needed');
  return { adNumber, bank: Number(bankMethod.payId), wise, bankMethod, wiseMethod };
}

/** Someone takes the ad for so much, and pays to that account; null: does not pay yet. */
export function ordered(world: ActivityWorld, adNumber: string, [totalPrice, payId]: [string, number | null]): string {
  const orderNumber = world.simulator.counterparties.take({ adNumber, totalPrice });
  if (payId !== null) world.simulator.counterparties.pay(orderNumber, undefined, payId);
  // What was read a moment ago is believed.
  world.clock.advance(1_000);
  return orderNumber;
}

/** Watches until a look at the methods has returned: the watch does not wait for it. */
export async function watched(
  world: ActivityWorld,
  adNumber: string,
  part: Partial<WatchMarketInput>,
): Promise<WatchMarketVerdict> {
  const input = { adNumber, rules: rulesWith({}), override: null, lastChangeAtMs: null, learnedRange: null };
  const task = { ...input, assumedPrice: null, periodMs: 0, shown, caps: untouched, ...part };
  for (let round = 0; round < 400; round += 1) {
    const verdict = (await world.scheduled().run(world.watching.watchMarket, task)) as WatchMarketVerdict;
    const isSeen = 'caps' in verdict && verdict.caps?.atMs === world.clock.now();
    if (verdict.kind === 'caps' || isSeen || world.reports.length > 0) return verdict;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('no look at the methods has returned');
}

/** The same for an ad that is off the market. */
export async function watchedAway(
  world: ActivityWorld,
  input: Pick<WatchBusinessInput, 'adNumber' | 'paymentCaps'>,
): Promise<BusinessLook> {
  const task = { status: 'open', adStatus: 'offline' as const, adOnly: true, periodMs: 1_000_000, ...input };
  return (await world.scheduled().run(world.watching.watchBusiness, task)) as BusinessLook;
}

export function update(world: ActivityWorld, input: Omit<UpdateAdMethodsInput, 'mode'> & { mode?: 'shadow' }) {
  const task: UpdateAdMethodsInput = { mode: 'sim', ...input };
  return world.asAd(input.adNumber).run(world.acting.updateAdMethods, task) as Promise<MethodsReceipt>;
}

export const comeBack = (world: ActivityWorld, adNumber: string, part: Partial<PutAdOnlineInput>) =>
  world.asAd(adNumber).run(world.acting.putAdOnline, { mode: 'sim' as const, adNumber, limits, ...part });

/** The ids of the methods that the ad has at the service. */
export const methodsOf = (world: ActivityWorld, adNumber: string): number[] =>
  world.simulator
    .snapshot()
    .ads.flatMap(({ advNo, paymentMethods }) => (advNo === adNumber ? paymentMethods.map(({ payId }) => payId) : []));
