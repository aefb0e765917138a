import { MainClient } from 'binance';
import { expect, test } from 'vitest';
import { deskAccount, openWorld } from '../simulator/sim-fixture.ts';
import type { SimWorld } from '../simulator/sim-fixture.ts';

/** The largest community client, which knows one operation of the marketplace (EP-16) and nothing of our code. */
function communityClient(world: SimWorld, apiSecret: string): MainClient {
  const client = new MainClient({ api_key: deskAccount.apiKey, api_secret: apiSecret, baseUrl: world.baseUrl });
  client.setTimeOffset(world.clock.now() - Date.now());
  return client;
}

test('EP-16: the package `binance` reads the history of the simulator with its own signature', async () => {
  const world = await openWorld();
  const { simulator } = world;
  const orderNumber = simulator.counterparties.take({ adNumber: world.addAd(), amount: '25', nickname: 'Ana' });
  const client = communityClient(world, deskAccount.apiSecret);
  const history = await client.getC2CTradeHistory({ tradeType: 'SELL', page: 1, rows: 50 });
  expect(history).toMatchObject({ code: '000000', total: 1, data: [{ orderNumber, asset: 'USDT', fiat: 'BOB' }] });
  expect(simulator.ledger().rejected).toEqual({});
});

test('interface section 5: with a wrong secret it is refused', async () => {
  const world = await openWorld();
  const client = communityClient(world, 'not-the-secret');
  const call = client.getC2CTradeHistory({ tradeType: 'SELL', page: 1, rows: 50 });
  await expect(call).rejects.toMatchObject({ code: -1022 });
});
