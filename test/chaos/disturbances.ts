import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../../src/simulator/world/seeded-random.ts';
import type { FaultScript } from '../../src/simulator/world/fault-script.ts';
import type { RunningDemo } from '../../src/cli/up/running-demo.ts';
import type { DeskProcess } from '../setup/desk-process.ts';
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

export interface Freezing {
  readonly everyMs: Span;
  readonly forMs: Span;
  /** Processes that may be frozen beside the demo's worker. */
  readonly others: readonly number[];
}

/**
 * Freezes one worker (SIGSTOP), lets the others take over its work, and thaws it beside them (SIGCONT), repeatedly;
 * returns how often.
 */
export async function freezeAgainAndAgain(disturbed: Disturbed, freezing: Freezing): Promise<number> {
  const { desk, seed, untilMs, over, log } = disturbed;
  const random = createRandom(seed + 1);
  let freezes = 0;
  for (;;) {
    const [waitMs, forMs] = [random.between(...freezing.everyMs), random.between(...freezing.forMs)];
    if (performance.now() + waitMs + forMs > untilMs || !(await slept(waitMs, over))) return freezes;
    const own = await workerPid(desk);
    const [first, ...others] = [...(own === null ? [] : [own]), ...freezing.others];
    if (first === undefined) continue;
    const pid = random.pick([first, ...others]);
    if (!signalProcess(pid, 'SIGSTOP')) continue;
    freezes += 1;
    log(`freeze ${freezes}: worker ${pid} for ${Math.round(forMs)} ms`);
    await slept(forMs, over);
    signalProcess(pid, 'SIGCONT');
  }
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
