import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, type SeededRandom } from '../../src/simulator/world/seeded-random.ts';
import type { FaultScript } from '../../src/simulator/world/fault-script.ts';
import type { RunningDemo } from '../../src/cli/up/running-demo.ts';
import type { DeskProcess } from '../setup/desk-process.ts';
import type { HeldWire } from '../setup/wire/held-wire.ts';
import { signalProcess } from '../setup/worker-process.ts';

/** Shortest and longest time, in ms. */
export type Span = readonly [number, number];

/** Common inputs of all disturbances of one run. */
export interface Disturbed {
  readonly desk: DeskProcess;
  readonly seed: number;
  /** Until when (`performance.now()`) disturbances are allowed: the desk needs calm to finish its work. */
  readonly untilMs: number;
  readonly over: AbortSignal;
  readonly log: (line: string) => void;
}

const lookMs = 200;

/** Waits; returns false when it was over before. */
export async function slept(ms: number, over: AbortSignal): Promise<boolean> {
  return await delay(ms, true, { signal: over }).catch(() => false);
}

/** The process of the demo's worker; null while none runs, or the desk has ended. */
export async function workerPid(desk: DeskProcess): Promise<number | null> {
  const announced = await desk.announced().catch(() => null);
  return announced?.workerPid ?? null;
}

/** The running worker, if it differs from the last; null when the run is over. */
async function nextWorker(desk: DeskProcess, last: number | null, over: AbortSignal): Promise<number | null> {
  while (!over.aborted) {
    const pid = await workerPid(desk);
    if (pid !== null && pid !== last) return pid;
    await slept(lookMs, over);
  }
  return null;
}

/** The demo, once it has announced itself; rejects when its desk ends before. */
export async function whenAnnounced(desk: DeskProcess): Promise<RunningDemo> {
  for (;;) {
    const demo = await desk.announced();
    if (demo !== null && demo.workerPid !== null) return demo;
    await delay(lookMs);
  }
}

/** Kills the demo's worker (SIGKILL) repeatedly; returns how often. */
export async function killAgainAndAgain(disturbed: Disturbed, everyMs: Span): Promise<number> {
  const { desk, seed, untilMs, over, log } = disturbed;
  const random = createRandom(seed);
  let kills = 0;
  let last: number | null = null;
  for (;;) {
    const pid = await nextWorker(desk, last, over);
    const waitMs = random.between(...everyMs);
    if (pid === null || performance.now() + waitMs > untilMs || !(await slept(waitMs, over))) return kills;
    last = pid;
    if (!signalProcess(pid, 'SIGKILL')) continue;
    kills += 1;
    log(`kill ${kills}: worker ${pid}`);
  }
}

/** How often, and for how long. */
export interface Pausing {
  readonly everyMs: Span;
  readonly forMs: Span;
}

interface Paused extends Pausing {
  readonly what: string;
  /** Added to the seed: two disturbances of a run have moments of their own. */
  readonly offset: number;
  /** What is paused next: its name, and what begins and ends it; null: there is nothing to pause now. */
  readonly next: (random: SeededRandom) => Promise<{ name: string; begin: () => boolean; end: () => void } | null>;
}

/** Pauses one thing after the other at moments that follow from the seed; returns how often. */
async function pauseAgainAndAgain(
  disturbed: Disturbed,
  { what, offset, everyMs, forMs, next }: Paused,
): Promise<number> {
  const { seed, untilMs, over, log } = disturbed;
  const random = createRandom(seed + offset);
  let count = 0;
  for (;;) {
    const [waitMs, lastsMs] = [random.between(...everyMs), random.between(...forMs)];
    if (performance.now() + waitMs + lastsMs > untilMs || !(await slept(waitMs, over))) return count;
    const paused = await next(random);
    if (paused === null || !paused.begin()) continue;
    count += 1;
    log(`${what} ${count}: ${paused.name} for ${Math.round(lastsMs)} ms`);
    await slept(lastsMs, over);
    paused.end();
  }
}

const frozen = (name: string, pid: number) => ({
  name: `${name} ${pid}`,
  begin: () => signalProcess(pid, 'SIGSTOP'),
  end: () => void signalProcess(pid, 'SIGCONT'),
});

/**
 * Freezes one worker (SIGSTOP), lets the others take over its work, and thaws it beside them (SIGCONT), repeatedly;
 * returns how often. `others` may be frozen beside the demo's worker.
 */
export function freezeAgainAndAgain(
  disturbed: Disturbed,
  { others, ...pausing }: Pausing & { readonly others: readonly number[] },
): Promise<number> {
  const next: Paused['next'] = async (random) => {
    const own = await workerPid(disturbed.desk);
    const pids = [...(own === null ? [] : [own]), ...others];
    return pids.length === 0 ? null : frozen('worker', random.pick(pids as [number, ...number[]]));
  };
  return pauseAgainAndAgain(disturbed, { ...pausing, what: 'freeze', offset: 1, next });
}

/** Lets the server of Temporal stand still (SIGSTOP), repeatedly; returns how often. */
export function stallAgainAndAgain(
  disturbed: Disturbed,
  { pid, ...pausing }: Pausing & { readonly pid: number },
): Promise<number> {
  const next = async () => frozen('Temporal', pid);
  return pauseAgainAndAgain(disturbed, { ...pausing, what: 'stall', offset: 2, next });
}

/** Breaks the wire of a worker, and keeps the answers on it back for a while, repeatedly; returns how often. */
export function cutAgainAndAgain(
  disturbed: Disturbed,
  { wires, ...pausing }: Pausing & { readonly wires: readonly HeldWire[] },
): Promise<number> {
  const next: Paused['next'] = async (random) => {
    const wire = random.pick(wires as [HeldWire, ...HeldWire[]]);
    const begin = (): boolean => {
      wire.cut();
      wire.hold();
      return true;
    };
    return { name: `the wire ${wire.address}`, begin, end: () => wire.letGo() };
  };
  return pauseAgainAndAgain(disturbed, { ...pausing, what: 'cut', offset: 3, next });
}

/** Lets the service of a demo execute a second payment or release, as one must expect of it, and adds faults. */
export async function worsenService(
  { baseUrl }: RunningDemo,
  { moreFaults = [], banNewsMs }: { moreFaults?: FaultScript; banNewsMs?: number },
): Promise<void> {
  const post = async (path: string, body: unknown): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${baseUrl}/_sim/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  };
  await post('settings', { idempotentMoney: false, ...(banNewsMs === undefined ? {} : { banNewsMs }) });
  await post('faults', { rules: moreFaults, append: true });
}
