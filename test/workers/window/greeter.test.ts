import { describe, expect, it } from 'vitest';
import { listRunningOrders } from '../../../src/activities/order/order-list.ts';
import { greetingId } from '../../../src/domain/greetings/greeting.ts';
import { greetingAgeMs } from '../../../src/domain/greetings/order-sight.ts';
import { emptyGuardMemory } from '../../../src/domain/guard/guard-memory.ts';
import type { Mode } from '../../../src/domain/mode.ts';
import { settleMs } from '../../../src/domain/sheet/chat-message.ts';
import { openActivityWorld } from '../../activities/activity-fixture.ts';
import { beginTerm, greeting, greetings, listing, take, watch, written } from './greeter-fixture.ts';

const detail = 'orderMatch/getUserOrderDetail';

describe('what the desk says by itself', () => {
  it('ADR 0061: is said once for each state, by the text that fits best, and the log has its name and id', async () => {
    const world = await openActivityWorld();
    const { look } = await watch(world);
    const order = take(world);
    for (let round = 0; round < 3; round += 1) await look();
    const [hola = ''] = written(world, order);
    expect(hola).toMatch(/^Hola, son 510.00 BOB por [\d.]+ USDT; quedan \d+ min$/);
    world.simulator.counterparties.pay(order);
    for (let round = 0; round < 3; round += 1) await look();
    expect(written(world, order)).toEqual([hola, `Gracias, reviso el banco: orden ${order}`]);
    world.clock.advance(60_000);
    await look();
    const id = greetingId({ account: world.deps.account, orderNumber: order, state: 'placed' });
    expect(world.reports.map(({ event, level, message }) => [event, level, message])).toEqual([
      ['chat', 'info', `greeting hola at the order: message ${id}: sent`],
      ['chat', 'info', expect.stringMatching(/^greeting visto at the order: message [\da-f-]{36}: sent$/)],
    ]);
    expect(JSON.stringify(world.reports)).not.toContain('510');
  });

  it('ADR 0061: costs no call where nothing is to be said, and two where something is', async () => {
    const world = await openActivityWorld();
    take(world);
    const silent = beginTerm(world, { all: [] });
    const other = beginTerm(world, { all: [greeting('late', { state: 'completed' })] });
    await silent.look();
    await other.look();
    expect(world.callsOf(detail)).toBe(0);
    const { look } = beginTerm(world);
    world.clock.advance(settleMs);
    await look();
    await look();
    expect([world.callsOf(detail), world.callsOf('chat/retrieveChatMessagesWithPagination')]).toEqual([1, 1]);
  });

  it('ADR 0061: an order that has left the list is greeted by what became of it', async () => {
    const world = await openActivityWorld();
    const { look } = await watch(world, { all: greetings.slice(3) });
    const [bought, sold] = [take(world, { side: 'BUY' }), take(world)];
    await look();
    world.simulator.counterparties.cancel(sold);
    world.simulator.counterparties.pay(bought);
    world.simulator.counterparties.release(bought);
    for (let round = 0; round < 2; round += 1) {
      world.clock.advance(5_000);
      await look();
    }
    expect([written(world, sold), written(world, bought)]).toEqual([['Otra vez sera'], ['Listo, gracias']]);
  });
});

describe('a greeting is never said twice', () => {
  it('ADR 0061: where its receipt is lost the chat is read back; what did not arrive is said a minute later', async () => {
    const world = await openActivityWorld();
    const { look, deliveries } = await watch(world);
    const [arrived, missing] = [take(world), take(world)];
    deliveries.set(arrived, 'lost-after').set(missing, 'lost-before');
    await look();
    expect([written(world, arrived).length, written(world, missing).length]).toEqual([1, 0]);
    for (let waitedMs = 0; waitedMs < settleMs - 1; waitedMs += 19_000) {
      expect(written(world, missing)).toEqual([]);
      world.clock.advance(19_000);
      await look();
    }
    await look();
    expect([written(world, arrived).length, written(world, missing).length]).toEqual([1, 1]);
    expect(world.reports.map(({ level }) => level)).toEqual(expect.arrayContaining(['info', 'warn']));
  });

  it('ADR 0061: a chat that cannot be read back is waited for, and for a minute after the message may have left', async () => {
    const world = await openActivityWorld();
    const { look, deliveries } = await watch(world);
    const order = take(world);
    deliveries.set(order, 'lost-before');
    world.simulator.setFaults([
      { operation: 'retrieveChatMessagesWithPagination', when: { nth: 2 }, fault: { kind: 'error', code: -1000 } },
    ]);
    await look();
    world.simulator.setFaults([]);
    world.clock.advance(settleMs - 1);
    await look();
    expect(written(world, order)).toEqual([]);
    world.clock.advance(20_000);
    await look();
    expect(written(world, order)).toHaveLength(1);
  });

  it('ADR 0061: the next process finds what the one before has said, and waits while it may be on its way', async () => {
    const world = await openActivityWorld();
    const [said, unsaid] = [take(world), take(world)];
    const first = beginTerm(world);
    world.clock.advance(settleMs);
    first.deliveries.set(unsaid, 'offline');
    await first.look();
    const next = beginTerm(world, { all: greetings.map((one) => ({ ...one, name: `${one.name}-2`, text: 'Otra' })) });
    world.clock.advance(1_000);
    await next.look();
    expect(written(world, unsaid)).toEqual([]);
    const fresh = take(world);
    world.clock.advance(1_000);
    await next.look();
    expect(written(world, fresh)).toEqual(['Otra']);
    world.clock.advance(settleMs);
    await next.look();
    await next.look();
    expect([written(world, said).length, written(world, unsaid)]).toEqual([1, ['Otra']]);
  });

  it('ADR 0061: whom a person has greeted the desk greets no more, and the other way round', async () => {
    const world = await openActivityWorld();
    const { look, chats } = await watch(world);
    const [byPerson, byDesk] = [take(world), take(world)];
    const ask = (orderNumber: string, name = 'hola') =>
      chats.say(orderNumber, {
        id: greetingId({ account: world.deps.account, orderNumber, state: 'placed' }),
        text: null,
        greeting: name,
        triedAtMs: 0,
        despiteAppeal: false,
      });
    expect(await ask(byPerson, 'hello')).toEqual({ outcome: 'sent', before: false });
    await look();
    expect(await ask(byDesk)).toEqual({ outcome: 'sent', before: true });
    expect(await ask(byPerson, 'hello')).toEqual({ outcome: 'sent', before: true });
    expect([written(world, byPerson), written(world, byDesk).length]).toEqual([['Hello, 510.00 BOB'], 1]);
    world.simulator.counterparties.pay(byDesk);
    const third = take(world);
    expect(await ask(third, 'visto')).toEqual(notSaid('other-state'));
    expect(await ask(third, 'nada')).toEqual(notSaid('unknown'));
    const bought = take(world, { side: 'BUY' });
    world.simulator.counterparties.pay(bought);
    expect(await ask(bought, 'visto')).toEqual(notSaid('other-order'));
  });
});

