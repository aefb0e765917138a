import { Context } from '@temporalio/activity';
import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import { Decimal, roundToScale } from '../../domain/decimal.ts';
import type { OddRow } from '../../domain/odd-row.ts';
import { oddName } from '../../marketplace/doubts.ts';
import type { Adoption } from '../../workflows/contract/desk-contract.ts';
import type { AdoptAdsInput } from '../activity-contract.ts';
import { priceTypeProblem } from './price-type.ts';
import { read } from '../kit/calls.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { beat } from '../kit/pause.ts';

/**
 * Creates the adoption: it starts a workflow for each online ad of the account. It heartbeats after each page and ad,
 * and an attempt after a lost one skips the work that was done.
 */
export function createAdoptAds(deps: ActivityDependencies) {
  return function adoptAds(input: AdoptAdsInput): Promise<Adoption> {
    return read(deps, async () => {
      const adoption = doneBefore(Context.current().info.heartbeatDetails);
      const done = new Set([...adoption.adopted, ...adoption.leftAlone.map(({ adNumber }) => adNumber)]);
      const { ads, odd } = await listOnline(deps, adoption);
      const left = odd.map((row) => ({ adNumber: oddName(row), why: `cannot be read: ${row.why}` }));
      adoption.leftAlone.push(...left.filter(({ adNumber }) => !done.has(adNumber)));
      for (const ad of ads.filter((one) => priceTypeProblem(one, input.rules) === null)) {
        if (!done.has(ad.adNumber)) await keep(deps, { ad, input, adoption });
        await beat(adoption, deps);
      }
      return adoption;
    });
  };
}

/** Returns what the previous attempt had done by its last heartbeat. */
function doneBefore(heartbeat: unknown): Adoption {
  const isOurs = typeof heartbeat === 'object' && heartbeat !== null && 'adopted' in heartbeat;
  return isOurs ? structuredClone(heartbeat as Adoption) : { adopted: [], leftAlone: [] };
}

async function listOnline(
  { marketplace, ...deps }: ActivityDependencies,
  adoption: Adoption,
): Promise<{ ads: readonly AdFacts[]; odd: readonly OddRow[] }> {
  const signal = Context.current().cancellationSignal;
  const onPage = () => beat(adoption, deps);
  const { items, odd } = await marketplace.ads.list({ priority: 'market', signal, onPage });
  return { ads: items.filter((ad) => ad.status === 'online'), odd };
}

interface Keeping {
  ad: AdFacts;
  input: AdoptAdsInput;
  adoption: Adoption;
}

async function keep(deps: ActivityDependencies, { ad, input, adoption }: Keeping): Promise<void> {
  const { adNumber } = ad;
  const rules = { ...input.rules, limits: limitsAround(ad, input.limitRatio) };
  const keeping = await deps.desk.keepAd(ad, rules);
  if (keeping.kind === 'kept') adoption.adopted.push(adNumber);
  else adoption.leftAlone.push({ adNumber, why: keeping.why });
}

/** Returns the limits of an adopted ad: its current price plus and minus the ratio, on tick. */
function limitsAround(ad: AdFacts, limitRatio: string): { floor: string; ceiling: string } {
  const half = new Decimal(ad.price).times(limitRatio);
  const scale = ad.priceScale;
  return {
    floor: roundToScale(new Decimal(ad.price).minus(half).toFixed(), scale, 'up'),
    ceiling: roundToScale(new Decimal(ad.price).plus(half).toFixed(), scale, 'down'),
  };
}
