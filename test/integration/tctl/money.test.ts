/** The commands of orders, and of what was sent and has no outcome, as the page about tctl has them; the ledger is the judge. */
import { expect } from 'vitest';
import { publishAd, type OrderView, type PlacementView, type PublicationView } from '../../../src/client/index.ts';
import type { Program } from '../../project/tctl-lines.ts';
import { lacksSomething, soldTo } from '../attacks/attack-world.ts';
import { account, quickSettings, until } from '../desk-harness.ts';
import { effects, shareOperationsWorld } from '../operations-world.ts';
import { send, withEach } from './typed-lines.ts';

const the = shareOperationsWorld();

const buyer = 'Juan Perez';

/** What stands on the page of an order, and a payment of it. */
const shown = ({ mark, orderNumber }: OrderView) => ({
  GENERATION: mark?.generation ?? '',
  EPOCH: String(mark?.epoch),
  AMOUNT: '500.00',
  PAYER: buyer,
  PROOF: `BANK-${orderNumber}`,
  ARRIVED: String(Date.now()),
  OUTCOME: 'done',
});

withEach('every command of an order is carried out, or refused with the reason', async (program) => {
  const world = the();
  const { simulator } = world;
  const orderNumber = soldTo(world, buyer);
  simulator.setFaults(lacksSomething(orderNumber));
  const order = await world.carry(orderNumber, 'approve');
  await order.waitsFor('release-gate');
  let checks = 0;
  simulator.on((event) => {
    if (event.type === 'request' && event.operation.endsWith('verifiedAdditionalKyc')) checks += 1;
  });
  await send<OrderView>(world, {
    program,
    workflowId: order.workflowId,
    filled: shown,
    wanted: {
      approveRelease: ({ approvals: [approval] }) => approval?.by === 'me',
      revokeApproval: ({ approvals, isKept }) => approvals.length === 0 && isKept,
      hold: ({ held, isKept }) => held?.by === 'me' && isKept,
      unhold: ({ held, isKept }) => held === null && isKept,
      verifyKyc: () => checks === 1,
      attachMatch: ({ payments }) => payments.length === 1,
      detachMatch: ({ payments, isKept }) => payments.length === 0 && isKept,
      confirmPayment: /the desk sells here/,
      cancelOrder: /only the buyer can cancel/,
      resolve: /nothing to resolve/,
      changeMode: ({ mode }) => mode === 'shadow',
      stop: ({ waitingFor }) => waitingFor.code === 'nothing',
    },
  });
  simulator.setFaults([]);
  expect(effects(simulator.ledger(), 'release', orderNumber)).toBe(0);
});

withEach('an approval releases, and a confirmed payment is marked as paid, each once', async (program) => {
  const world = the();
  const [sale, purchase] = [await world.sale('approve'), await world.purchase()];
  await sale.waitsFor('release-gate');
  await send<OrderView>(world, {
    program,
    workflowId: sale.workflowId,
    filled: shown,
    wanted: { approveRelease: ({ status }) => status === 'COMPLETED' },
  });
  await send<OrderView>(world, {
    program,
    workflowId: purchase.workflowId,
    filled: shown,
    wanted: { confirmPayment: ({ status }) => status === 'PAID' },
  });
  const ledger = world.simulator.ledger();
  expect(effects(ledger, 'release', sale.orderNumber)).toBe(1);
  expect(effects(ledger, 'pay', purchase.orderNumber)).toBe(1);
});

/** The same total on the same ad would count as a second placement. */
const totals = { tctl: '500.00', temporal: '400.00' } as const;

/** Three calls that took effect, and which no answer and no read shows. */
async function undecided(program: Program) {
  const world = the();
  const { client, simulator } = world;
  const purchase = await world.purchase();
  const held = ['placeOrder', 'post', 'markOrderAsPaid'].map((operation) => world.hold(operation));
  const placement = await world.placement(program, totals[program]);
  const shape = {
    asset: 'USDT',
    fiat: 'BOB',
    side: 'SELL',
    quantity: '200',
    minOrder: '100',
    maxOrder: '900',
  } as const;
  const publication = await publishAd(client, {
    account,
    mode: 'sim',
    name: program,
    terms: { ...shape, payMethods: ['BANK'] },
    rules: { strategy: { kind: 'undercut', ticks: 1 }, limits: { floor: '9.00', ceiling: '11.00' } },
    settings: { ...quickSettings, requestTimeoutMs: 18_000, moneyStepBoundMs: 20_000 },
  });
  await purchase.control.confirmPayment({ by: 'ana', payId: null, proof: 'BANK' });
  for (const { done } of held) await done;
  const unread = { kind: 'http', status: 400 } as const;
  const { orderNumber } = purchase;
  const ofOrder = { operation: 'getUserOrderDetail', when: { orderNumber }, fault: unread };
  simulator.setFaults([
    ofOrder,
    ...['listOrders', 'listWithPagination'].map((operation) => ({ operation, fault: unread })),
  ]);
  for (const one of [placement, publication]) {
    await until(
      `${one.workflowId} asks a human`,
      async () => (await one.state()).state,
      (now) => now === 'needs-human',
    );
  }
  await until(
    'the order asks a human',
    () => purchase.control.state(),
    (view) => view.undecided === 'mark-paid',
  );
  simulator.setFaults([ofOrder]);
  for (const { letGo } of held) letGo();
  return { purchase, placement, publication };
}

withEach('what no read decides is resolved: an order, a placement, a publication', async (program) => {
  const world = the();
  const { simulator } = world;
  const { purchase, placement, publication } = await undecided(program);
  const { entries } = simulator.ledger();
  const placed = entries.findLast(({ kind }) => kind === 'place')?.orderNumber ?? '';
  const published = entries.findLast(({ kind }) => kind === 'ad-post')?.adNumber ?? '';
  await send<PlacementView>(world, {
    program,
    workflowId: placement.workflowId,
    filled: () => ({ NUMBER: placed }),
    wanted: { resolve: (view) => view.state === 'placed' && view.orderNumber === placed },
  });
  await send<PublicationView>(world, {
    program,
    workflowId: publication.workflowId,
    filled: () => ({ NUMBER: published }),
    wanted: { resolve: (view) => view.state === 'published' && view.adNumber === published },
  });
  await send<OrderView>(world, {
    program,
    workflowId: purchase.workflowId,
    filled: shown,
    wanted: { resolve: (view) => view.undecided === null },
  });
  simulator.setFaults([]);
  expect(simulator.ledger()).toMatchObject({ doublePlacements: 0, doublePayments: 0 });
  expect(effects(simulator.ledger(), 'pay', purchase.orderNumber)).toBe(1);
});
