import { ApplicationFailure } from '@temporalio/common';
import { couldBePublished, type ListedAd, type ListedMethod } from '../../domain/ads/listed-terms.ts';
import { chooseMethods, type MethodChoice } from '../../domain/ads/method-choice.ts';
import type { PublishedTerms } from '../../domain/ads/published-terms.ts';
import type { PublicationClaim } from '../../domain/guard/publication-claim.ts';
import { toCatalogueMethod, toOwnMethod } from '../../exchange/index.ts';
import type { CheckPublicationInput, FindPublishedAdInput, PublicationCheck, ReadyAd } from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { read, turnOf } from '../kit/calls.ts';
import { priceOfNewAd } from './new-ad-price.ts';
import { listOfMarket } from './own-listing.ts';

/** The service's clock may be behind the one that scheduled the attempt. */
const clockToleranceMs = 60_000;

/** Activities around publishing an ad. */
export function createPublicationActivities(deps: ActivityDependencies) {
  return {
    /** What the name owns already, else categories (EP-1), payment methods (EP-36 to 38), currencies and the price. */
    checkPublication: (input: CheckPublicationInput): Promise<PublicationCheck> => read(deps, () => check(deps, input)),

    /** Looks up the ad of a publication with an open outcome (EP-4): by its terms, among those new on the market. */
    findPublishedAd: (input: FindPublishedAdInput): Promise<{ adNumber: string | null }> =>
      read(deps, () => find(deps, input)),

    /** Writes down at the guard which ad a name owns; returns who owns it. */
    claimPublishedAd: (claim: PublicationClaim): Promise<PublicationClaim> =>
      read(deps, () => deps.guard.claimPublication(claim)),
  };
}

async function check(deps: ActivityDependencies, input: CheckPublicationInput): Promise<PublicationCheck> {
  const kept = await deps.guard.look(0);
  if (kept === null) {
    throw ApplicationFailure.create({
      type: 'GUARD_SILENT',
      message: 'the guard does not answer: is it published already?',
    });
  }
  const known = kept.publications.find(({ name }) => name === input.name);
  if (known !== undefined) {
    const { adNumber, atMs } = known;
    return adNumber === null ? { kind: 'sent', atMs } : { kind: 'owned', adNumber };
  }
  const { terms } = input;
  const [category, methods, market] = await Promise.all([
    categoryOf(deps, terms),
    methodsOf(deps, terms),
    listOfMarket(deps, terms, turnOf()),
  ]);
  if (methods.kind === 'missing') return { kind: 'unpublishable', why: methods.why };
  if ('why' in category) return { kind: 'unpublishable', why: category.why };
  const priced = await priceOfNewAd(deps, input, { market, methods: methods.methods });
  if ('why' in priced) return { kind: 'unpublishable', why: priced.why };
  const before = market.map(({ adNumber }) => adNumber);
  return { kind: 'ready', ready: { ...priced, ...category, methods: methods.methods, known: before } };
}

const categories: readonly ReadyAd['category'][] = ['mass', 'profession', 'block'];

/** EP-1: one that the account may not publish is refused before anything is sent. */
async function categoryOf(
  { exchange }: ActivityDependencies,
  { category = 'mass' }: PublishedTerms,
): Promise<Pick<ReadyAd, 'category'> | { why: string }> {
  const { advClassifies } = await exchange.ads.getAvailableAdsCategory({ priority: turnOf() });
  const allowed = advClassifies ?? categories;
  if (allowed.includes(category)) return { category };
  return { why: `this account may not publish ads of category ${category}: it may publish ${allowed.join(', ')}` };
}

/** EP-37 lists a seller's own methods, EP-38 what a buyer may name. */
async function methodsOf({ exchange }: ActivityDependencies, terms: PublishedTerms): Promise<MethodChoice> {
  const known = terms.side === 'SELL' ? await ownMethods(exchange) : await catalogue(exchange);
  return chooseMethods(terms.payMethods, known);
}

type Exchange = ActivityDependencies['exchange'];

async function ownMethods({ paymentMethods }: Exchange): Promise<ListedMethod[]> {
  return (await paymentMethods.getPayMethodByUserId({ priority: turnOf() })).map(toOwnMethod);
}

async function catalogue({ paymentMethods }: Exchange): Promise<ListedMethod[]> {
  return (await paymentMethods.listAll({ priority: turnOf() })).items.map(toCatalogueMethod);
}

async function find(deps: ActivityDependencies, input: FindPublishedAdInput): Promise<{ adNumber: string | null }> {
  const market = await listOfMarket(deps, input.terms, turnOf());
  for (const { adNumber } of market.filter((ad) => couldBeIt(ad, input))) {
    // Another name with the same terms may own it: the first claim wins and is permanent.
    const owner = await deps.guard.claimPublication({ name: input.name, adNumber });
    if (owner.name === input.name) return { adNumber: owner.adNumber };
  }
  return { adNumber: null };
}

function couldBeIt(ad: ListedAd, { terms, known, sinceMs }: FindPublishedAdInput): boolean {
  const isNew = ad.createdAtMs === null || ad.createdAtMs >= sinceMs - clockToleranceMs;
  return isNew && !known.includes(ad.adNumber) && couldBePublished(terms, ad);
}
