/** A disk is full while an order is about to be released: Temporal's, or that of the register. With room all goes on. */
import { until } from '../storm/storm-world.ts';
import type { DeskDay, Sale } from './desk-day.ts';
import type { LossesWorld } from './losses-world.ts';
import { heard, movesAgain, secondsOf, watchedMs, type Told } from './moves-again.ts';
import { limitFiles } from './own-temporal.ts';
import type { Worker } from './workers.ts';

/** Less than the files have by then. */
const noRoom = 4_096;

interface Quiet {
  worker: Worker;
  used: readonly Sale[];
  /** Paid; its payment is not attached. */
  waiting: Sale;
}

async function quiet(day: DeskDay): Promise<Quiet> {
  const worker = await day.world.start();
  const used = [await day.sellNew()];
  await day.untilReleased(...used);
  await day.untilOver(...used);
  const waiting = await day.carried();
  await until(
    'health',
    () => worker.health(),
    ({ code }) => code === 200,
  );
  day.world.notices.received.length = 0;
  return { worker, used, waiting };
}

export async function full(day: DeskDay): Promise<Told> {
  const { world } = day;
  const { worker, used, waiting } = await quiet(day);
  const { temporal } = world;
  limitFiles(temporal.pid(), noRoom);
  const fullMs = performance.now();
  const toldAtOnce = (await day.tryAttach(waiting)).exitCode !== 0;
  if (!toldAtOnce) throw new Error('a payment was taken that Temporal could not store');
  await until(
    'health says so',
    () => worker.health(),
    ({ code }) => code === 503,
  );
  const unwellMs = performance.now();
  await says(world, ['doctor'], /stores none of its heartbeats|neither reads nor stores/);
  await says(world, ['desk', 'show', '--timeout', '20s'], /stores none of its heartbeats|neither reads nor stores/);
  const message = await heard(world, /^unserved\/(?:not-stored|temporal-silent|no-lead)$/);
  await day.stay(watchedMs, waiting);
  limitFiles(temporal.pid(), 'unlimited');
  const roomMs = performance.now();
  await until(
    'health with room',
    () => worker.health(),
    ({ code }) => code === 200,
  );
  const wellMs = performance.now();
  await heard(world, /^served-again$/);
  // What was sent meanwhile may be lost: the person looks, and repeats it.
  await day.attach(waiting);
  await day.untilReleased(waiting);
  const releasedMs = performance.now();
  await movesAgain(day, [...used, waiting]);
  return {
    secondsTo503: secondsOf(unwellMs - fullMs),
    secondsToMessage: secondsOf(message - fullMs),
    messages: world.notices.received.filter(({ message: { needs } }) =>
      needs.some(({ kind }) => kind.startsWith('unserved/')),
    ).length,
    secondsFromRoomTo200: secondsOf(wellMs - roomMs),
    secondsFromRoomToRelease: secondsOf(releasedMs - roomMs),
  };
}

export async function crammed(day: DeskDay): Promise<Told> {
  const { world } = day;
  const { worker, used, waiting } = await quiet(day);
  limitFiles(worker.pid, noRoom);
  const fullMs = performance.now();
  await day.attach(waiting);
  const view = await until(
    'the order says so',
    () => day.state(waiting),
    ({ why, lastProblem }) => /register/i.test(JSON.stringify([why, lastProblem])),
  );
  const saidMs = performance.now();
  if (!view.needsHuman) throw new Error(`an order without a register asks no one: ${view.why}`);
  const message = await heard(world, /order/);
  await says(world, ['order', 'show', waiting.orderNumber], /register .* cannot be used/);
  await until(
    'health names it, and serves on',
    () => worker.health(),
    ({ code, problems = [] }) => code === 200 && problems.includes('register-silent'),
  );
  const healthMs = performance.now();
  await day.stay(watchedMs, waiting);
  limitFiles(worker.pid, 'unlimited');
  const roomMs = performance.now();
  await day.untilReleased(waiting);
  const releasedMs = performance.now();
  await movesAgain(day, [...used, waiting]);
  return {
    secondsToWord: secondsOf(saidMs - fullMs),
    secondsToMessage: secondsOf(message - fullMs),
    secondsToHealth: secondsOf(healthMs - fullMs),
    secondsFromRoomToRelease: secondsOf(releasedMs - roomMs),
  };
}

/** A command shows that the desk is not well. */
async function says({ peerdesk }: LossesWorld, args: readonly string[], words: RegExp): Promise<void> {
  const { exitCode, stdout, stderr } = await peerdesk(...args);
  // A page breaks its lines.
  const said = `${stdout}${stderr}`.replaceAll(/\s+/g, ' ');
  if (!words.test(said)) throw new Error(`${args.join(' ')} does not say so (exit code ${exitCode}): ${said}`);
}
