/** What the desk says by itself: real processes, real sockets, a worker that is killed as its frame arrives. */
import { expect, it } from 'vitest';
import { ExitCode } from '../../../src/cli/kit/exit-code.ts';
import { greetingsText } from '../../../src/config/environment/greetings.ts';
import { greetingId, type Greeting } from '../../../src/domain/greetings/greeting.ts';
import { account, noRules, openDeskWorld, until, type DeskWorld, type WorkerProcess } from '../desk-harness.ts';
import { environmentOf, operatorOf } from '../operator.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { keptOf } from './window-world.ts';

const form = { side: null, fiat: null };
const greetings: readonly Greeting[] = [
  { ...form, name: 'hola', state: 'placed', fiat: 'BOB', text: 'Hola Quimera, son {total} {fiat}; {minutes} min' },
  { ...form, name: 'visto', state: 'paid', side: 'SELL', text: 'Gracias Quimera, reviso la orden {order}' },
  { ...form, name: 'listo', state: 'completed', text: 'Listo Quimera' },
];
const spoken = { PEERDESK_GREETINGS: greetingsText(greetings) };

const written = ({ simulator }: DeskWorld, order: string): string[] =>
  (simulator.marketplace.orders.get(order)?.chat ?? [])
    .filter(({ author, type }) => author === 'maker' && type === 'text')
    .map(({ content }) => content.taker);

const says = (world: DeskWorld, order: string, text: RegExp): Promise<string[]> =>
  until(
    `order ${order} is greeted: ${text.source}`,
    () => written(world, order),
    (texts) => texts.some((one) => text.test(one)),
  );

function take({ simulator }: DeskWorld, totalPrice = '400.00'): string {
  const ad = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  return simulator.counterparties.take({
    adNumber: ad,
    totalPrice,
    realName: 'ANA {order} ROJAS',
    nickname: '{total}',
  });
}

/**
 * A desk that says something at each order, and has said it once, so that its socket stands. What a first look finds may have
 * been greeted by another process, so it looks before there is an order.
 */
async function openGreetingDesk(part: Parameters<DeskWorld['startDesk']>[0] = {}) {
  const world = await openDeskWorld({ rateLimit: { requests: 1_000, windowMs: 10_000 } });
  let looks = 0;
  world.simulator.on((event) => {
    if (event.type === 'request' && event.operation.endsWith('listOrders')) looks += 1;
  });
  const worker = world.startWorker(spoken);
  await world.startDesk(part);
  await until(
    'the desk has looked',
    () => looks,
    (count) => count > 1,
  );
  await says(world, take(world), /^Hola/);
  return { world, worker };
}

it('ADR 0061: each state is greeted once over the socket of the desk, and its text is kept nowhere', async () => {
  const { world } = await openGreetingDesk();
  const order = take(world);
  await says(world, order, /^Hola Quimera, son 400.00 BOB; \d+ min$/);
  world.simulator.counterparties.pay(order);
  await says(world, order, /^Listo/);
  const disputed = take(world);
  await says(world, disputed, /^Hola/);
  world.simulator.counterparties.pay(disputed);
  world.simulator.counterparties.dispute(disputed);
  const ring = take(world);
  await says(world, ring, /^Hola/);
  const texts = written(world, order);
  expect(new Set(texts).size).toBe(texts.length);
  expect(written(world, disputed).filter((text) => text.startsWith('Listo'))).toEqual([]);

  const run = (name: string) =>
    runInProcess(['order', 'say', ring, '--greeting', name, '--account', account], {
      ...environmentOf(world),
      ...spoken,
    });
  expect(await run('hola')).toMatchObject({
    exitCode: ExitCode.OK,
    stdout: expect.stringContaining('was sent before'),
  });
  expect((await run('listo')).exitCode).toBe(ExitCode.REFUSED);

  const places = await keptOf(world);
  const id = greetingId({ account, orderNumber: order, state: 'placed' });
  expect(places.log).toContain(`greeting hola at the order: message ${id}: sent`);
  expect([places.temporal, places.log, places.state].filter((text) => text.includes('Quimera'))).toEqual([]);
  expect(places.temporal).not.toContain(id);
});

it('ADR 0061: a worker that is killed as its frame arrives has greeted once, and so has the one that follows', async () => {
  const { world, worker } = await openGreetingDesk();
  const { simulator } = world;
  world.startWorker(spoken);
  const killed = killAsItWrites(world, worker);
  // The receipt never leaves: the process that has written cannot know that it arrived.
  simulator.setFaults([{ operation: 'chat', when: { nth: 2 }, fault: { kind: 'reset', when: 'after' } }]);
  const order = take(world);
  await killed;
  expect(written(world, order)).toHaveLength(1);
  simulator.setFaults([]);
  const later = take(world);
  await says(world, later, /^Hola/);
  // The next one looks for it once what the first had sent could be on its way no more.
  const id = greetingId({ account, orderNumber: order, state: 'placed' });
  await until(
    'the next process has found what was said',
    () => world.log(),
    (log) => log.includes(`message ${id}: sent before`),
  );
  expect([written(world, order), written(world, later)].map(({ length }) => length)).toEqual([1, 1]);
});

/** Kills it in the moment in which the service has its first message from now on. */
function killAsItWrites({ simulator }: DeskWorld, worker: WorkerProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = simulator.marketplace.onChat((_order, row) => {
    if (row.author !== 'maker' || row.type !== 'text') return;
    end();
    process.kill(worker.pid, 'SIGKILL');
    resolve(worker.kill());
  });
  return promise;
}

it('ADR 0061: a storm of orders is greeted one after the other, each once, and a person is heard between', async () => {
  const { world } = await openGreetingDesk({ release: { policy: 'approve', amountCap: null, counterparty: noRules } });
  const orders = Array.from({ length: 30 }, () => take(world));
  const [first = ''] = orders;
  await until(
    'a person writes in the middle of it',
    () => operatorOf(world)('order', 'say', first, 'Un momento'),
    ({ exitCode }) => exitCode === ExitCode.OK,
  );
  await until(
    'all are greeted',
    () => orders.map((order) => written(world, order).filter((text) => text.startsWith('Hola')).length),
    (counts) => counts.every((count) => count === 1),
  );
  expect(world.simulator.ledger().callsDuringBan).toBe(0);
});