const notSaid = (why: string) => ({ outcome: 'not-sent', why: { code: 'greeting', why } });

describe('the desk says nothing', () => {
  it('ADR 0061: at an order that is older than ten minutes, or of which it is not known', async () => {
    const world = await openActivityWorld();
    const late = take(world);
    const ended = take(world);
    world.simulator.counterparties.cancel(ended);
    world.clock.advance(greetingAgeMs + 1);
    const paid = take(world);
    world.simulator.counterparties.pay(paid);
    const { look } = beginTerm(world);
    world.clock.advance(settleMs);
    await look();
    await look();
    expect([late, ended, paid].map((order) => written(world, order).length)).toEqual([0, 0, 1]);
    expect(world.reports).toHaveLength(1);
  });

  it('ADR 0061: once an appeal has begun, also after it is over', async () => {
    const world = await openActivityWorld();
    const { look } = await watch(world, { all: [...greetings.slice(3), greeting('pago', { state: 'paid' })] });
    const order = take(world);
    await look();
    world.simulator.counterparties.pay(order);
    world.simulator.counterparties.dispute(order);
    await look();
    world.simulator.counterparties.resolve(order, 'completed');
    for (let round = 0; round < 2; round += 1) {
      world.clock.advance(5_000);
      await look();
    }
    expect(world.simulator.marketplace.orders.get(order)?.status).toBe(4);
    expect(written(world, order)).toEqual([]);
    expect(world.reports).toEqual([]);
  });

  it('ADR 0061: while the switch of everything is engaged, the guard is silent or a ban holds; then it does', async () => {
    const world = await openActivityWorld();
    const { fakeGuard, clock, exchange } = world;
    const { look, greeter } = await watch(world);
    const order = take(world);
    const all = { by: 'ana', reason: 'stop', atMs: clock.now() };
    fakeGuard.memory = { ...fakeGuard.memory, switches: { ...emptyGuardMemory.switches, all } };
    await look();
    fakeGuard.memory = { ...fakeGuard.memory, switches: emptyGuardMemory.switches };
    fakeGuard.silent = true;
    clock.advance(20_000);
    await look();
    fakeGuard.silent = false;
    clock.advance(20_000);
    const listed = await listRunningOrders(world.deps, listing(world));
    exchange.gate.setBan(clock.now() + 5_000);
    await greeter.listed(listed);
    expect([written(world, order), world.callsOf(detail)]).toEqual([[], 0]);
    clock.advance(20_000);
    await look();
    expect(written(world, order)).toHaveLength(1);
  });

  it('ADR 0061: to who is blocked', async () => {
    const world = await openActivityWorld();
    const { look } = await watch(world);
    const order = take(world);
    const entry = {
      kind: 'nickname',
      key: '{ORDER}'.toLowerCase(),
      shown: '{order}',
      by: 'ana',
      note: null,
      atMs: 1,
    } as const;
    world.fakeGuard.memory = { ...world.fakeGuard.memory, blocked: [entry] };
    await look();
    await look();
    expect(written(world, order)).toEqual([]);
    expect(world.reports).toMatchObject([{ level: 'warn', message: expect.stringContaining('not-sent (blocked)') }]);
    // Nor once the order has ended.
    world.simulator.counterparties.cancel(order);
    for (let round = 0; round < 3; round += 1) {
      world.clock.advance(20_000);
      await look();
    }
    expect(written(world, order)).toEqual([]);
  });

  it('ADR 0061: in shadow, where it is recorded once what would be said; and while the mode is not known', async () => {
    const world = await openActivityWorld();
    const order = take(world);
    let mode: () => Promise<Mode> = () => Promise.reject(new Error('Temporal is away'));
    const { look } = beginTerm(world, { mode: () => mode() });
    world.clock.advance(settleMs);
    await look();
    mode = () => Promise.resolve('shadow');
    world.clock.advance(20_000);
    await look();
    await look();
    expect(written(world, order)).toEqual([]);
    expect(world.intents).toEqual([{ operation: 'say', subject: order, detail: { greeting: 'hola' } }]);
  });
});
