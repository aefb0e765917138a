import type { AccountState, AccountWish, WantedAd } from '../../src/config/account-plan.ts';
import { planAccount } from '../../src/config/plan.ts';
import { noReleaseRules } from '../../src/domain/orders/release-rules.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';

export const rules = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '9.50', ceiling: '10.50' },
});
export const wider = { ...rules, limits: { floor: '9.00', ceiling: '10.50' } };
export const cap = { ...noReleaseRules, amountCap: { BOB: '5' } };

export const wanted = (adNumber: string, its = rules): WantedAd => ({
  name: adNumber,
  adNumber,
  rules: its,
  terms: null,
  fileWins: true,
  mode: null,
  status: null,
});

export const wish: AccountWish = {
  account: 'main',
  egress: 'home',
  mode: 'shadow',
  desk: true,
  stopsOtherAds: true,
  rules: cap,
  blocked: ['mallory'],
  kill: {},
  ads: [wanted('1', rules)],
};
export const same: AccountState = {
  desk: { mode: 'shadow' },
  guard: { rules: cap, blocked: ['mallory'], thrown: [] },
  ads: [{ adNumber: '1', mode: 'shadow', rules, side: 'SELL' }],
  published: {},
  differences: {},
  unread: {},
  intents: {},
};
export const nothing: AccountState = { ...same, desk: null, guard: null, ads: [] };
/** Terms are sent where the ad is written. */
export const live = { mode: 'live' as const };
export const runsLive = { desk: live, ads: [{ adNumber: '1', mode: 'live' as const, rules, side: 'SELL' as const }] };

export const plan = (part: Partial<AccountWish>, state: Partial<AccountState> = {}) =>
  planAccount({ ...wish, ...part }, { ...same, ...state });
export const brief = (planned: ReturnType<typeof plan>) =>
  planned.map(({ change, loosens }) => [change.kind, ...loosens]);
