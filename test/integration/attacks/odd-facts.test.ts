/** Facts of the service that cannot be what their names say; the ledger of the service is the judge. */
import { expect, it } from 'vitest';
import { startOrder } from '../../../src/client/index.ts';
import { account, quickSettings, until } from '../desk-harness.ts';
import {
  carriedOrder,
  completesOnce,
  effects,
  paidOrder,
  releaseRules,
  shareOperationsWorld,
  type CarriedOrder,
} from '../operations-world.ts';
import { operatorOf } from '../operator.ts';

const the = shareOperationsWorld();

const releases = ({ orderNumber }: CarriedOrder): number => effects(the().simulator.ledger(), 'release', orderNumber);

interface Odd {
  name: string;
  operation: 'queryCounterPartyOrderStatistic' | 'getUserOrderDetail';
  fields: Record<string, unknown>;
}

const record = (name: string, fields: Record<string, unknown>): Odd => ({
  name,
  operation: 'queryCounterPartyOrderStatistic',
  fields,
});
const amounts = (name: string, fields: Record<string, unknown>): Odd => ({
  name,
  operation: 'getUserOrderDetail',
  fields,
});

/** Carries a paid order of each, whose rules want a good record and a total within a cap, with the facts changed. */
async function carryOdd(odds: readonly Odd[]): Promise<CarriedOrder[]> {
  const { client, simulator } = the();
  const numbers = odds.map(() => paidOrder({ simulator }));
  simulator.setFaults(
    odds.map(({ operation, fields }, at) => ({
      operation,
      when: { orderNumber: numbers[at] ?? '' },
      fault: { kind: 'answer', fields },
    })),
  );
  const counterparty = { minCompletedOrders: 10, minFinishRate: 0.9, minRegisterDays: 30 };
  const release = { ...releaseRules('paid'), amountCap: { BOB: '1000' }, counterparty };
  return Promise.all(
    numbers.map(async (orderNumber) => {
      await startOrder(client, { account, orderNumber, mode: 'sim', release, settings: quickSettings });
      return carriedOrder({ client }, orderNumber);
    }),
  );
}

/** Waits until each has looked at its gate, or was released; what was not says which check it fails. */
async function noneIsReleased(odds: readonly Odd[], checkName: string): Promise<void> {
  const looked = await Promise.all(
    (await carryOdd(odds)).map((order) =>
      until(
        'it has looked',
        async () => ({ isReleased: releases(order) > 0, view: await order.control.state() }),
        ({ isReleased, view }) =>
          isReleased || ['release-gate', 'blocked', 'needs-human'].includes(view.waitingFor.code),
      ),
    ),
  );
  const released = odds.filter((_, at) => looked[at]?.isReleased === true).map(({ name }) => name);
  expect(released).toEqual([]);
  for (const { view } of looked) expect(view.checks.map(({ name }) => name)).toContain(checkName);
}

it('S13: a record whose share is above 1, or whose counts are no counts, satisfies no rule; one that can be does', async () => {
  const now = Date.now();
  const good = { completedOrderNum: 10, finishRate: 1, registerDays: 30 };
  const [sound] = await carryOdd([record('as it should be', good)]);
  if (sound === undefined) throw new Error('there is one');
  await completesOnce(the(), sound);
  const odds = [
    record('a share in percent', { ...good, finishRate: 45 }),
    record('a share of 98', { ...good, finishRate: 98 }),
    record('a share of 1.5', { ...good, finishRate: 1.5 }),
    record('a share below zero', { ...good, finishRate: -1 }),
    record('a time for a count', { ...good, completedOrderNum: now }),
    record('a time for days', { ...good, registerDays: now }),
  ];
  await noneIsReleased(odds, 'counterparty');
});

it('S8: a total, an amount or a price that is not above zero is within no cap: nothing is released, and it is said why', async () => {
  const odds = [
    amounts('a total of zero', { totalPrice: '0' }),
    amounts('a total below zero', { totalPrice: '-500.00' }),
    amounts('an amount of zero', { amount: '0.00000000' }),
    amounts('an amount below zero', { amount: '-49.50' }),
    amounts('a price of zero', { price: '0' }),
    amounts('a price below zero', { price: '-10.10' }),
  ];
  await noneIsReleased(odds, 'amounts');
});

it.each([{ totalPrice: '0' }, { amount: '-1' }, { price: '0' }])(
  'S8: an order to pay is not reported as paid where %o',
  async (fields) => {
    const world = the();
    world.simulator.setFaults([]);
    const order = await world.purchase();
    const fault = { kind: 'answer', fields } as const;
    world.simulator.setFaults([{ operation: 'getUserOrderDetail', when: { orderNumber: order.orderNumber }, fault }]);
    await order.control.confirmPayment({ by: 'ana', payId: null, proof: 'REF' });
    const payments = (): number => effects(world.simulator.ledger(), 'pay', order.orderNumber);
    const view = await until(
      'it is refused',
      () => order.control.state(),
      ({ lastProblem }) => payments() > 0 || lastProblem !== null,
    );
    expect(payments()).toBe(0);
    expect(view.lastProblem).toMatchObject({ message: expect.stringMatching(/not above zero/) });
  },
);

it('I33: what the service writes for asset and currency stands escaped on the page of the Web UI, and starts no formula in CSV', async () => {
  const world = the();
  const orderNumber = paidOrder(world);
  const fields = { asset: '＝HYPERLINK(1)', fiatUnit: '\n=[a](b) **c**' };
  world.simulator.setFaults([
    { operation: 'getUserOrderDetail', when: { orderNumber }, fault: { kind: 'answer', fields } },
  ]);
  const order = await world.carry(orderNumber, 'approve');
  await order.waitsFor('release-gate');
  const page = await world.client.workflow.getHandle(order.workflowId).query<unknown>('__temporal_workflow_metadata');
  const text = JSON.stringify(page);
  expect(text).toContain('Total');
  expect(text).not.toContain('[a](b)');
  expect(text).not.toContain('**c**');
  await order.control.stop({ by: 'ana' });
  await order.waitsFor('nothing');
  const rowOf = (csv: string): string | undefined => csv.split('\r\n').find((row) => row.includes(orderNumber));
  const { stdout } = await until(
    'it is in the history',
    () => operatorOf(world)('order', 'history', '--csv'),
    (run) => rowOf(run.stdout) !== undefined,
  );
  expect(rowOf(stdout)).toMatch(/,'＝HYPERLINK\(1\),.*,"'\n'=/s);
});
