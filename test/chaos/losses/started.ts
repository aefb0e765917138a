/** `peerdesk start`: each of its processes dies while orders are released, and Ctrl-C comes at every moment of a start. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectTemporal } from '../../../src/client/index.ts';
import { freePort } from '../../../src/server/free-port.ts';
import { kill as killProcess, until } from '../storm/storm-world.ts';
import { DeskDay, type Sale } from './desk-day.ts';
import { secondsOf, type Told } from './moves-again.ts';
import {
  healthOf,
  leftIn,
  pidOf,
  startMachine,
  startPlace,
  untilSaid,
  type Role,
  type StartPlace,
} from './one-start.ts';

const burstSize = 2;
/** What the log says first of each child; the empty one: at once. */
const moments = ['', '"process":"server"', '"process":"worker"', '"process":"watchdog"', '"event":"ready"'];
const laterMs = 300;
const usageFault = 4;
/** The server and its program, worker, watchdog; start names its file in a variable, and its own end is awaited. */
const processCount = 4;

export async function started(day: DeskDay): Promise<Told> {
  const { world } = day;
  const place = await startPlace(join(world.stateFolder, '..', 'started'), world.service, await freePort());
  const stopped = await stopAtEachMoment(place);
  const machine = startMachine(place);
  try {
    await untilSaid(machine, '"event":"ready"');
    const found = leftIn(place).length;
    if (found < processCount) throw new Error(`only ${found} processes of a start that runs are found`);
    const peerdesk = await connectTemporal({ address: place.address });
    try {
      const there = new DeskDay(
        { ...world, client: peerdesk.client, peerdesk: world.peerdeskIn(place.env) },
        day.random,
      );
      await world.startDesk(peerdesk.client);
      const seconds = await killEach(there, place);
      await refusesSecond(place, machine.process.pid ?? 0);
      machine.process.kill('SIGINT');
      await endsAlone(place, machine.ended);
      return { ...seconds, stopped };
    } finally {
      await peerdesk.close();
    }
  } finally {
    await killProcess(machine.process);
  }
}

async function killEach(day: DeskDay, place: StartPlace): Promise<Told> {
  const seconds: Told = {};
  const all: Sale[] = [];
  for (const role of ['server', 'worker', 'watchdog'] as const) {
    let lostMs = performance.now();
    const sales = await day.burst(burstSize, async () => {
      process.kill(pidOf(place, role), 'SIGKILL');
      lostMs = performance.now();
      // Looked for at once: on a busy machine the burst outlasts the way back.
      await until(
        'start is not well',
        () => healthOf(place),
        (code) => code === 503,
      );
    });
    await until(
      'start is well again',
      () => healthOf(place),
      (code) => code === 200,
    );
    seconds[nameOf(role)] = secondsOf(performance.now() - lostMs);
    await day.untilAllowed(...sales);
    await day.untilOver(...sales);
    all.push(...sales);
  }
  if (!all.every((sale) => day.isReleased(sale))) throw new Error('an order was not released');
  return seconds;
}

const nameOf = (role: Role): string => `secondsOf${role[0]?.toUpperCase()}${role.slice(1)}`;

async function refusesSecond(place: StartPlace, pid: number): Promise<void> {
  const second = startMachine(place);
  const code = await second.ended;
  if (code !== usageFault || !second.said().includes(`process ${pid}`))
    throw new Error(`a second start beside ${pid} ends with ${code}: ${second.said()}`);
}

/** Returns how often it was stopped in the middle of its start. */
async function stopAtEachMoment(place: StartPlace): Promise<number> {
  let count = 0;
  for (const moment of moments)
    for (const lateMs of [0, laterMs]) {
      const machine = startMachine(place);
      if (moment !== '') await untilSaid(machine, moment);
      await delay(lateMs);
      machine.process.kill('SIGINT');
      await endsAlone(place, machine.ended);
      count += 1;
    }
  return count;
}

async function endsAlone(place: StartPlace, ended: Promise<number | null>): Promise<void> {
  const code = await ended;
  const left = leftIn(place);
  if (left.length > 0) throw new Error(`stopped with exit code ${code}, it leaves the processes ${left.join(', ')}`);
  if (existsSync(join(place.env.PEERDESK_STATE_DIR, 'start.json')))
    throw new Error(`stopped with ${code}, it keeps its claim`);
}
