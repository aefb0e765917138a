import type { Client } from '@temporalio/client';
import * as peerdesk from '../../src/client/index.ts';
import type { DeskSettings } from '../../src/domain/settings.ts';
import type { Simulator } from '../../src/simulator/simulator.ts';
import { ownMethodsOf } from '../../src/simulator/trade/payment-method.ts';
import { account } from './recording.ts';
import { until } from './until.ts';

interface World {
  client: Client;
  simulator: Simulator;
}

const limits = { floor: '10.70', ceiling: '10.75' };
const inventory = { target: '100', refillBelow: '60', total: '150', offlineBelow: '20', holdMs: 10_000 };
const strategy = { kind: 'undercut', ticks: 1 } as const;

/** Both payment accounts of the simulator's merchant, the first at a bank. */
function twoMethods({ simulator }: World) {
  simulator.addMethod(account, 'Wise');
  const [bank, wise] = ownMethodsOf(simulator.marketplace, account);
  if (bank === undefined || wise === undefined) throw new Error('the merchant has no two payment accounts');
  const capsOf = (daily: [string, string]) => ({
    timezone: 'UTC',
    caps: [bank, wise].map(({ payId }, index) => ({
      method: String(payId),
      daily: daily[index] ?? '',
      fiat: 'BOB',
    })),
  });
  return { paymentMethods: [bank, wise], bank, capsOf };
}

/** The path of an ad that leaves the market for its stock and for its payment caps, and comes back. It takes two minutes. */
export function stockPaths(settings: Partial<DeskSettings>): Record<string, (world: World) => Promise<string>> {
  return {
    'ad-stock': async (world) => {
      const { client, simulator } = world;
      const { paymentMethods, bank, capsOf } = twoMethods(world);
      const place = { account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.70' } as const;
      const size = { initAmount: '100', minFiat: '100', maxFiat: '900' };
      const adNumber = simulator.ads.add({ ...place, ...size, paymentMethods });
      const rules = { strategy, limits, inventory, paymentCaps: capsOf(['5000', '5000']) };
      const ad = await peerdesk.startAd(client, { account, adNumber, mode: 'sim', settings, rules });
      const shows = (what: string, holds: (view: peerdesk.AdView) => boolean) => until(what, () => ad.state(), holds);
      const leaves = (cause: string) =>
        shows(
          `it is off the market for ${cause}`,
          ({ state, why }) => state.kind === 'offline' && state.cause === cause && why.startsWith('taken offline'),
        );
      const returns = () =>
        shows('it is back', ({ state, why }) => state.kind === 'running' && !why.includes('being put'));
      const atService = async () => simulator.marketplace.ads.get(adNumber);
      const sell = (totalPrice: string) => simulator.counterparties.take({ adNumber, totalPrice });
      await shows('it is looked at', ({ state, lookedAtMs }) => state.kind === 'running' && lookedAtMs !== null);
      const first = sell('535.00');
      await until('it is refilled', atService, (now) => Number(now?.initAmount) === 150);
      simulator.counterparties.pay(sell('860.00'), undefined, bank.payId);
      await leaves('stock');
      simulator.counterparties.cancel(first);
      await returns();
      await ad.setRules({ paymentCaps: capsOf(['900', '5000']) });
      await until('the bank is taken out', atService, (now) => now?.paymentMethods.length === 1);
      await ad.setRules({ paymentCaps: capsOf(['900', '50']) });
      await leaves('caps');
      await ad.setRules({ paymentCaps: null });
      await returns();
      await ad.stop({ by: 'ana' });
      return ad.workflowId;
    },
  };
}
