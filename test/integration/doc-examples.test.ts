import { expect, it } from 'vitest';
import { orderControl, placeOrder, publishAd, startAd, startNotices } from '../../src/client/index.ts';
import {
  examplesOf,
  runExamples,
  writeExamples,
  type DocExample,
  type Given,
} from '../project/package/doc-examples.ts';
import { account, askAdNumber, noRules, openDeskWorld, sharedEgress, until, type DeskWorld } from './desk-harness.ts';

const release = { policy: 'approve', amountCap: null, counterparty: noRules } as const;
const rules = {
  strategy: { kind: 'undercut', ticks: 1 },
  filter: {},
  limits: { floor: '9.50', ceiling: '10.50' },
} as const;
const market = { asset: 'USDT', fiat: 'BOB', side: 'SELL' } as const;
const placed = {
  account,
  requestId: 'purchase',
  mode: 'sim',
  adNumber: askAdNumber,
  asset: 'USDT',
  fiat: 'BOB',
  side: 'BUY',
  totalAmount: '500.00',
  matchPrice: '10.05',
  release,
} as const;
const name = 'published';

const ownAd = ({ simulator }: DeskWorld): string => simulator.ads.add({ account, price: '10.20', ...market });

/** An ad of its own for each example that names one; one that is controlled is kept. */
async function adOf(world: DeskWorld, { code }: DocExample): Promise<string> {
  const adNumber = ownAd(world);
  if (/adControl\(|adCommands\./.test(code)) await startAd(world.client, { account, adNumber, mode: 'sim', rules });
  return adNumber;
}

/** A paid order of its own, which its workflow carries to the release. */
async function orderOf({ simulator, client }: DeskWorld, adNumber: string): Promise<string> {
  const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
  simulator.counterparties.pay(orderNumber);
  await until(
    'the order waits for an approval',
    () => orderControl(client, account, orderNumber).state(),
    (view) => view.waitingFor.code === 'release-gate',
  );
  return orderNumber;
}

it('the examples of peerdesk/client run against a real desk and show what they say', async () => {
  const world = await openDeskWorld({ egress: sharedEgress });
  const { client } = world;
  await world.runWorker();
  await world.startDesk({ release });
  await startNotices(client, { account });
  await placeOrder(client, placed);
  const terms = { ...market, quantity: '200', minOrder: '100', maxOrder: '900', payMethods: ['BANK'] };
  await publishAd(client, { account, name, mode: 'sim', terms, rules });
  const traded = ownAd(world);
  const given = async (example: DocExample): Promise<Given> => ({
    account,
    requestId: placed.requestId,
    placed,
    name,
    ...(example.code.includes('account, adNumber') ? { adNumber: await adOf(world, example) } : {}),
    ...(example.code.includes('account, orderNumber') ? { orderNumber: await orderOf(world, traded) } : {}),
  });
  const folder = await writeExamples('client', examplesOf('client'), given);
  expect(await runExamples(folder, world.env)).toEqual({});
});
