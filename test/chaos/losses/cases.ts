/** What can be lost, copied or rolled back, and what people do about it. */
import { join } from 'node:path';
import type { CaseName } from './case-names.ts';
import type { DeskDay, Sale } from './desk-day.ts';
import { copyRegister, must, registerFile, removeFile } from './keepers.ts';
import {
  explain,
  explainAll,
  isOlderCopy,
  openReleases,
  recover,
  sayOlderCopy,
  unknownReleases,
  unknownShown,
} from './operator.ts';
import { busy } from './busy.ts';
import { movesAgain, watchedMs, type Told } from './moves-again.ts';
import { crammed, full } from './full.ts';
import { emptied, foreign } from './other-temporal.ts';
import { revoked } from './revoked.ts';
import { started } from './started.ts';
import { unserved } from './unserved.ts';
import { unfounded } from './unfounded.ts';
import { kill, type Worker } from './workers.ts';
import { until } from '../storm/storm-world.ts';

interface Before {
  worker: Worker;
  /** Released by the desk, each on its own payment. */
  used: readonly [Sale, Sale];
}

const burstSize = 4;
const banMs = 15_000;
const heardMs = 3_000;
/** For longer than a change of lead and what people do then. */
const hiddenMs = 90_000;

/** A quiet beginning: two releases, one in the app, and orders that were taken back. */
async function before(day: DeskDay): Promise<Before> {
  const worker = await day.world.start();
  const used = [await day.sellNew(), await day.sellNew()] as const;
  await day.untilReleased(...used);
  await day.untilOver(...used);
  await day.releaseCarried();
  await day.takeBack();
  return { worker, used };
}

/** Work goes on, its worker dies in the middle, and the next one finishes it. */
async function workWithDeath(day: DeskDay, worker: Worker): Promise<{ worker: Worker; done: readonly Sale[] }> {
  const done = await day.burst(burstSize, () => kill(worker));
  const next = await day.world.start();
  await day.untilAllowed(...done);
  await day.untilOver(...done);
  return { worker: next, done };
}

async function lost(day: DeskDay): Promise<Told> {
  const { world } = day;
  const first = await before(day);
  const { worker, done } = await workWithDeath(day, first.worker);
  await day.burst(burstSize, () => kill(worker));
  const second = await world.start();
  await day.stay(1_000);
  const waiting = await day.burst(burstSize, () => world.keeper.lose());
  // No word is taken without a register.
  const late = day.sale();
  day.good.add(late);
  await day.stay(watchedMs, late);
  const { booked, withoutPayment, held } = await recover(world);
  await kill(second);
  await world.start();
  await day.stay(watchedMs, late);
  await openReleases(world);
  const known = [...first.used, ...done].filter(({ orderNumber }) => !withoutPayment.includes(orderNumber));
  await movesAgain(day, known.slice(0, 3));
  return { booked: booked.length, withoutPayment: withoutPayment.length, held: held.length, waiting: waiting.length };
}

/** A day on which the desk went on after a backup, until its worker was killed. */
async function workBeyondBackup(day: DeskDay) {
  const { world } = day;
  const { worker, used } = await before(day);
  const putBack = await world.keeper.backUp(world.peerdesk);
  const gap = await workWithDeath(day, worker);
  await day.held();
  await kill(gap.worker);
  return { used, putBack, gap };
}

async function older(day: DeskDay): Promise<Told> {
  const { world } = day;
  const { used, putBack, gap } = await workBeyondBackup(day);
  const inApp = day.releaseInApp();
  await putBack();
  await world.start();
  const explained = await explainGap(day, [...gap.done, inApp]);
  await movesAgain(day, used);
  return { gap: gap.done.length, explained };
}

/** No newer backup is there: a person says "older copy", and the register is rebuilt, after a ban that comes between. */
async function forgotten(day: DeskDay): Promise<Told> {
  const { world } = day;
  const { used, putBack, gap } = await workBeyondBackup(day);
  await putBack();
  const beside = await world.start();
  const early = await day.sellNew();
  await unknownShown(
    world,
    gap.done.map(({ orderNumber }) => orderNumber),
  );
  await sayOlderCopy(world);
  await day.stay(watchedMs, early);
  await world.keeper.lose();
  world.simulator.ban(banMs);
  // As soon as the worker has heard of the ban it is refused; the operator asks again until it is over.
  await day.stay(heardMs, early);
  const { booked, withoutPayment, held } = await until(
    'the register is rebuilt',
    () => recover(world),
    () => true,
  );
  await kill(beside);
  await world.start();
  await day.stay(watchedMs, early);
  await openReleases(world);
  const known = [...used, ...gap.done].filter(({ orderNumber }) => !withoutPayment.includes(orderNumber));
  await movesAgain(day, known.slice(0, 4));
  return { gap: gap.done.length, booked: booked.length, withoutPayment: withoutPayment.length, held: held.length };
}

