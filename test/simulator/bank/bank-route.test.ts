import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { webhookSignature } from '../../../src/door/webhook-signature.ts';
import { openWorld } from '../sim-fixture.ts';

const key = Buffer.alloc(32, 7);
const secret = `whsec_${key.toString('base64')}`;

interface Delivery {
  id: string;
  body: Record<string, unknown>;
  isSigned: boolean;
}

/** A receiver that answers what `status` says of the number of a delivery. */
async function openReceiver(status: (nth: number) => number): Promise<{ url: string; got: Delivery[] }> {
  const got: Delivery[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const header = (name: string): string => String(request.headers[`webhook-${name}`]);
      const wanted = webhookSignature(key, { id: header('id'), seconds: header('timestamp'), body: Buffer.from(body) });
      got.push({
        id: header('id'),
        body: JSON.parse(body) as Record<string, unknown>,
        isSigned: header('signature') === wanted,
      });
      response.writeHead(status(got.length)).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/payments/bank`, got };
}

it('outlook 3.1: a bank reports a transfer by Standard Webhooks until it is accepted, with the id of the first try', async () => {
  const { simulator, addAd } = await openWorld({ bank: {} });
  const { url, got } = await openReceiver((nth) => (nth === 1 ? 503 : 204));
  simulator.reportTransfers({ name: 'main', url, secret });
  const orderNumber = simulator.counterparties.take({
    adNumber: addAd(),
    realName: 'Ana Quispe',
    totalPrice: '400.00',
  });
  simulator.counterparties.pay(orderNumber);
  await expect.poll(() => got.length, { timeout: 20_000 }).toBe(2);
  const [transfer] = simulator.snapshot().transfers ?? [];
  const body = { amount: '400.00', payer: 'Ana Quispe', reference: transfer?.reference, state: 'booked' };
  expect(got).toEqual([1, 2].map(() => ({ id: got[0]?.id, body: expect.objectContaining(body), isSigned: true })));
});

it('outlook 3.2: a pending transfer is reported, and once more when it is booked; one that is called back is not', async () => {
  const { simulator, addAd, clock } = await openWorld({ bank: { delayMs: 1_000 } });
  const { url, got } = await openReceiver(() => 200);
  simulator.reportTransfers({ name: 'main', url, secret, copies: 2 });
  const take = (payerHabit: 'pending' | 'calls-back') =>
    simulator.counterparties.take({ adNumber: addAd(), payerHabit });
  for (const orderNumber of [take('pending'), take('calls-back')]) simulator.counterparties.pay(orderNumber);
  clock.advance(1_000);
  simulator.tick();
  await expect.poll(() => got.length, { timeout: 20_000 }).toBe(6);
  const states = got.map(({ body: { state } }) => String(state)).toSorted((a, b) => a.localeCompare(b));
  expect(states).toEqual(['booked', 'booked', 'pending', 'pending', 'pending', 'pending']);
  expect(new Set(got.map(({ id }) => id)).size).toBe(3);
});
