/** Temporal is gone, the last worker is gone, both are: someone is notified, by what is left. */
import { once } from 'node:events';
import { until } from '../storm/storm-world.ts';
import type { DeskDay } from './desk-day.ts';
import type { LossesWorld } from './losses-world.ts';
import { heard, movesAgain, secondsOf, type Told } from './moves-again.ts';
import type { StartedWorker } from './workers.ts';

const silent = /^unserved\/temporal-silent$/;
const deserted = /^unserved\/(?:no-lead|not-stored)$/;

/** What is lost, and what of it is to be heard. */
interface Loss {
  lose: () => Promise<unknown>;
  kind: RegExp;
  mend: () => Promise<unknown>;
}

export async function unserved(day: DeskDay): Promise<Told> {
  const { world } = day;
  let worker = await world.start();
  const used = [await day.sellNew()];
  await day.untilReleased(...used);
  await day.untilOver(...used);
  await doctorSays(world, /watchdog of \w+: none on this machine/);
  const { temporal } = world;
  const byWorker = await notified(world, { lose: temporal.kill, kind: silent, mend: temporal.start });

  const watchdog = world.startWatchdog();
  await until(
    'the watchdog watches',
    async () => watchdog.said(),
    (said) => said.includes('watchdog ready'),
  );
  await doctorSays(world, /watchdog of \w+: running/);
  const loseWorker = () => worker.kill();
  const startWorker = async (): Promise<void> => void (worker = await world.start());
  const byWatchdog = await notified(world, { lose: loseWorker, kind: deserted, mend: startWorker });
  const alone = await notified(world, {
    lose: () => Promise.all([loseWorker(), temporal.kill()]),
    kind: silent,
    mend: () => temporal.start().then(startWorker),
  });
  await end(watchdog);
  await movesAgain(day, used);
  return { secondsByWorker: byWorker, secondsByWatchdog: byWatchdog, secondsByWatchdogAlone: alone, messages: 3 };
}

/** Loses it; returns after how many seconds the one message came. Mends it, and waits for the word of that. */
async function notified(world: LossesWorld, { lose, kind, mend }: Loss): Promise<number> {
  const { received } = world.notices;
  received.length = 0;
  await lose();
  const lostMs = performance.now();
  const atMs = await heard(world, kind);
  await mend();
  await heard(world, /^served-again$/);
  const said = received.flatMap(({ message: { needs } }) => needs.map((need) => need.kind));
  const unservedSaid = said.filter((one) => one.startsWith('unserved/'));
  if (unservedSaid.length !== 1) throw new Error(`it is said ${unservedSaid.length} times: ${said.join(', ')}`);
  return secondsOf(atMs - lostMs);
}

async function doctorSays({ peerdesk }: LossesWorld, words: RegExp): Promise<void> {
  const { stdout } = await peerdesk('doctor');
  const said = stdout.replaceAll(/\s+/g, ' ');
  if (!words.test(said)) throw new Error(`doctor does not say ${words}: ${said}`);
}

async function end({ process: child }: StartedWorker): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
