/** One person who pays once for the orders of two accounts of a merchant; the ledger of the service is the judge. */
import { expect, it } from 'vitest';
import { orderControl, startOrder, type OrderView } from '../../../src/client/index.ts';
import { group, keysOf, openGroup } from '../accounts/group-world.ts';
import { account, openDeskWorld, quickSettings, sharedEgress, until, type DeskWorld } from '../desk-harness.ts';
import { effects, releaseRules } from '../operations-world.ts';
import { paymentOf, soldTo } from './attack-world.ts';

const buyer = 'Juan Perez';
const reference = 'BANK-4711';
const neighbour = 'second';

interface Sale {
  of: string;
  orderNumber: string;
}

/** The same buyer pays an order of each account, and both have the transfer attached. */
async function bothPaidBy(world: DeskWorld, groups: readonly [string, string]): Promise<Sale[]> {
  const sales = [account, neighbour].map((of) => ({ of, orderNumber: soldTo(world, buyer, { reference, of }) }));
  const viewOf = ({ of, orderNumber }: Sale): Promise<OrderView> => orderControl(world.client, of, orderNumber).state();
  await Promise.all(
    sales.map(async (sale, at) => {
      const { of, orderNumber } = sale;
      const rest = { mode: 'sim', release: releaseRules('match'), settings: quickSettings } as const;
      await startOrder(world.client, { account: of, group: groups[at] ?? of, orderNumber, ...rest });
      await until(
        'the order waits',
        () => viewOf(sale),
        ({ waitingFor, mark }) => waitingFor.code === 'release-gate' && mark !== null,
      );
    }),
  );
  const match = paymentOf(buyer, reference);
  await Promise.all(sales.map(({ of, orderNumber }) => orderControl(world.client, of, orderNumber).attachMatch(match)));
  return sales;
}

async function releasedOnce(world: DeskWorld, sales: readonly Sale[]): Promise<void> {
  const released = (): Sale[] =>
    sales.filter(({ orderNumber }) => effects(world.simulator.ledger(), 'release', orderNumber) > 0);
  await until('one is released', released, ({ length }) => length > 0);
  const other = sales.find((sale) => !released().includes(sale));
  if (other === undefined) throw new Error('both were released');
  const control = orderControl(world.client, other.of, other.orderNumber);
  const backsAnother = ({ payments }: OrderView): boolean => payments.some(({ backs }) => backs !== null);
  const view = await until('the other one says why', () => control.state(), backsAnother);
  expect(view).toMatchObject({
    waitingFor: { code: 'release-gate' },
    payments: [{ backs: released()[0]?.orderNumber }],
  });
  expect(world.simulator.ledger()).toMatchObject({ releases: 1, releasesOnUsedPayment: 0, repeatedAttempts: 0 });
}

it('S23: attached to an order of each of two accounts of one worker, in one moment: one is released', async () => {
  const { world } = await openGroup();
  await releasedOnce(world, await bothPaidBy(world, [group, group]));
});

it('S23: two workers of two groups with one register: one is released', async () => {
  const accounts = [account, neighbour].map((name) => ({ name, ...keysOf(name) }));
  const world = await openDeskWorld({ egress: sharedEgress, accounts });
  for (const name of [account, neighbour]) {
    const { apiKey, apiSecret } = keysOf(name);
    const keys = { PEERDESK_API_KEY: apiKey, PEERDESK_API_SECRET: apiSecret };
    world.startWorker({ PEERDESK_ACCOUNT: name, PEERDESK_EGRESS: name, ...keys });
  }
  await releasedOnce(world, await bothPaidBy(world, [account, neighbour]));
});
