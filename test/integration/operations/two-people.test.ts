/** Two people at one desk, and two purchases: one transfer each, and who has paid is heard. */
import { expect, it, onTestFinished } from 'vitest';
import { registerOf } from '../attacks/attack-world.ts';
import { account, askAdNumber, openDeskWorld, until } from '../desk-harness.ts';
import { json, operatorOf } from '../operator.ts';

it('ADR 0059: one of two pays a purchase, a transfer pays one of two, and only what the order takes is kept of it', async () => {
  const world = await openDeskWorld();
  const peerdesk = operatorOf(world);
  await world.runWorker();
  const register = await registerOf(world, onTestFinished);
  const place = async (requestId: string): Promise<string> => {
    const offer = ['--ad', askAdNumber, '--side', 'buy', '--amount', '500', '--price', '10.05', '--asset', 'usdt'];
    const how = ['--fiat', 'bob', '--request-id', requestId, '--wait', '--yes', '--json', '--by', 'eva'];
    const run = await until(
      'the order is placed',
      () => peerdesk('order', 'place', ...offer, ...how),
      ({ exitCode }) => exitCode === 0,
    );
    return (json(run) as { orderNumber: string }).orderNumber;
  };
  const [first, second] = [await place('r-1'), await place('r-2')];
  const transferred = (order: string, proof: string, ...options: string[]) =>
    peerdesk('order', 'transferred', order, '--proof', proof, ...options);
  const keptOf = async (orderNumber: string) =>
    (await register.heldPayments({ account, orderNumber })).map(({ proof }) => proof);

  expect(await transferred('22698351074563940352', 'TRX-77')).toMatchObject({ exitCode: 2 });
  expect(await keptOf('22698351074563940352')).toEqual([]);

  await peerdesk('order', 'take', first, '--by', 'ana');
  const taken = await transferred(first, 'TRX-77', '--by', 'ben');
  expect(taken).toMatchObject({ exitCode: 6, stderr: expect.stringMatching(/ana has it until .*--despite holder/) });
  expect(await keptOf(first)).toEqual([]);
  expect(await peerdesk('order', 'hold', first)).toMatchObject({ exitCode: 0 });
  expect(await transferred(first, 'TRX-78', '--by', 'ben', '--despite', 'holder')).toMatchObject({ exitCode: 0 });
  const other = await transferred(first, 'TRX-79', '--by', 'cleo', '--despite', 'holder');
  expect(other).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('confirmed already') });
  expect(await keptOf(first)).toEqual(['TRX-78']);
  const corrected = await transferred(first, 'TRX-77', '--by', 'ben', '--despite', 'holder');
  expect(corrected).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('in place of one') });
  expect(await keptOf(first)).toEqual(['TRX-77']);
  expect(await peerdesk('order', 'unhold', first)).toMatchObject({ exitCode: 0 });
  const payments = () => world.simulator.ledger().payments;
  await until('the order is marked paid', payments, (count) => count === 1);
  expect((await transferred(first, 'TRX-80', '--by', 'ben', '--despite', 'holder')).exitCode).toBe(6);
  expect(await keptOf(first)).toEqual(['TRX-77']);
  expect((await peerdesk('order', 'take', first, '--by', 'ana')).stdout).toMatch(
    /ana has it until .*; PAID; PAID before, as reported: TRX-77\n$/,
  );

  const used = await transferred(second, 'trx 77');
  expect(used).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining(`pays order ${first} of ${account} already`),
  });
  expect(await transferred(second, 'trx 77', '--despite', 'reference')).toMatchObject({ exitCode: 0 });
  await until('the other one is marked paid', payments, (count) => count === 2);
  expect(world.simulator.ledger()).toMatchObject({ doublePayments: 0 });
});