/** Nothing moves before the explanation; a payment of the gap is found at the bank, and taken back by hand. */
async function explainGap(day: DeskDay, gap: readonly Sale[]): Promise<number> {
  const [ofGap] = gap;
  const early = await day.sellNew();
  const again = ofGap === undefined ? [] : [await day.reuse(ofGap, 'its payment was used in the gap')];
  await day.stay(watchedMs, early, ...again);
  for (const sale of again) await day.unmatch(sale);
  return await explain(
    day.world,
    gap.map(({ orderNumber }) => orderNumber),
  );
}

async function copied(day: DeskDay): Promise<Told> {
  const { world, random } = day;
  const first = await before(day);
  const other = join(world.stateFolder, '..', 'other-machine');
  copyRegister(world.stateFolder, other);
  const afterCopy = random.chance(0.7) ? await workWithDeath(day, first.worker) : { worker: first.worker, done: [] };
  let here = afterCopy.worker;
  const rounds = 2;
  for (let round = 0; round < rounds; round += 1) {
    const there = world.startBeside(other);
    await day.burst(burstSize, () => kill(here));
    const [reused = first.used[0]] = afterCopy.done;
    await day.reuse(reused, 'its payment was used on the first machine');
    await day.stay(watchedMs + random.between(0, 6_000));
    here = world.startBeside(world.stateFolder);
    await day.burst(burstSize, () => kill(there));
    await day.stay(watchedMs);
  }
  // The documents say: switch the other machine off, and look at what the register does not know.
  removeFile(registerFile(other));
  await kill(here);
  const alone = await world.start();
  await day.stay(watchedMs);
  const isOlder = await isOlderCopy(world);
  if (isOlder) {
    await kill(alone);
    await must(world.peerdesk, 'register', 'restore', registerFile(world.stateFolder), '--yes');
    await world.start();
    await day.stay(watchedMs);
  }
  const explained = await explainAll(world, await unknownReleases(world));
  await movesAgain(day, [...first.used, ...afterCopy.done.slice(0, 1)]);
  return { afterCopy: afterCopy.done.length, explained, restored: Number(isOlder) };
}

/** The service still carries out what the first machine released, so its list does not show it to the second one. */
async function hidden(day: DeskDay): Promise<Told> {
  const { world } = day;
  const first = await before(day);
  const other = join(world.stateFolder, '..', 'other-machine');
  copyRegister(world.stateFolder, other);
  await world.setService({ releasingMs: hiddenMs });
  const used = [await day.sellNew(), await day.sellNew()];
  await day.untilReleased(...used);
  const there = world.startBeside(other);
  await kill(first.worker);
  const waiting = [await day.sellNew(), await day.sellNew()];
  const again = await Promise.all(used.map((sale) => day.reuse(sale, 'its payment was used on the first machine')));
  // People repeat themselves, and each time the copy would come nearer to what the guard has permitted.
  for (const sale of [...waiting, ...waiting, ...again]) await day.attach(sale);
  await day.stay(watchedMs, ...waiting, ...again);
  const shown = () => isOlderCopy({ peerdesk: world.peerdeskAt({ stateFolder: other }) });
  await until('the copy says that it is one', shown, (isOlder) => isOlder);
  await kill(there);
  removeFile(registerFile(other));
  await world.setService({ releasingMs: 0 });
  await world.start();
  await movesAgain(day, [...first.used, ...used]);
  return { hidden: used.length };
}

async function temporal(day: DeskDay): Promise<Told> {
  const { world } = day;
  const first = await before(day);
  await kill(first.worker);
  await world.temporal.copy();
  const gap = await workWithDeath(day, await world.start());
  await day.held();
  await day.burst(burstSize, () => kill(gap.worker));
  const inApp = day.releaseInApp();
  await world.temporal.putBack();
  await world.start();
  // What a person released while no worker ran is asked about, also here.
  const explained = await explain(world, [inApp.orderNumber]);
  await movesAgain(day, [first.used[0], ...gap.done.slice(0, 2)]);
  return { gap: gap.done.length, explained };
}

async function both(day: DeskDay): Promise<Told> {
  const { world } = day;
  const first = await before(day);
  const putBack = await world.keeper.backUp(world.peerdesk);
  await kill(first.worker);
  await world.temporal.copy();
  const gap = await workWithDeath(day, await world.start());
  await day.held();
  await day.burst(burstSize, () => kill(gap.worker));
  const inApp = day.releaseInApp();
  await world.temporal.putBack();
  await putBack();
  await world.start();
  const explained = await explainGap(day, [...gap.done, inApp]);
  await movesAgain(day, first.used);
  return { gap: gap.done.length, explained };
}

/** What is lost under it; `orders` are open at a busy desk. */
export const cases: Readonly<Record<CaseName, (day: DeskDay, orders: number) => Promise<Told>>> = {
  lost,
  older,
  forgotten,
  copied,
  hidden,
  temporal,
  both,
  unfounded,
  revoked,
  full,
  crammed,
  emptied,
  foreign,
  unserved,
  started,
  busy,
};
