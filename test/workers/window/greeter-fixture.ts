import { listRunningOrders } from '../../../src/activities/order/order-list.ts';
import type { Greeting } from '../../../src/domain/greetings/greeting.ts';
import type { Mode } from '../../../src/domain/mode.ts';
import { ExchangeError } from '../../../src/exchange/index.ts';
import { Greeter } from '../../../src/workers/window/greeter.ts';
import { OrderChats } from '../../../src/workers/window/order-chats.ts';
import { WindowReads } from '../../../src/workers/window/window-reads.ts';
import type { ActivityWorld } from '../../activities/activity-fixture.ts';
import { deskAccount } from '../../simulator/sim-fixture.ts';

export const greeting = (name: string, part: Partial<Greeting>): Greeting => ({
  name,
  state: 'placed',
  side: null,
  fiat: null,
  text: 'Hola',
  ...part,
});
export const greetings: readonly Greeting[] = [
  greeting('hello', { text: 'Hello, {total} {fiat}' }),
  greeting('hola', { fiat: 'BOB', text: 'Hola, son {total} {fiat} por {amount} {asset}; quedan {minutes} min' }),
  greeting('visto', { state: 'paid', side: 'SELL', text: 'Gracias, reviso el banco: orden {order}' }),
  greeting('listo', { state: 'completed', text: 'Listo, gracias' }),
  greeting('pena', { state: 'cancelled', text: 'Otra vez sera' }),
];

/** How the socket behaves for one message: it arrives with a receipt, without one, or not at all. */
type Delivery = 'sent' | 'lost-after' | 'lost-before' | 'offline';

interface Wired {
  mode?: () => Promise<Mode>;
  all?: readonly Greeting[];
}

/** One term of a process that leads, with the socket of the desk. */
export function beginTerm(world: ActivityWorld, { mode = () => Promise.resolve('sim'), all = greetings }: Wired = {}) {
  /** Of the next message of an order; absent: it is sent. */
  const deliveries = new Map<string, Delivery>();
  const sendText = async (orderNumber: string, text: string, uuid = ''): Promise<string> => {
    const delivery = deliveries.get(orderNumber) ?? 'sent';
    deliveries.delete(orderNumber);
    if (delivery === 'offline') throw failure('no');
    if (delivery !== 'lost-before') arrive(world, orderNumber, { text, uuid });
    if (delivery !== 'sent') throw failure('unknown');
    return await Promise.resolve('77');
  };
  const writer = { closed: Promise.resolve(), sendText, sendImage: sendText as never };
  const deps = { ...world.deps, greetings: all, chat: { writer: async () => await Promise.resolve(writer) } };
  const chats = new OrderChats(deps, new WindowReads(deps));
  const greeter = new Greeter({ ...deps, chats, mode });
  const look = async (): Promise<void> => {
    await greeter.listed(await listRunningOrders(world.deps, listing(world)));
  };
  return { look, greeter, chats, deliveries };
}

export const listing = ({ deps }: ActivityWorld) => ({ signal: deps.stopping, onPage: () => Promise.resolve() });

/** The same, once it has looked: what is placed from now on no other process can have greeted. */
export async function watch(world: ActivityWorld, wired: Wired = {}) {
  const term = beginTerm(world, wired);
  await term.look();
  return term;
}

const failure = (sent: 'no' | 'unknown') => new ExchangeError({ message: 'the connection', endpoint: 'chat', sent });

function arrive({ simulator, clock }: ActivityWorld, orderNo: string, { text, uuid }: { text: string; uuid: string }) {
  const order = simulator.marketplace.orders.get(orderNo);
  if (order === undefined) throw new Error('the order is there');
  const author = order.maker.account === deskAccount.name ? 'maker' : 'taker';
  const content = { maker: text, taker: text };
  const id = simulator.marketplace.nextId('5');
  order.chat.push({ id, type: 'text', uuid, orderNo, createdAtMs: clock.now(), readBy: [], author, content });
}

export const written = ({ simulator }: ActivityWorld, order: string): string[] =>
  (simulator.marketplace.orders.get(order)?.chat ?? [])
    .filter(({ author, type }) => author !== null && type === 'text')
    .map(({ content }) => content.taker);

export const take = (world: ActivityWorld, part: { side?: 'BUY' | 'SELL' } = {}): string =>
  world.simulator.counterparties.take({
    adNumber: world.addAd(part),
    totalPrice: '510.00',
    realName: 'ANA {total} CONDORI',
    nickname: '{order}',
  });
