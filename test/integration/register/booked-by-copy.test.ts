/** Register and Temporal are put back from one copy, and an order of then was released since. The ledger of the service is the judge. */
import { expect, it } from 'vitest';
import { paymentOf, soldTo } from '../attacks/attack-world.ts';
import { noRules, openDeskWorld, until } from '../desk-harness.ts';
import { operatorOf } from '../operator.ts';
import { carriedOrder, effects, type CarriedOrder } from '../operations-world.ts';

const buyer = 'ANA PEREZ';

it('ADR 0048: an order that a copy books before it is compared is no release that the copy knows', async () => {
  const world = await openDeskWorld();
  const { simulator } = world;
  const peerdesk = operatorOf(world);
  const isReleased = ({ orderNumber }: CarriedOrder) => effects(simulator.ledger(), 'release', orderNumber) > 0;
  const first = world.startWorker();
  await until('it serves', world.log, (log) => log.includes('what this worker may do'));
  await world.startDesk({ release: { policy: 'match', amountCap: null, counterparty: noRules } });
  const gap = carriedOrder(world, soldTo(world, buyer, { reference: 'REF-1' }));
  await gap.waitsFor('release-gate');
  await first.kill();
  // As register and Temporal show it that are put back from this moment: neither knows the release, nor its payment.
  simulator.counterparties.release(gap.orderNumber);
  // The list does not answer yet; the order does.
  simulator.setFaults([{ operation: 'listOrders', fault: { kind: 'http', status: 500 } }]);
  world.startWorker();
  await until(
    'it is booked',
    async () => {
      // Its workflow has ended by then.
      await gap.control.report([{ status: null, atMs: Date.now(), source: 'test' }]).catch(() => undefined);
      return (await peerdesk('register', 'show')).stdout;
    },
    (text) => text.includes(gap.orderNumber),
  );
  simulator.setFaults([]);
  const again = carriedOrder(world, soldTo(world, buyer, { reference: 'REF-1' }));
  await again.waitsFor('release-gate');
  await again.control.attachMatch(paymentOf(buyer, 'REF-1'));
  await until(
    'the order says why not',
    async () => JSON.stringify(await again.control.state()),
    (text) => text.includes('releases that the register does not know') || isReleased(again),
  );
  expect((await peerdesk('register', 'show')).stdout).toMatch(
    new RegExp(`unknown release +${gap.orderNumber}: no money`),
  );
  expect(isReleased(again)).toBe(false);
  expect(simulator.ledger()).toMatchObject({ releases: 1, releasesOnUsedPayment: 0 });
});
