import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createSimulator } from '../../src/simulator/simulator.ts';
import { examplesOf, runExamples, writeExamples } from '../project/package/doc-examples.ts';
import { deskAccount, stillMarket } from '../simulator/sim-fixture.ts';
import { pngOf } from './chat/image-bytes.ts';

it('the examples of peerdesk/exchange run against the simulator and show what they say', async () => {
  const simulator = createSimulator({ seed: 1, accounts: [deskAccount], market: stillMarket() });
  const { baseUrl } = await simulator.listen();
  onTestFinished(() => simulator.close());
  const { name: account, apiKey, apiSecret } = deskAccount;
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.20' });
  const take = () => simulator.counterparties.take({ adNumber, totalPrice: '120.00' });
  const orderNumber = take();
  const given = { baseUrl, apiKey, apiSecret, adNumber, orderNumber };
  const folder = await writeExamples('exchange', examplesOf('exchange'), () => given);
  await writeFile(join(folder, 'receipt.png'), pngOf(1, 1));
  // The chat of the examples waits for an order that arrives while it is open.
  const arriving = setInterval(take, 500);
  onTestFinished(() => clearInterval(arriving));
  const keys = { PEERDESK_BASE_URL: baseUrl, PEERDESK_API_KEY: apiKey, PEERDESK_API_SECRET: apiSecret };
  expect(await runExamples(folder, { ...process.env, ...keys })).toEqual({});
});
