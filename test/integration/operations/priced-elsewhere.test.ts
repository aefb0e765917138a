/** An ad of the desk that another one prices: a second program with the key, or the merchant in the app. */
import { expect, it } from 'vitest';
import { startAd, type AdControl, type AdView } from '../../../src/client/index.ts';
import { deskSettingsSchema, exchangeSettingsOf } from '../../../src/domain/settings.ts';
import { createExchangeClient, toPriceUpdate } from '../../../src/exchange/index.ts';
import { rules } from '../../workflows/fixtures.ts';
import { account, openDeskWorld, quickSettings, until, type DeskWorld } from '../desk-harness.ts';
import { operatorOf } from '../operator.ts';

interface KeptAd {
  ad: AdControl;
  adNumber: string;
  shows: (what: string, holds: (view: AdView) => boolean) => Promise<AdView>;
}

async function keepAd({ simulator, client, startDesk }: DeskWorld, fault?: 'reset' | 'hang'): Promise<KeptAd> {
  await startDesk();
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.20' });
  if (fault !== undefined) {
    simulator.setFaults([
      { operation: 'ads/update', when: { nth: 1, adNumber }, fault: { kind: fault, when: 'after' } },
    ]);
  }
  const wanted = { ...rules, limits: { floor: '9.00', ceiling: '11.00' } };
  const ad = await startAd(client, { account, adNumber, mode: 'sim', rules: wanted, settings: quickSettings });
  return { ad, adNumber, shows: (what, holds) => until(what, () => ad.state(), holds) };
}

const standsAt =
  (price: string) =>
  (view: AdView): boolean =>
    view.price === price && view.lastProblem === null;

it('design 6, promise 4: a price that a second program with the key sets is asked about once, and the desk goes on', async () => {
  const world = await openDeskWorld();
  const { simulator, baseUrl, env } = world;
  await world.runWorker();
  const { adNumber, shows } = await keepAd(world);
  await shows('its own price', ({ price, reprices }) => price === '10.04' && reprices === 1);
  const credentials = { apiKey: String(env['PEERDESK_API_KEY']), apiSecret: String(env['PEERDESK_API_SECRET']) };
  const settings = exchangeSettingsOf(deskSettingsSchema.parse(quickSettings));
  const other = createExchangeClient({ baseUrl, credentials, settings });
  await other.ads.update(toPriceUpdate({ adNumber, price: '10.30' }), { priority: 'price', adKey: adNumber });
  const asked = await shows('asked and priced', (view) => standsAt('10.04')(view) && view.asks.length > 0);
  expect(asked).toMatchObject({
    state: { kind: 'running' },
    needsHuman: true,
    foreignPrices: { count: 1, found: { place: '10.3' }, written: { place: '10.04' } },
  });
  const peerdesk = operatorOf(world);
  expect((await peerdesk('ad', 'show', adNumber)).stdout).toContain('its price was 10.3 at');
  expect(await peerdesk('ad', 'resume', adNumber, '--by', 'ana')).toMatchObject({ exitCode: 0 });
  expect(await shows('no more asked', ({ asks }) => asks.length === 0)).toMatchObject({ foreignPrices: null });
  expect(simulator.ledger().reprices).toBe(3);
});

it('a write of its own whose answer is lost is asked about neither then nor after the next one', async () => {
  const world = await openDeskWorld();
  await world.runWorker();
  const { shows } = await keepAd(world, 'reset');
  await shows('its own price', standsAt('10.04'));
  expect(world.simulator.ledger().reprices).toBeGreaterThan(0);
  world.market.move('10.00', '10.15', '9.95');
  expect(await shows('the next one', standsAt('10.14'))).toMatchObject({ asks: [], foreignPrices: null });
});

it('nor is one of the process before: killed once the service had the price, and before it was written down', async () => {
  const world = await openDeskWorld();
  const first = world.startWorker();
  const { shows } = await keepAd(world, 'hang');
  await until(
    'the service has it',
    () => world.simulator.ledger().reprices,
    (count) => count === 1,
  );
  await first.kill();
  world.startWorker();
  await shows('its own price', (view) => standsAt('10.04')(view) && view.lastChangeAtMs !== null);
  world.market.move('10.00', '10.15', '9.95');
  expect(await shows('the next one', standsAt('10.14'))).toMatchObject({ asks: [], foreignPrices: null });
});
