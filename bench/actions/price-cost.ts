import { setTimeout as delay } from 'node:timers/promises';
import { adWorkflowId } from '../../src/workflows/contract/workflow-ids.ts';
import { defaultSettings } from '../../src/domain/settings.ts';
import type { BestOffers } from '../../test/setup/still-markets.ts';
import { priceBefore, type AccountsWorld } from '../accounts/world.ts';

/** What a price and the renewal of a watch leave in the history of an ad. */
export interface PriceCost {
  /** Events of a price. */
  events: number;
  /** Bytes of a price. */
  price: number;
  /** Bytes of a renewal. */
  renewal: number;
}

/** Events of one activity with the workflow tasks around it. */
const renewalEvents = 6;
/** Far enough from each other, and fewer than begin a new run. */
const places: readonly BestOffers[] = [1_015, 1_004, 1_022, 1_010, 1_018].map((ask) => ({
  ask: (ask / 100).toFixed(2),
  bid: ((2_000 - ask) / 100).toFixed(2),
}));

/** Moves all markets several times and returns what each price has added to the histories of the ads. */
export async function measurePrice(world: AccountsWorld): Promise<PriceCost> {
  const fiats = [...new Set(world.ads.map(({ fiat }) => fiat))];
  const before = await sizesOf(world);
  let prices = 0;
  for (const best of places) {
    const targets = Object.fromEntries(world.ads.map(({ adNumber, side }) => [adNumber, priceBefore(side, best)]));
    const took = await world.market.ask<Record<string, number>>({ kind: 'move', fiats, best, targets });
    prices += Object.keys(took).length;
    await delay(2 * defaultSettings.marketIntervalMs);
  }
  const after = await sizesOf(world);
  const events = (after.events - before.events) / prices;
  const price = (after.bytes - before.bytes) / prices;
  return { events, price, renewal: (renewalEvents * price) / events };
}

async function sizesOf({ client, ads }: AccountsWorld): Promise<{ events: number; bytes: number }> {
  const sizes = await Promise.all(
    ads.map(({ account, adNumber }) => client.workflow.getHandle(adWorkflowId(account, adNumber)).describe()),
  );
  return {
    events: sizes.reduce((sum, { historyLength }) => sum + historyLength, 0),
    bytes: sizes.reduce((sum, { historySize = 0 }) => sum + historySize, 0),
  };
}
