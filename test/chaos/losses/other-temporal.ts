/** A Temporal that knows nothing of the desk, and one that knows another desk: no money moves on either. */
import { join } from 'node:path';
import { connectTemporal, orderControl, registerSearchAttributes } from '../../../src/client/index.ts';
import { until } from '../storm/storm-world.ts';
import type { DeskDay, Sale } from './desk-day.ts';
import { must, type Peerdesk } from './keepers.ts';
import { heard, movesAgain, secondsOf, watchedMs, type Told } from './moves-again.ts';
import { account } from './own-service.ts';
import { theirNamespace } from './own-temporal.ts';
import { kill } from './workers.ts';

const words = /Temporal has begun empty, or is another one than this register knows/;
/** Refused by a rule: what loosens asks a person. */
const refused = 6;

/** Its database is lost while an order is under way: it begins empty, and the worker goes on. */
export async function emptied(day: DeskDay): Promise<Told> {
  const { world } = day;
  const worker = await world.start();
  const used = await usedSales(day);
  const waiting = await day.carried();
  world.notices.received.length = 0;
  await world.temporal.lose();
  const lostMs = performance.now();
  await until(
    'the worker says so',
    async () => worker.said(),
    (said) => words.test(said),
  );
  const saidMs = performance.now();
  await showsOther(world.peerdesk);
  const message = await heard(world, /^desk-trouble\/temporal$/);
  // A desk that is started by hand carries the order, and no money moves.
  await until(
    'the desk is started again',
    () => world.startDesk().then(() => true),
    (done) => done,
  );
  await day.untilCarried(waiting);
  await day.attach(waiting);
  await until(
    'the order says so',
    () => day.state(waiting),
    ({ why, lastProblem }) => /OTHER_TEMPORAL|Temporal has begun empty/.test(JSON.stringify([why, lastProblem])),
  );
  await day.stay(watchedMs, waiting);
  const unasked = await world.peerdesk('recover');
  if (unasked.exitCode !== refused) throw new Error(`another Temporal is accepted unasked: ${unasked.exitCode}`);
  await must(world.peerdesk, 'recover', '--yes', '--by', 'ana');
  const acceptedMs = performance.now();
  await day.untilReleased(waiting);
  const releasedMs = performance.now();
  await movesAgain(day, [...used, waiting]);
  return {
    secondsToWord: secondsOf(saidMs - lostMs),
    secondsToMessage: secondsOf(message - lostMs),
    secondsFromAcceptedToRelease: secondsOf(releasedMs - acceptedMs),
  };
}

/** By mistake a worker is started in the namespace of another desk, which carries an order of this account. */
export async function foreign(day: DeskDay): Promise<Told> {
  const { world } = day;
  const waiting = await theirOrder(day);
  const own = await world.start();
  const used = await usedSales(day);
  await day.untilCarried(waiting);
  await kill(own);
  const startedMs = performance.now();
  const lost = await world.start({ namespace: theirNamespace });
  await until(
    'the worker says so',
    async () => lost.said(),
    (said) => words.test(said),
  );
  const saidMs = performance.now();
  const there = world.peerdeskAt({ namespace: theirNamespace });
  await showsOther(there);
  await until(
    'the payment is taken there',
    () => day.tryAttach(waiting, there),
    ({ exitCode }) => exitCode === 0,
  );
  await day.stay(2 * watchedMs, waiting);
  // Nothing has to be said: the register knows its own again.
  await kill(lost);
  await world.start();
  const backMs = performance.now();
  await day.attach(waiting);
  await day.untilReleased(waiting);
  const releasedMs = performance.now();
  await movesAgain(day, [...used, waiting]);
  return { secondsToWord: secondsOf(saidMs - startedMs), secondsFromBackToRelease: secondsOf(releasedMs - backMs) };
}

async function usedSales(day: DeskDay): Promise<readonly Sale[]> {
  const used = [await day.sellNew(), await day.sellNew()];
  await day.untilReleased(...used);
  await day.untilOver(...used);
  return used;
}

/** Another desk, with a register of its own, has taken an order in before its worker died. */
async function theirOrder(day: DeskDay): Promise<Sale> {
  const { world } = day;
  const peerdesk = await connectTemporal({ address: world.temporal.address, namespace: theirNamespace });
  try {
    const { client } = peerdesk;
    await registerSearchAttributes(client);
    await world.startDesk(client);
    const theirs = await world.start({
      stateFolder: join(world.stateFolder, '..', 'theirs'),
      namespace: theirNamespace,
    });
    const sale = day.sale();
    day.good.add(sale);
    const control = orderControl(client, account, sale.orderNumber).within(5_000);
    await until(
      'their desk carries the order',
      () => control.state(),
      ({ status }) => status === 'PAID',
    );
    await kill(theirs);
    return sale;
  } finally {
    await peerdesk.close();
  }
}

/** Every place says it, and with the exit codes of the documents. */
async function showsOther(peerdesk: Peerdesk): Promise<void> {
  for (const args of [['doctor'], ['desk', 'show', '--timeout', '5s']]) {
    const { stdout, stderr } = await peerdesk(...args);
    // The terminal breaks lines.
    const said = `${stdout}${stderr}`.replaceAll(/\s+/g, ' ');
    if (!words.test(said)) throw new Error(`peerdesk ${args.join(' ')} does not say so: ${said}`);
  }
  const shown = await must(peerdesk, 'register', 'show', '--json');
  if (!/"isOtherTemporal": ?true/.test(shown)) throw new Error(`register show: ${shown}`);
}
