import { ApplicationFailure } from '@temporalio/common';
import { couldBePublished, type ListedAd } from '../../domain/ads/listed-terms.ts';
import type { PublishedTerms } from '../../domain/ads/published-terms.ts';
import { TransportCondition } from '../../domain/failures/error-category.ts';
import { maxPublications, type Publication } from '../../domain/guard/guard-memory.ts';
import type { PublicationClaim } from '../../domain/guard/publication-claim.ts';
import { MarketplaceFailure } from '../../domain/failures/marketplace-failure.ts';
import type { CheckPublicationInput, FindPublishedAdInput, PublicationCheck, ReadyAd } from './publication-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { isUnsettled, readBegan } from '../money/order-stand.ts';
import { publicationWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { refuseForeignCaller } from '../kit/caller.ts';
import { read, turnOf } from '../kit/calls.ts';
import { chosenMethods } from './known-methods.ts';
import { priceOfNewAd } from './new-ad-price.ts';
import { listOfMarket, readPair } from './own-listing.ts';

/** The service's clock may be behind the one that scheduled the attempt. */
const clockToleranceMs = 60_000;

/** Activities around publishing an ad. */
export function createPublicationActivities(deps: ActivityDependencies) {
  return {
    /** What the name owns already, else categories (EP-1), payment methods (EP-36 to 38), currencies and the price. */
    checkPublication: (input: CheckPublicationInput): Promise<PublicationCheck> => read(deps, () => check(deps, input)),

    /** Looks up the ad of a publication with an open outcome (EP-4): by its terms, among those new on the market. */
    findPublishedAd: (input: FindPublishedAdInput): Promise<{ adNumber: string | null }> =>
      read(deps, () => {
        refuseStranger(deps, input.name);
        return find(deps, input);
      }),

    /** Reads an own ad with all its terms (EP-2); null: the service knows no such ad (interface 7.7). */
    readOwnAd: ({ adNumber }: { adNumber: string }): Promise<ListedAd | null> =>
      read(deps, () => readAd(deps, adNumber)),

    /** Writes down at the guard which ad a name owns; returns who owns it. */
    claimPublishedAd: (claim: PublicationClaim): Promise<PublicationClaim> =>
      read(deps, () => {
        refuseStranger(deps, claim.name);
        return claimAd(deps, claim);
      }),

    /** Whether the register has a call of this name that may have left, and that neither reads nor a person have ended. */
    unsettledPublication: ({ name }: { name: string }): Promise<boolean> =>
      read(deps, () => {
        refuseStranger(deps, name);
        return isUnsettled(deps, { step: 'publish', subject: name });
      }),
  };
}

/** What it looks for decides whether the ad of its name may be published again. */
function refuseStranger({ account }: ActivityDependencies, name: string): void {
  refuseForeignCaller({ workflowType: 'adPublication', workflowId: publicationWorkflowId(account, name) });
}

async function readAd({ marketplace }: ActivityDependencies, adNumber: string): Promise<ListedAd | null> {
  try {
    return await marketplace.ads.readTerms(adNumber, { priority: turnOf() });
  } catch (error) {
    if (error instanceof MarketplaceFailure && error.category === TransportCondition.NOT_FOUND) return null;
    throw error;
  }
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
  if (known !== undefined) return { kind: 'owned', adNumber: known.adNumber };
  const rows = await deps.register.stepRows({ step: 'publish', subject: input.name });
  const sent = rows.findLast(({ state }) => state === 'leaving' || state === 'done');
  if (sent !== undefined) return { kind: 'sent', atMs: sent.armedAtMs ?? sent.askedAtMs };
  if (kept.publications.length >= maxPublications) return { kind: 'unpublishable', why: fullText };
  const { terms } = input;
  const [category, methods, market] = await Promise.all([
    categoryOf(deps, terms),
    chosenMethods(deps, terms),
    listOfMarket(deps, terms, turnOf()),
  ]);
  if (methods.kind === 'missing') return { kind: 'unpublishable', why: methods.why };
  if ('why' in category) return { kind: 'unpublishable', why: category.why };
  const twin = market.find((ad) => isUnownedTwin(ad, terms, kept.publications));
  if (twin !== undefined) return { kind: 'unpublishable', why: twinText(twin, input.name) };
  const priced = await priceOfNewAd(deps, input, { market, methods: methods.methods });
  if ('why' in priced) return { kind: 'unpublishable', why: priced.why };
  const before = market.map(({ adNumber }) => adNumber);
  return { kind: 'ready', ready: { ...priced, ...category, methods: methods.methods, known: before } };
}

const fullText = `${maxPublications} ads were published by name: no more can be remembered`;

/**
 * An own ad with these terms that no name owns is most likely this one: a guard that lost its memory, a wrong ruling, an
 * ad made in the app. A name of its own is what a second ad of the same terms needs.
 */
function isUnownedTwin(ad: ListedAd, terms: PublishedTerms, publications: readonly Publication[]): boolean {
  const isOwned = publications.some(({ adNumber }) => adNumber === ad.adNumber);
  return ad.status !== 'closed' && !isOwned && couldBePublished(terms, ad);
}

const twinText = ({ adNumber, status }: ListedAd, name: string): string =>
  `ad ${adNumber}, ${status}, has the same terms and no name: keep it by number = "${adNumber}" in [ads.${name}], or close it`;

const categories: readonly ReadyAd['category'][] = ['mass', 'profession', 'block'];

/** EP-1: one that the account may not publish is refused before anything is sent. */
async function categoryOf(
  { marketplace }: ActivityDependencies,
  { category = 'mass' }: PublishedTerms,
): Promise<Pick<ReadyAd, 'category'> | { why: string }> {
  const allowed = (await marketplace.market.categories({ priority: turnOf() })) ?? categories;
  if (allowed.includes(category)) return { category };
  return { why: `this account may not publish ads of category ${category}: it may publish ${allowed.join(', ')}` };
}

async function find(deps: ActivityDependencies, input: FindPublishedAdInput): Promise<{ adNumber: string | null }> {
  const atMs = deps.clock.now();
  const { ads: market, odd, isWhole } = await readPair(deps, input.terms, turnOf());
  for (const { adNumber } of market.filter((ad) => couldBeIt(ad, input))) {
    // Another name with the same terms may own it: the first claim wins and is permanent.
    const owner = await claimAd(deps, { name: input.name, adNumber });
    if (owner.name === input.name) return { adNumber: owner.adNumber };
  }
  // One that cannot be read or is not shown, and was not there before, may be the one.
  const isHidden = !isWhole || odd.some(({ subject }) => subject === null || input.known?.includes(subject) !== true);
  if (isHidden || market.some((ad) => isUnclear(ad, input))) return { adNumber: null };
  const beganAtMs = readBegan(deps, atMs);
  await deps.register.stepSeen({ step: 'publish', subject: input.name, sight: 'not-done', beganAtMs });
  return { adNumber: null };
}

/** A name that owns an ad has been published, whatever was answered. */
async function claimAd(deps: ActivityDependencies, claim: PublicationClaim): Promise<PublicationClaim> {
  const owner = await deps.guard.claimPublication(claim);
  if (owner.name === claim.name) {
    const beganAtMs = deps.clock.now();
    await deps.register.stepSeen({ step: 'publish', subject: claim.name, sight: 'done', beganAtMs });
  }
  return owner;
}

/** Without a time, and without a list of before, an ad may be the one: that it is not here has not been shown. */
function isUnclear(ad: ListedAd, { terms, known }: FindPublishedAdInput): boolean {
  return ad.createdAtMs === null && known === null && couldBePublished(terms, ad);
}

function couldBeIt(ad: ListedAd, { terms, known, sinceMs }: FindPublishedAdInput): boolean {
  // Without a time and without the list of before, an ad of last year would count as the one that was published now.
  const isNew = ad.createdAtMs === null ? known !== null : ad.createdAtMs >= sinceMs - clockToleranceMs;
  return isNew && known?.includes(ad.adNumber) !== true && couldBePublished(terms, ad);
}
