import { describe, expect, it } from 'vitest';
import type { OrderView } from '../../../src/client/index.ts';
import { until } from '../desk-harness.ts';
import { shareOperationsWorld, type CarriedOrder } from '../operations-world.ts';
import { json, operatorOf } from '../operator.ts';

const the = shareOperationsWorld();

const cancel = (order: CarriedOrder, ...args: string[]) =>
  operatorOf(the())('order', 'cancel', order.orderNumber, '--reason', '4', ...args);

const calls = (operation: string): { count: () => number } => {
  let count = 0;
  the().simulator.on((event) => {
    if (event.type === 'request' && event.operation.endsWith(`/${operation}`)) count += 1;
  });
  return { count: () => count };
};

const ended = (order: CarriedOrder): Promise<OrderView> =>
  until(
    'the order has ended',
    () => order.control.state(),
    ({ waitingFor }) => waitingFor.code === 'nothing',
  );

describe('ADR 0060: a purchase is cancelled at the desk', () => {
  it('one that was not paid is cancelled once, after EP-10, and its page and journal say by whom and why', async () => {
    const order = await the().purchase();
    const [asked, sent] = [calls('checkIfAllowedCancelOrder'), calls('cancelOrder')];
    expect(await cancel(order)).toMatchObject({ exitCode: 6, stderr: expect.stringMatching(/add --yes to mean it/) });
    const done = await cancel(order, '--by', 'ana', '--note', 'the bank is closed', '--yes');
    expect(done).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/cancellation asked by ana, DO NOT PAY/) });
    expect(await ended(order)).toMatchObject({ status: 'CANCELLED', waitingFor: { end: { kind: 'cancelled' } } });
    expect([asked.count(), sent.count()]).toEqual([1, 1]);
    const peerdesk = operatorOf(the());
    const { stdout } = await peerdesk('order', 'show', order.orderNumber);
    expect(stdout).toMatch(
      /cancellation\s+asked by ana: the seller’s payment method has a problem \(4\): the bank is closed/,
    );
    const trail = json(await peerdesk('audit', order.orderNumber, '--json')) as { what: string; by: string }[];
    expect(trail).toContainEqual(expect.objectContaining({ what: 'cancelOrder', by: 'ana' }));
    expect(await cancel(order, '--yes')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringMatching(/the order has ended: CANCELLED/),
    });
  });

  it('a sale is refused with what its seller can do', async () => {
    const order = await the().sale('approve');
    await order.waitsFor('release-gate');
    const refused = {
      exitCode: 6,
      stderr: expect.stringMatching(/only the buyer can cancel, and the desk sells here/),
    };
    expect(await cancel(order, '--yes')).toMatchObject(refused);
  });

  it('where the service does not let it, nothing is sent, and it is not tried again', async () => {
    const order = await the().purchase();
    const sent = calls('cancelOrder');
    const body = { code: '000000', message: 'success', data: false, success: true };
    const fault = { kind: 'http', status: 200, body: JSON.stringify(body) } as const;
    the().simulator.setFaults([{ operation: 'checkIfAllowedCancelOrder', fault }]);
    const refused = await cancel(order, '--yes');
    expect(refused).toMatchObject({
      exitCode: 6,
      stdout: expect.stringMatching(/not cancelled.*does not let the order/),
    });
    the().simulator.setFaults([]);
    expect(await order.control.state()).toMatchObject({ status: 'AWAITING_PAYMENT', cancel: { isDue: false } });
    expect(sent.count()).toBe(0);
  });

  it('once its payment was confirmed, two different people say it, and one alone never', async () => {
    const order = await the().purchase();
    const peerdesk = operatorOf(the());
    const sent = calls('cancelOrder');
    await peerdesk('order', 'transferred', order.orderNumber, '--proof', 'TRX-1', '--by', 'ana');
    await order.waitsFor('awaiting-release');
    expect(await cancel(order, '--yes')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringMatching(/ana has confirmed/),
    });
    for (const again of [1, 2]) {
      const alone = await cancel(order, '--despite-payment', '--by', 'ana', '--yes');
      expect([again, alone.exitCode, alone.stdout]).toEqual([again, 6, expect.stringMatching(/so far ana \(/)]);
    }
    expect(sent.count()).toBe(0);
    const both = await cancel(order, '--despite-payment', '--by', 'ben', '--yes');
    expect(both).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/cancellation asked by ben/) });
    expect(await ended(order)).toMatchObject({ status: 'CANCELLED' });
    expect(sent.count()).toBe(1);
  });

  it('a forged message says it for no one: only the register counts the people', async () => {
    const order = await the().purchase();
    const sent = calls('cancelOrder');
    expect(await order.control.cancel({ by: 'ana', reason: 4 })).toMatchObject({
      status: 'AWAITING_PAYMENT',
      lastProblem: { category: 'APPROVAL_MISSING' },
    });
    await operatorOf(the())('order', 'transferred', order.orderNumber, '--proof', 'TRX-2', '--by', 'ana');
    await order.waitsFor('awaiting-release');
    for (const by of ['ana', 'ben'])
      expect(await order.control.cancel({ by, reason: 4, despitePayment: true })).toMatchObject({
        status: 'PAID',
        lastProblem: { category: 'APPROVAL_MISSING' },
      });
    expect(sent.count()).toBe(0);
  });
});
