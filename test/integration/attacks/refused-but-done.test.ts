/** A service that does what it was asked, behind a gateway that says it has not; the ledger of the service is the judge. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Register } from '../../../src/register/register.ts';
import { claimedPayments } from '../../../src/activities/money/order-stand.ts';
import { startForgingService, type ForgedAnswer, type ForgingService } from '../../setup/wire/forged-answers.ts';
import { account, until } from '../desk-harness.ts';
import { effects, shareOperationsWorld, type CarriedOrder } from '../operations-world.ts';
import { paymentOf, registerOf, soldTo } from './attack-world.ts';

let service: ForgingService | null = null;
let register: Register | null = null;
const ends: (() => Promise<unknown> | void)[] = [];

/** The worker calls through the gateway. */
const the = shareOperationsWorld(async (world) => {
  service = await startForgingService(world.baseUrl, (end) => ends.push(end));
  world.env['PEERDESK_BASE_URL'] = service.baseUrl;
  await world.runWorker();
});
beforeAll(async () => {
  register = await registerOf(the(), (end) => ends.push(end));
});
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

function opened<T>(value: T | null): T {
  if (value === null) throw new Error('not open yet');
  return value;
}

const json = (status: number, body: string): ForgedAnswer => ({ status, contentType: 'application/json', body });
const refusal = (code: string): string => `{"code":${code},"message":"refused","data":null,"success":false}`;

const answers: [string, ForgedAnswer][] = [
  ['HTTP 503 in JSON', json(503, '{"code":-1,"message":"Service Unavailable"}')],
  ['HTTP 503 in text', { status: 503, contentType: 'text/plain', body: 'Service Unavailable' }],
  ['code 429 in a 200', json(200, refusal('429'))],
  ['code -1013', json(200, refusal('-1013'))],
  ['code "-2019"', json(200, refusal('"-2019"'))],
  ['code 83229', json(200, refusal('83229'))],
  ['code -1021', json(400, refusal('-1021'))],
  ['code 187055.0', json(200, refusal('187055.0'))],
  [
    'two codes, the last -1013',
    json(200, '{"code":"000000","success":true,"code":-1013,"message":"refused","data":null}'),
  ],
  ['HTTP 429', json(429, refusal('-1003'))],
];

const buyer = 'Juan Perez';

/** An order that is paid by a payment, with the payment attached. */
async function paidBy(reference: string): Promise<CarriedOrder> {
  const world = the();
  const order = await world.carry(soldTo(world, buyer, { reference }), 'match');
  await order.waitsFor('release-gate');
  return order;
}

const attach = ({ control }: CarriedOrder, reference: string) => control.attachMatch(paymentOf(buyer, reference));

/** The service notifies the desk of each change of an order; a worker without a chat hears of it late. */
async function endsAs(order: CarriedOrder, status: string): Promise<void> {
  await until(
    `order ${order.orderNumber} is ${status}`,
    async () => {
      await order.control.report([{ status: null, atMs: Date.now(), source: 'test' }]).catch(() => undefined);
      return (await order.control.state()).status;
    },
    (shown) => shown === status,
  );
}

describe.concurrent('S23, I1, I4, P1: a release that was executed, and answered with a refusal', () => {
  it.each(answers)(
    '%s: sent once, its payment stays used, and no second order is released on it',
    async (name, answer) => {
      const world = the();
      const reference = `BANK ${name}`;
      const [order, second] = await Promise.all([paidBy(reference), paidBy(reference)]);
      opened(service).forge('releaseCoin', order.orderNumber, answer);
      await attach(order, reference);
      await until(
        'it was sent',
        () => opened(service).forged('releaseCoin', order.orderNumber),
        (count) => count > 0,
      );
      await attach(second, reference);
      await endsAs(order, 'COMPLETED');
      const { orderNumber } = order;
      const rows = await opened(register).stepRows({ account, step: 'release', subject: orderNumber });
      expect(rows.filter(({ state }) => state === 'done')).toMatchObject([{ total: '500.00000000', fiat: 'BOB' }]);
      const keys = claimedPayments([reference]).map(({ key }) => key);
      expect(await opened(register).paymentOwners({ keys })).toMatchObject([{ account, orderNumber }]);
      await second.control.report([{ status: null, atMs: Date.now(), source: 'test' }]).catch(() => undefined);
      await until(
        'the second one says why',
        () => second.control.state(),
        ({ payments, waitingFor }) => waitingFor.code === 'release-gate' && payments[0]?.backs === orderNumber,
      );
      expect(opened(service).forged('releaseCoin', orderNumber)).toBe(1);
      expect(effects(world.simulator.ledger(), 'release', orderNumber)).toBe(1);
      expect(effects(world.simulator.ledger(), 'release', second.orderNumber)).toBe(0);
    },
  );
});

describe('I2, I4, P1: a payment notice that was executed, and answered with a refusal', () => {
  it.each(answers)('%s: sent once, and the order goes on', async (_, answer) => {
    const world = the();
    const order = await world.purchase();
    opened(service).forge('markOrderAsPaid', order.orderNumber, answer);
    await order.control.confirmPayment({ by: 'ana', payId: null, proof: 'REF' });
    await endsAs(order, 'PAID');
    expect(opened(service).forged('markOrderAsPaid', order.orderNumber)).toBe(1);
    expect(effects(world.simulator.ledger(), 'pay', order.orderNumber)).toBe(1);
  });
});

it('nothing was done twice, and no payment served two releases', () => {
  expect(the().simulator.ledger()).toMatchObject({
    doubleReleases: 0,
    doublePayments: 0,
    repeatedAttempts: 0,
    releasesOnUsedPayment: 0,
  });
});
