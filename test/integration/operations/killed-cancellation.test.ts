/** ADR 0060: the worker is killed (SIGKILL) while a cancellation is at the service. */
import { expect, it } from 'vitest';
import { orderControl } from '../../../src/client/index.ts';
import { account, openDeskWorld, provingSettings, until } from '../desk-harness.ts';
import { operatorOf } from '../operator.ts';

async function leavingCancellation(when: 'before' | 'after') {
  const world = await openDeskWorld({}, provingSettings);
  const { simulator, client } = world;
  const worker = world.startWorker();
  const peerdesk = operatorOf(world);
  await until(
    'the desk starts',
    () => peerdesk('desk', 'start', '--release', 'approve'),
    ({ exitCode }) => exitCode === 0,
  );
  const adNumber = simulator.ads.add({ account, side: 'BUY', asset: 'USDT', fiat: 'BOB', price: '9.90' });
  const order = simulator.counterparties.take({ adNumber, totalPrice: '400.00' });
  const control = orderControl(client, account, order);
  await until(
    'the payment is due',
    () => control.state(),
    ({ waitingFor }) => waitingFor.code === 'our-payment',
  );
  let sent = 0;
  simulator.on((event) => {
    if (event.type === 'fault' && event.operation.endsWith('/cancelOrder')) sent += 1;
    if (event.type === 'request' && event.operation.endsWith('/cancelOrder')) sent += 1;
  });
  simulator.setFaults([{ operation: 'cancelOrder', when: { nth: 1 }, fault: { kind: 'hang', when } }]);
  const cancel = () => peerdesk('order', 'cancel', order, '--reason', '4', '--yes');
  const said = cancel();
  await until(
    'the call is at the service',
    () => sent,
    (count) => count === 1,
  );
  await worker.kill();
  world.startWorker();
  return { control, cancel, said, sent: () => sent };
}

it('ADR 0060: one that took effect is found by a read, and never sent again', async () => {
  const { control, said, sent } = await leavingCancellation('after');
  const view = await until(
    'the order has ended',
    () => control.state(),
    ({ waitingFor }) => waitingFor.code === 'nothing',
  );
  expect(view).toMatchObject({ status: 'CANCELLED', waitingFor: { end: { kind: 'cancelled' } } });
  await said;
  expect(sent()).toBe(1);
});

it('ADR 0060: one that took none is proven not done, and is not sent again before a person says so', async () => {
  const { control, cancel, said, sent } = await leavingCancellation('before');
  await said;
  await until(
    'it is proven not done, and the payment is due again',
    () => control.state(),
    ({ waitingFor, mayHaveLeft, cancel: asked }) =>
      waitingFor.code === 'our-payment' && mayHaveLeft === null && asked?.isDue === false,
  );
  expect(sent()).toBe(1);
  await until(
    'it is said again',
    () => cancel(),
    ({ exitCode }) => exitCode === 0,
  );
  expect(await control.state()).toMatchObject({ status: 'CANCELLED' });
  expect(sent()).toBe(2);
});
