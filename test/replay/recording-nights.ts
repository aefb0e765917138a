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
  };
}
