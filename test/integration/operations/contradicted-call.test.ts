import { expect, it } from 'vitest';
import { orderControl } from '../../../src/client/index.ts';
import { account, openDeskWorld, until } from '../desk-harness.ts';
import { operatorOf } from '../operator.ts';

it('a call by hand that the desk contradicts is refused with the reason, and not sent', async () => {
  const world = await openDeskWorld();
  const peerdesk = operatorOf(world);
  const { ads, counterparties } = world.simulator;
  await world.runWorker();
  await until(
    'the desk starts',
    () => peerdesk('desk', 'start', '--release', 'approve'),
    (run) => run.exitCode === 0,
  );
  const adNumber = ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.00' });
  const order = counterparties.take({ adNumber, totalPrice: '400.00', realName: 'ANA PEREZ' });
  const control = orderControl(world.client, account, order);
  await until(
    'the order is carried',
    () => control.state().catch(() => null),
    (view) => view?.waitingFor.code === 'awaiting-payment',
  );
  const payment = ['--amount', '400.00', '--payer', 'ANA PEREZ', '--proof', 'TRX-1'];
  expect(await peerdesk('order', 'received', order, ...payment)).toMatchObject({ exitCode: 0 });
  const call = (name: string) => peerdesk('call', name, '--param', `orderNumber=${order}`, '--yes', '--allow-unknown');
  const cancelled = await call('cancelOrder');
  expect(cancelled).toMatchObject({ exitCode: 6, stdout: '' });
  expect(cancelled.stderr).toMatch(/refused: not sent: this desk carries order \d+, and a payment is attached to it/);
  const released = await call('releaseCoin');
  expect(released).toMatchObject({ exitCode: 6, stderr: expect.stringMatching(/takes this step itself, once/) });
  expect(world.simulator.ledger()).toMatchObject({ releases: 0, orders: { cancelled: 0 } });
  expect(await control.state()).toMatchObject({ status: 'AWAITING_PAYMENT' });
});
