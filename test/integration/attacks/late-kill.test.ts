/** A kill switch that is engaged while releases are on their way; the requests that reach the service are the judge. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { guardControl, startOrder, type GuardView } from '../../../src/client/index.ts';
import type { Register } from '../../../src/register/register.ts';
import { createRandom } from '../../../src/simulator/world/seeded-random.ts';
import { account, openDeskWorld, quickSettings, until, type DeskWorld } from '../desk-harness.ts';
import { carriedOrder, paidOrder, releaseRules, type CarriedOrder } from '../operations-world.ts';
import { lift, registerOf } from './attack-world.ts';

interface KilledDesk {
  world: DeskWorld;
  register: Register;
}

async function openDesk(requestsPerSecond: number): Promise<KilledDesk> {
  const world = await openDeskWorld();
  await world.runWorker({ PEERDESK_SETTING_ACCOUNT_REQUESTS_PER_SECOND: String(requestsPerSecond) });
  return { world, register: await registerOf(world, onTestFinished) };
}

async function sale({ world }: KilledDesk): Promise<CarriedOrder> {
  const orderNumber = paidOrder(world);
  const start = { account, orderNumber, mode: 'sim', release: releaseRules('paid'), settings: quickSettings } as const;
  await startOrder(world.client, start);
  return carriedOrder(world, orderNumber);
}

interface Kill {
  /** What the guard's page says at the end of it. */
  view: GuardView;
  keptAtMs: number;
}

/** Engages the switch, and waits until it is kept. */
async function kill({ world }: KilledDesk): Promise<Kill> {
  const guard = guardControl(world.client, account);
  await guard.sendKillSwitch({ name: 'releases', thrown: true, by: 'ana' });
  const isKept = ({ switches, isKept: kept }: GuardView): boolean => switches.releases !== null && kept;
  const view = await until('the kill is kept', () => guard.state(), isKept);
  return { view, keptAtMs: Date.now() };
}

/** Lifts it where it is kept, and then at the guard, which wakes the orders. */
async function open({ world, register }: KilledDesk): Promise<void> {
  await lift(register, 'releases');
  await guardControl(world.client, account).killSwitch({ name: 'releases', thrown: false, by: 'ana' });
}

/** Orders that were released since the word was kept, and that its answer does not name. */
const late = ({ world }: KilledDesk, { view, keptAtMs }: Kill): string[] =>
  world.simulator
    .ledger()
    .entries.filter(({ kind, atMs }) => kind === 'release' && atMs > keptAtMs)
    .map(({ orderNumber }) => String(orderNumber))
    .filter((orderNumber) => !view.mayHaveLeft.includes(`release ${orderNumber}`));

const permittedNow = async ({ world }: KilledDesk): Promise<number> =>
  (await guardControl(world.client, account).memory()).permitted?.number ?? 0;

it('S24: engaged as soon as a release is permitted, by a worker that sends one request a second: none arrives after the word is kept', async () => {
  const desk = await openDesk(1);
  for (let round = 0; round < 3; round += 1) {
    const before = await permittedNow(desk).catch(() => 0);
    const order = await sale(desk);
    await until(
      'a release is permitted',
      () => permittedNow(desk),
      (number) => number > before,
    );
    const word = await kill(desk);
    await delay(3_000);
    expect(late(desk, word)).toEqual([]);
    await open(desk);
    await order.waitsFor('nothing');
  }
  expect(desk.world.simulator.ledger()).toMatchObject({ releases: 3, repeatedAttempts: 0 });
});

const seed = Number(process.env['PEERDESK_KILL_SEED'] ?? Date.now() % 1_000_000);

it(`S24: engaged at twenty moments, seed ${seed}: no release arrives after the word is kept`, async () => {
  const desk = await openDesk(6);
  const random = createRandom(seed);
  let order: CarriedOrder | null = null;
  for (let round = 0; round < 20; round += 1) {
    order = await sale(desk);
    await delay(random.integer(0, 2_500));
    const word = await kill(desk);
    await delay(700);
    expect(late(desk, word), `round ${round}`).toEqual([]);
    await open(desk);
  }
  await order?.waitsFor('nothing');
  expect(desk.world.simulator.ledger()).toMatchObject({ doubleReleases: 0, repeatedAttempts: 0 });
});
