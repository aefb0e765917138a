import type {
  CheckPublicationInput,
  PublishAdInput,
} from '../../../src/activities/publication/publication-contract.ts';
import type { PublishedTerms } from '../../../src/domain/ads/published-terms.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { paymentMethodOf } from '../../../src/simulator/trade/payment-method.ts';
import type { ActivityWorld } from '../activity-fixture.ts';
import { fence } from '../money/money-fixture.ts';

export const terms: PublishedTerms = {
  asset: 'USDT',
  fiat: 'BOB',
  side: 'SELL',
  quantity: '500',
  minOrder: '100',
  maxOrder: '2000',
  payMethods: ['BANK'],
};

/** Undercuts the best by a tick, between 9.50 and 10.50. */
export const rules = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '9.50', ceiling: '10.50' },
});

export function checkInput(part: Partial<CheckPublicationInput> = {}): CheckPublicationInput {
  return { name: 'usdt-bob', terms, rules, learnedRange: null, ...part };
}

/** What the workflow of a publication asks for. */
export function publishInput(
  { deps }: Pick<ActivityWorld, 'deps'>,
  part: Partial<PublishAdInput> = {},
): PublishAdInput {
  const { payId, identifier, name } = paymentMethodOf(deps.account);
  return {
    mode: 'sim',
    name: 'usdt-bob',
    terms,
    price: '10.04',
    priceScale: 2,
    category: 'mass',
    methods: [{ payId: String(payId), identifier, name }],
    online: true,
    limits: rules.limits,
    fence,
    ...part,
  };
}
