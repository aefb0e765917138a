import type { Client } from '@temporalio/client';
import * as peerdesk from '../../src/client/index.ts';
import type { PricingRulesInput } from '../../src/domain/pricing/pricing-rules.ts';
import type { DeskSettings } from '../../src/domain/settings.ts';
import type { Simulator } from '../../src/simulator/simulator.ts';
import { account } from './recording.ts';
import { until } from './until.ts';

interface World {
  client: Client;
  simulator: Simulator;
}

const minuteMs = 60_000;
const me = { by: 'ana' };
const strategy = { kind: 'undercut', ticks: 1 } as const;

/** Times of every day from the next minute that is not about to begin, on the clock of UTC. */
function hoursFrom(nowMs: number): { open: string; timezone: string } {
  const fromMs = Math.ceil((nowMs + 15_000) / minuteMs) * minuteMs;
  const time = (atMs: number): string => new Date(atMs).toISOString().slice(11, 16);
  return { open: `Mon-Sun ${time(fromMs)}-${time(fromMs + 60 * minuteMs)}`, timezone: 'UTC' };
}

/** The paths of ads that leave the market by a rule of theirs and come back by themselves. They take minutes. */
export function nightPaths(settings: Partial<DeskSettings>): Record<string, (world: World) => Promise<string>> {
  const start = async ({ client, simulator }: World, price: string, rules: PricingRulesInput) => {
    const quantity = { initAmount: '100', minFiat: '100', maxFiat: '900' };
    const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price, ...quantity });
    const ad = await peerdesk.startAd(client, { account, adNumber, mode: 'sim', settings, rules });
    return { ad, adNumber };
  };
  const shows = (ad: peerdesk.AdControl, what: string, holds: (view: peerdesk.AdView) => boolean) =>
    until(what, () => ad.state(), holds);
  return {
    'ad-night': async (world) => {
      const limits = { floor: '10.80', ceiling: '10.95' };
      const { ad } = await start(world, '10.90', { strategy, limits, hours: hoursFrom(Date.now()) });
      await shows(
        ad,
        'it is off the market',
        ({ why }) => why.startsWith('outside its hours') && why.endsWith('taken offline'),
      );
      await shows(ad, 'it is back', ({ state, opening }) => state.kind === 'running' && opening?.isOpen === true);
      await shows(ad, 'it is priced', ({ why, price }) => price === '10.80' && !why.includes('being put'));
      await ad.stop(me);
      return ad.workflowId;
    },
    'ad-stock': async (world) => {
      const limits = { floor: '10.70', ceiling: '10.75' };
      const inventory = { target: '100', refillBelow: '60', total: '150', offlineBelow: '20', holdMs: 10_000 };
      const rules = { strategy, limits, inventory };
      const { ad, adNumber } = await start(world, '10.70', rules);
      const sell = (totalPrice: string) => world.simulator.counterparties.take({ adNumber, totalPrice });
      await shows(ad, 'it is looked at', ({ state, lookedAtMs }) => state.kind === 'running' && lookedAtMs !== null);
      const first = sell('535.00');
      const quantity = async () => world.simulator.marketplace.ads.get(adNumber)?.initAmount;
      await until('it is refilled', quantity, (now) => Number(now) === 150);
      sell('860.00');
      await shows(
        ad,
        'it is off the market',
        ({ state, why }) => state.kind === 'offline' && why.startsWith('taken offline'),
      );
      world.simulator.counterparties.cancel(first);
      await shows(ad, 'it is back', ({ state, why }) => state.kind === 'running' && !why.includes('being put'));
      await ad.stop(me);
      return ad.workflowId;
    },
  };
}
