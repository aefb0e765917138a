/** Real money without a register: none was made yet, and later the one that there was is lost. */
import { existsSync } from 'node:fs';
import { until } from '../storm/storm-world.ts';
import type { DeskDay } from './desk-day.ts';
import { must, registerFile } from './keepers.ts';
import type { LossesWorld } from './losses-world.ts';
import { movesAgain, watchedMs, type Told } from './moves-again.ts';
import { openReleases, recover } from './operator.ts';
import { kill, type Worker } from './workers.ts';

const burstSize = 3;
/** As for every setting that is missing or wrong. */
const wrongConfiguration = 4;

export async function unfounded(day: DeskDay): Promise<Told> {
  const { world } = day;
  await startInVain(day);
  await must(world.peerdesk, 'register', 'create');
  const worker = await world.start();
  const used = [await day.sellNew(), await day.sellNew()];
  await day.untilReleased(...used);
  await day.untilOver(...used);
  await day.takeBack();
  const waiting = await day.burst(burstSize, () => world.keeper.lose());
  const late = day.sale();
  day.good.add(late);
  // What was armed before has arrived by then.
  await day.stay(2_000);
  await nothingLeaves(day);
  await kill(worker);
  // Its account was examined on this machine before: it serves, and moves nothing.
  const second = await startWithout(world);
  // What is said meanwhile counts for nothing: no one could look whether its payment was used.
  const { exitCode, stdout } = await day.tryAttach(late);
  if (exitCode === 0) throw new Error(`a payment was attached without a register: ${stdout}`);
  await nothingLeaves(day);
  // A register that was lost is rebuilt: a new one would know of no payment.
  const { booked, withoutPayment, held } = await recover(world);
  await kill(second);
  await world.start();
  await day.stay(watchedMs, late);
  await openReleases(world);
  const known = used.filter(({ orderNumber }) => !withoutPayment.includes(orderNumber));
  await movesAgain(day, known);
  return { booked: booked.length, withoutPayment: withoutPayment.length, held: held.length, waiting: waiting.length };
}

/** A worker that finds no register at its first start names the command that makes one, and ends. */
async function startInVain(day: DeskDay): Promise<void> {
  const { world } = day;
  const before = world.simulator.ledger().releases;
  const worker = world.startBeside(world.stateFolder);
  const ended = async (): Promise<number | null> => worker.exitCode;
  const exitCode = await until('the worker ends', ended, (code) => code !== null);
  if (exitCode !== wrongConfiguration) throw new Error(`without a register: exit code ${exitCode}`);
  if (!namesCommand(worker.said())) throw new Error(`the worker does not say how a register is made`);
  await refuseChange(world, before);
}

async function startWithout(world: LossesWorld): Promise<Worker> {
  const worker = await world.start();
  await until('the worker says how a register is made', async () => worker.said(), namesCommand);
  return worker;
}

const namesCommand = (said: string): boolean => /there is no register (?:at|in) .*peerdesk register create/.test(said);

/** Watches for a while that no order at all is released, and that no worker makes a register. */
async function nothingLeaves(day: DeskDay): Promise<void> {
  const { world } = day;
  const before = world.simulator.ledger().releases;
  await day.stay(watchedMs);
  await refuseChange(world, before);
}

async function refuseChange(world: LossesWorld, before: number): Promise<void> {
  const { releases } = world.simulator.ledger();
  if (releases !== before) throw new Error(`${releases - before} orders were released without a register`);
  const file = registerFile(world.stateFolder, world.mode);
  if (existsSync(file)) throw new Error(`a worker has made the register ${file}`);
  const { exitCode, stdout } = await world.peerdesk('register', 'show');
  if (exitCode === 0) throw new Error(`a worker has made a register: ${stdout}`);
}
