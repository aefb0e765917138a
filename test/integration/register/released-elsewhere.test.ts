/** An order of the desk that another one released: the merchant in the app, or a program with his key. */
import { expect, it } from 'vitest';
import { orderControl } from '../../../src/client/index.ts';
import { account, noRules, openDeskWorld, until, type DeskWorld } from '../desk-harness.ts';
import { operatorOf, type Peerdesk } from '../operator.ts';

interface OwnDesk {
  readonly world: DeskWorld;
  readonly peerdesk: Peerdesk;
  /** A paid sale. */
  readonly paid: () => string;
  /** Waits until the order waits for that. */
  readonly waits: (order: string, reason: string) => Promise<unknown>;
  readonly shown: () => Promise<string>;
  readonly releaseOwn: () => Promise<void>;
}

/** A desk that has released an order: from then on all that the service shows is compared. */
async function openOwnDesk(): Promise<OwnDesk> {
  const world = await openDeskWorld();
  const { simulator, client } = world;
  const peerdesk = operatorOf(world);
  await world.runWorker();
  await world.startDesk({ release: { policy: 'approve', amountCap: null, counterparty: noRules } });
  const paid = (): string => {
    const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
    const order = simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
    simulator.counterparties.pay(order);
    return order;
  };
  const waits = (order: string, reason: string) =>
    until(
      `order ${order} waits for ${reason}`,
      () => orderControl(client, account, order).state(),
      ({ waitingFor }) => waitingFor.code === reason,
    );
  const shown = async (): Promise<string> => (await peerdesk('desk', 'show')).stdout;
  const releaseOwn = async (): Promise<void> => {
    const own = paid();
    await waits(own, 'release-gate');
    await orderControl(client, account, own).approve({ by: 'ana' });
    await waits(own, 'nothing');
  };
  await releaseOwn();
  return { world, peerdesk, paid, waits, shown, releaseOwn };
}

it('design 6, promise 4: a release that this desk did not make is booked and asked about, and money still moves', async () => {
  const { world, peerdesk, paid, waits, shown, releaseOwn } = await openOwnDesk();
  const { simulator } = world;
  const elsewhere = paid();
  await waits(elsewhere, 'release-gate');
  simulator.counterparties.release(elsewhere);
  await waits(elsewhere, 'nothing');
  await until('the desk asks about it', shown, (text) => text.includes(`not released by this desk: ${elsewhere};`));
  expect(await peerdesk('register', 'show')).toMatchObject({
    stdout: expect.stringMatching(
      new RegExp(`released in 24 hours +1000 BOB[^]*unknown release +${elsewhere}: not by`),
    ),
  });

  await releaseOwn();
  const explained = await peerdesk('register', 'explain', account, '--released-in-app', '--yes', '--count', '1');
  expect(explained).toMatchObject({ exitCode: 0 });
  await until('the desk asks no more', shown, (text) => !text.includes('not released by this desk'));
  expect(simulator.ledger()).toMatchObject({ releases: 3, doubleReleases: 0 });
});

it('design 6: an appeal that the service decides for the buyer is booked, and asks no one', async () => {
  const { world, peerdesk, paid, waits, shown, releaseOwn } = await openOwnDesk();
  const { simulator } = world;
  const disputed = paid();
  await waits(disputed, 'release-gate');
  simulator.counterparties.dispute(disputed);
  await waits(disputed, 'appeal');
  simulator.counterparties.resolve(disputed, 'completed');
  await waits(disputed, 'nothing');
  const register = await peerdesk('register', 'show');
  expect(register.stdout).toMatch(/released in 24 hours +1000 BOB/);
  expect(register.stdout).not.toContain('unknown release');
  expect(await shown()).not.toContain('not released by this desk');
  await releaseOwn();
  expect(simulator.ledger()).toMatchObject({ doubleReleases: 0 });
});
