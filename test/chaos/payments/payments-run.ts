/** A desk that releases by payments alone, under kills and freezes of its workers and its door, and buyers of every habit. */
import { setTimeout as delay } from 'node:timers/promises';
import { orderControl } from '../../../src/client/index.ts';
import { payerHabits, type PayerHabit } from '../../../src/simulator/world/bank-state.ts';
import { SimOrderStatus } from '../../../src/simulator/world/simulator-state.ts';
import { createRandom, type SeededRandom } from '../../../src/simulator/world/seeded-random.ts';
import { signalProcess } from '../../setup/worker-process.ts';
import { deal } from '../deck.ts';
import { account } from '../losses/own-service.ts';
import { openPaymentsWorld, type PaymentsWorld } from './payments-world.ts';

interface PaymentsWish {
  readonly seed: number;
  readonly forMs: number;
  /** Shortest and longest time between two orders, and between two disturbances, in ms. */
  readonly orderEveryMs: readonly [number, number];
  readonly disturbEveryMs: readonly [number, number];
  readonly believesHints: boolean;
  readonly log: (line: string) => void;
}

export interface PaymentsReport {
  readonly orders: number;
  readonly released: number;
  readonly disturbances: Readonly<Record<Disturbance, number>>;
  readonly doubleReleases: number;
  readonly releasesWithoutMoney: number;
  /** Whose money has come, and which are not released: they ask a person what became of the release, or are wrong. */
  readonly unreleased: number;
  /** Orders that did not end as their habit says, and what they show. */
  readonly wrong: readonly string[];
}

const disturbances = ['kill-worker', 'freeze-worker', 'kill-door'] as const;
type Disturbance = (typeof disturbances)[number];

interface Taken {
  readonly orderNumber: string;
  readonly habit: PayerHabit;
  /** Another open order has its total and its buyer: a person chooses. */
  readonly hasTwin: boolean;
}

/** The money of these comes, whole and by the buyer himself. */
const honest: ReadonlySet<PayerHabit> = new Set(['honest', 'early', 'late', 'pending']);
const mustRelease = ({ habit, hasTwin }: Taken): boolean => honest.has(habit) && !hasTwin;
const restMs = 120_000;
/** What is believed releases soon. */
const believedMs = 30_000;

/** Runs it for a while and waits until every order has ended as it must, or rests. */
export async function runPayments(wish: PaymentsWish): Promise<PaymentsReport> {
  const world = await openPaymentsWorld(wish);
  const random = createRandom(wish.seed);
  try {
    const untilMs = performance.now() + wish.forMs;
    const disturbing = disturb(world, wish, { untilMs, random: createRandom(wish.seed + 1) });
    const taken = await takeOrders(world, wish, { untilMs, random });
    const counts = await disturbing;
    const wrong = await settled(world, taken, wish.believesHints ? believedMs : restMs);
    const { releases, doubleReleases, releasesWithoutMoney } = world.simulator.ledger();
    return {
      orders: taken.length,
      released: releases,
      disturbances: counts,
      doubleReleases,
      releasesWithoutMoney: releasesWithoutMoney ?? 0,
      unreleased: taken.filter((one) => mustRelease(one) && !isReleased(world, one)).length,
      wrong,
    };
  } finally {
    await world.close();
  }
}

interface Running {
  readonly untilMs: number;
  readonly random: SeededRandom;
}

async function takeOrders(world: PaymentsWorld, wish: PaymentsWish, { untilMs, random }: Running): Promise<Taken[]> {
  const taken: Taken[] = [];
  const habits = deal(random, payerHabits);
  for (let number = 1; performance.now() < untilMs; number += 1) {
    const { value: habit } = habits.next();
    const hasTwin = habit === 'honest' && random.chance(0.2);
    const buyer = { totalPrice: `${400 + number}.00`, realName: `Buyer ${nameOf(number)}`, payerHabit: habit };
    for (let twin = 0; twin < (hasTwin ? 2 : 1); twin += 1)
      taken.push({ orderNumber: await takeOne(world, `${number}-${twin}`, buyer), habit, hasTwin });
    if (number % 20 === 0) wish.log(`${taken.length} orders, ${world.simulator.ledger().releases} released`);
    await delay(random.between(...wish.orderEveryMs));
  }
  return taken;
}

/** Names are compared letter by letter: digits are none. */
const nameOf = (number: number): string =>
  String(number).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');

interface Buyer {
  readonly totalPrice: string;
  readonly realName: string;
  readonly payerHabit: PayerHabit;
}

async function takeOne({ simulator, forge }: PaymentsWorld, id: string, buyer: Buyer): Promise<string> {
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  const orderNumber = simulator.counterparties.take({ adNumber, ...buyer });
  simulator.counterparties.pay(orderNumber);
  if (buyer.payerHabit === 'claims') void forge({ id, amount: buyer.totalPrice, payer: buyer.realName });
  return orderNumber;
}

async function disturb(
  { workers, door }: PaymentsWorld,
  { disturbEveryMs, log }: PaymentsWish,
  { untilMs, random }: Running,
): Promise<Record<Disturbance, number>> {
  const counts: Record<Disturbance, number> = { 'kill-worker': 0, 'freeze-worker': 0, 'kill-door': 0 };
  const kinds = deal(random, disturbances);
  for (;;) {
    await delay(random.between(...disturbEveryMs));
    if (performance.now() > untilMs) return counts;
    const kind = kinds.next().value;
    const { pid } = kind === 'kill-door' ? door : (workers[random.integer(0, workers.length - 1)] ?? door);
    if (!signalProcess(pid, kind === 'freeze-worker' ? 'SIGSTOP' : 'SIGKILL')) continue;
    counts[kind] += 1;
    log(`${kind} ${counts[kind]}: ${pid}`);
    if (kind !== 'freeze-worker') continue;
    await delay(random.between(3_000, 12_000));
    signalProcess(pid, 'SIGCONT');
  }
}

/** Waits until each order has ended as it must; returns those that have not, with what they show. */
async function settled(world: PaymentsWorld, taken: readonly Taken[], limitMs: number): Promise<string[]> {
  const endMs = performance.now() + limitMs;
  for (;;) {
    const wrong = (await Promise.all(taken.map((one) => wrongIn(world, one)))).flat();
    if (wrong.length === 0 || performance.now() > endMs) return wrong;
    await delay(2_000);
  }
}

const isReleased = ({ simulator }: PaymentsWorld, { orderNumber }: Taken): boolean =>
  simulator.marketplace.orders.get(orderNumber)?.status === SimOrderStatus.COMPLETED;

async function wrongIn(world: PaymentsWorld, one: Taken): Promise<string[]> {
  const { client, simulator } = world;
  const { orderNumber, habit, hasTwin } = one;
  const status = simulator.marketplace.orders.get(orderNumber)?.status ?? null;
  const line = `${orderNumber} (${habit}${hasTwin ? ', with a twin' : ''}): ${status}`;
  if (isReleased(world, one))
    return mustRelease(one) ? [] : [`${line}, and its money has not come, or could be another order's`];
  const view = await orderControl(client, account, orderNumber)
    .state()
    .catch(() => null);
  // What a killed worker leaves open may be a person's to rule on: the page asks, and says what to look for.
  if (mustRelease(one) && view?.lastProblem?.code === 'undecided') return [];
  if (mustRelease(one)) return [`${line}, and its money has come: ${view?.waitingFor.code} ${view?.why}`];
  const waits = view?.checks.map(({ name }) => name) ?? [];
  return waits.includes('payment-match') ? [] : [`${line}, waits for ${waits.join(', ') || 'nothing'}`];
}
