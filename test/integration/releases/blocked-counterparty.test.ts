/** A desk with a block list, and people who try to get past it; the ledger of the service is the judge. */
import { expect, it, onTestFinished } from 'vitest';
import { guardControl, placeOrder } from '../../../src/client/index.ts';
import { userNoFor } from '../../../src/simulator/trade/order-party.ts';
import { paymentMethodOf } from '../../../src/simulator/trade/payment-method.ts';
import { loosen, registerOf } from '../attacks/attack-world.ts';
import { account, until } from '../desk-harness.ts';
import {
  carriedOrder,
  effects,
  releaseRules,
  shareOperationsWorld,
  type OperationsWorld,
} from '../operations-world.ts';

const the = shareOperationsWorld();
const bidAdNumber = '13000000000000000003';

const guardOf = ({ client }: OperationsWorld) => guardControl(client, account);

function soldTo({ simulator }: OperationsWorld, nickname: string): string {
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  return simulator.counterparties.take({ adNumber, totalPrice: '500.00', nickname });
}

function sold(world: OperationsWorld, nickname: string): string {
  const orderNumber = soldTo(world, nickname);
  world.simulator.counterparties.pay(orderNumber);
  return orderNumber;
}

it('S13: by number, and by a nickname in any writing; who is not known is held, another one is released', async () => {
  const world = the();
  const guard = guardOf(world);
  await guard.block(userNoFor('Mallory'), { by: 'ana', note: 'chargeback' });
  await guard.block('Trudy', { by: 'ana' });
  const unknown = sold(world, 'Nobody');
  const fields = { takerUserNo: null, buyerNickname: null };
  const fault = { kind: 'answer', fields } as const;
  world.simulator.setFaults([{ operation: 'getUserOrderDetail', when: { orderNumber: unknown }, fault }]);
  const listed = ['Mallory', 'Trudy', 'TRUDY', 'Tru\u200bdy', 'Ｔｒｕｄｙ'].map((nickname) => sold(world, nickname));
  const free = await world.carry(sold(world, 'Bob'), 'paid');
  const held = await Promise.all([...listed, unknown].map((orderNumber) => world.carry(orderNumber, 'paid')));
  await free.waitsFor('nothing');
  for (const order of held) {
    const isUnknown = order.orderNumber === unknown;
    await order.waitsFor(isUnknown ? 'release-gate' : 'held');
    const view = await order.control.state();
    const blocked = { name: 'block-list', reason: isUnknown ? { kind: 'unknown' } : { kind: 'blocked', by: 'ana' } };
    expect(view).toMatchObject({ needsHuman: true, held: isUnknown ? null : { by: 'Peerdesk' } });
    expect(view.checks.find(({ name }) => name === 'block-list')).toMatchObject(blocked);
    expect(effects(world.simulator.ledger(), 'release', order.orderNumber)).toBe(0);
  }
  expect(world.simulator.ledger().releases).toBe(1);
  expect(await held[0]?.control.state()).toMatchObject({ counterpartyNumber: userNoFor('Mallory') });

  // At the guard alone, which a stranger can do as well, it allows nothing.
  await guard.unblock(userNoFor('Mallory'), { by: 'ana', note: 'it was settled' });
  expect(await held[0]?.control.state()).toMatchObject({ waitingFor: { code: 'held' } });
  await loosen(await registerOf(world, onTestFinished), ({ key }) => key.includes(userNoFor('Mallory')));
  await held[0]?.control.report([{ status: null, atMs: Date.now(), source: 'test' }]);
  await until(
    'the block is not seen any more',
    async () => held[0]?.control.state(),
    (view) => view?.checks.length === 1,
  );
  await held[0]?.control.unhold({ by: 'ana' });
  await held[0]?.waitsFor('nothing');
  expect(world.simulator.ledger().releases).toBe(2);
  world.simulator.setFaults([]);
});

it('S13: a blocked maker whose ad the desk took is held, and the page names the maker', async () => {
  const world = the();
  const maker = `s${bidAdNumber.padStart(32, '0')}`;
  await guardOf(world).block(maker, { by: 'ana' });
  const trade = { asset: 'USDT', fiat: 'BOB', side: 'SELL', totalAmount: '500.00', matchPrice: '9.95' } as const;
  const payId = String(paymentMethodOf(account).payId);
  const rest = { account, requestId: 'sell-1', mode: 'sim', adNumber: bidAdNumber, payId } as const;
  const placement = await placeOrder(world.client, { ...trade, ...rest, release: releaseRules('paid') });
  const placed = await until(
    'the order is placed',
    () => placement.state(),
    ({ orderNumber }) => orderNumber !== null,
  );
  const orderNumber = String(placed.orderNumber);
  const order = carriedOrder(world, orderNumber);
  // The maker pays by itself, soon after its ad was taken; no desk runs that would see it.
  const isPaid = () =>
    world.simulator.snapshot().orders.some((one) => one.orderNumber === orderNumber && one.paidAtMs !== null);
  await until('the maker has paid', isPaid, (paid) => paid);
  await order.control.report([{ status: null, atMs: Date.now(), source: 'test' }]);
  const view = await until(
    'the gate is looked at',
    () => order.control.state(),
    ({ checks }) => checks.some(({ name }) => name === 'block-list'),
  );
  expect(view).toMatchObject({ counterpartyNumber: maker, held: { by: 'Peerdesk' } });
  expect(effects(world.simulator.ledger(), 'release', orderNumber)).toBe(0);
});

it('ADR 0059: an order of who is blocked is held when it arrives, and its page says at once that its counterparty is blocked, before anything is paid', async () => {
  const world = the();
  const order = await world.carry(soldTo(world, 'Trudy'), 'approve');
  await order.waitsFor('held');
  const view = await until(
    'the hold is kept',
    () => order.control.state(),
    ({ isKept }) => isKept,
  );
  expect(view).toMatchObject({
    needsHuman: true,
    held: { by: 'Peerdesk', note: expect.stringContaining('by ana: look, and unhold it to go on; what is approved') },
    troubles: [{ text: 'the counterparty is on the block list, by ana; nothing is released' }],
  });
});
