/** The call that publishes an ad: sent at most once, like a step that moves money (interface 4.2, EP-5). */
import { z } from 'zod';
import { Decimal, compare, isPositiveDecimalText } from '../../domain/decimal.ts';
import { publishedTermsSchema } from '../../domain/ads/published-terms.ts';
import { OwnFailure } from '../../domain/failures/own-failures.ts';
import { priceOf } from '../../domain/price.ts';
import { inExclusionZone } from '../../domain/pricing/exclusion-zone.ts';
import { issuesText } from '../../domain/issue-text.ts';
import { publicationWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import type { MoneyAttempt } from '../activity-contract.ts';
import type { PublishAdInput } from './publication-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { report, sendMoney } from '../money/money-call.ts';
import { NotSent, rejected } from '../money/not-sent.ts';
import type { ReadyCall } from '../money/ready-call.ts';
import { listOfMarket } from './own-listing.ts';
import { amountText } from '../../words/amount-words.ts';

const price = z.string().refine(isPositiveDecimalText);
const word = z.string().max(80);

/** Whatever schedules it, only this form is accepted. The write guard judges the mode. */
const publishSchema = z.strictObject({
  mode: z.unknown(),
  name: z.string().regex(/^[\w.-]{1,40}$/),
  terms: publishedTermsSchema,
  price,
  floatingRatio: price.optional(),
  priceScale: z.int().min(0).max(18),
  category: z.enum(['mass', 'profession', 'block']),
  methods: z
    .array(z.strictObject({ payId: word, identifier: word, name: word }))
    .min(1)
    .max(20),
  online: z.boolean(),
  limits: z.strictObject({ floor: price, ceiling: price }),
  fence: z.strictObject({ boundMs: z.int().min(1).max(600_000), recvWindowMs: z.int().min(1).max(60_000) }),
});
type PublishWish = z.output<typeof publishSchema>;

/** Creates the activity; the workflow runs it with one attempt. */
export function createPublishAd(deps: ActivityDependencies) {
  return async function publishAd(raw: PublishAdInput): Promise<MoneyAttempt> {
    const read = publishSchema.safeParse(raw);
    if (!read.success) {
      const end = rejected(new NotSent(OwnFailure.INVARIANT, `malformed input: ${issuesText(read.error)}`));
      report(deps, { step: 'publish', subject: 'unreadable', mode: null }, end);
      return end;
    }
    const { mode, name, fence } = read.data;
    const caller = { workflowType: 'adPublication', workflowId: publicationWorkflowId(deps.account, name) } as const;
    const prepare = () => prepareAd(deps, read.data);
    return sendMoney(deps, { step: 'publish', subject: name, mode, fence, caller, needsCode: false, prepare });
  };
}

/** Looks at the own ads again: since it was priced one of them may have moved into its zone (interface 7.4). */
async function prepareAd(deps: ActivityDependencies, wish: PublishWish): Promise<ReadyCall> {
  const { terms, limits } = wish;
  if (compare(wish.price, limits.floor) < 0 || compare(wish.price, limits.ceiling) > 0) {
    throw new NotSent(
      OwnFailure.INVARIANT,
      `${amountText(wish.price)} is outside the limits ${limits.floor} to ${limits.ceiling}`,
    );
  }
  const market = await listOfMarket(deps, terms, 'money');
  const online = market.filter(({ status }) => status === 'online');
  const prices = online.map((own) => priceOf(own.price, wish.priceScale));
  if (inExclusionZone(priceOf(wish.price, wish.priceScale), prices, deps.settings.exclusionZoneTicks)) {
    throw new NotSent(
      OwnFailure.STALE_DECISION,
      `${amountText(wish.price)} is inside the exclusion zone of an own ad now`,
    );
  }
  const { generation, epoch, revision } = await deps.register.marksOf(wish.name);
  const { asset, quantity, fiat } = terms;
  const total = new Decimal(quantity).times(wish.price).toFixed();
  const trade = { asset, amount: quantity, price: wish.price, total, fiat, counterparty: null };
  return {
    wish: { ...trade, payments: [], perDay: null },
    seen: { generation, epoch, revision },
    send: async (by) => {
      const adNumber = await deps.marketplace.ads.publish(wish, by);
      deps.ownAds.forget();
      return adNumber;
    },
  };
}
