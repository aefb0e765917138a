/** A worker whose clock is hours ahead, and one with the right time after it; the ledger of the service is the judge. */
import { expect, it, onTestFinished } from 'vitest';
import { startOrder } from '../../../src/client/index.ts';
import { clockEnvironment } from '../../setup/worker-process.ts';
import { account, openDeskWorld, quickSettings, until, type DeskWorld, type WorkerProcess } from '../desk-harness.ts';
import { carriedOrder, effects, releaseRules, type CarriedOrder } from '../operations-world.ts';
import { paymentOf, registerOf, soldTo } from './attack-world.ts';

const ahead = clockEnvironment({ shiftMs: 6 * 3_600_000 });
const buyer = 'Juan Perez';
/** Long for a worker that starts on a busy machine, and short beside the hour after which an order looks again by itself. */
const soonMs = 45_000;

async function carried(world: DeskWorld, policy: 'approve' | 'match'): Promise<CarriedOrder> {
  const orderNumber = soldTo(world, buyer);
  const start = { account, orderNumber, mode: 'sim', release: releaseRules(policy), settings: quickSettings } as const;
  await startOrder(world.client, start);
  return carriedOrder(world, orderNumber);
}

const releasesOf = ({ simulator }: DeskWorld, { orderNumber }: CarriedOrder): number =>
  effects(simulator.ledger(), 'release', orderNumber);

/** The machine's clock is set right, and its worker starts again; returns how long the release took from there, in ms. */
async function setRight(world: DeskWorld, wrong: WorkerProcess, order: CarriedOrder): Promise<number> {
  await wrong.kill();
  world.startWorker();
  const since = performance.now();
  await until(
    'it is released',
    () => releasesOf(world, order),
    (count) => count > 0,
  );
  return performance.now() - since;
}

it('S17, P5: an approval that a worker six hours ahead was given: released soon by one with the right time; no page asks for it', async () => {
  const world = await openDeskWorld();
  const wrong = world.startWorker(ahead);
  const order = await carried(world, 'approve');
  await order.waitsFor('release-gate');
  await order.control.approve({ by: 'ana' });
  const asked: string[] = [];
  const watch = setInterval(() => {
    void order.control.state().then(
      ({ approvals, checks, why }) => {
        if (approvals.length > 0 && checks.some(({ name }) => name === 'approval')) asked.push(why);
      },
      () => undefined,
    );
  }, 250);
  onTestFinished(() => clearInterval(watch));
  const why = () => order.control.state().then((view) => view.why);
  await until('the page names the clock', why, (text) => /clock/.test(text));
  expect(releasesOf(world, order)).toBe(0);
  expect(await setRight(world, wrong, order)).toBeLessThan(soonMs);
  expect(asked).toEqual([]);
});

it('S17, I12: one-time codes by a worker six hours ahead: none is used up, and one with the right time releases soon', async () => {
  const world = await openDeskWorld();
  world.env['PEERDESK_TOTP_SECRET'] = 'JBSWY3DPEHPK3PXP';
  const wrong = world.startWorker(ahead);
  const order = await carried(world, 'match');
  await order.waitsFor('release-gate');
  await order.control.attachMatch({ ...paymentOf(buyer, 'BANK-1'), atMs: Date.now() });
  await order.waitsFor('blocked');
  expect(await order.control.state()).toMatchObject({ why: expect.stringContaining('CLOCK_SKEW') });
  expect(releasesOf(world, order)).toBe(0);
  const register = await registerOf(world, onTestFinished);
  const rows = await register.stepRows({ account, step: 'release', subject: order.orderNumber });
  expect(rows.map(({ armedAtMs }) => armedAtMs)).toEqual(rows.map(() => null));
  expect(await setRight(world, wrong, order)).toBeLessThan(soonMs);
});
