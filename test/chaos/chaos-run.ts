import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../../src/simulator/seeded-random.ts';
import type { DemoSummary } from '../../src/cli/up/demo-summary.ts';
import { startDeskProcess } from '../setup/desk-process.ts';
import type { DeskProcess } from '../setup/desk-process.ts';

export interface ChaosOptions {
  readonly seed: number;
  readonly forMs: number;
  /** Shortest and longest time between two kills of the worker, in ms; null: it is left alone. */
  readonly killEveryMs: readonly [number, number] | null;
  readonly faults: 'none' | 'mild' | 'storm';
  readonly ordersPerMinute: number;
  readonly env?: NodeJS.ProcessEnv;
  /** How often the memory of the worker is read, in ms; never unless given. */
  readonly sampleEveryMs?: number;
  /** Told what happens, in lines for people. */
  readonly log: (line: string) => void;
}

export interface MemorySample {
  readonly atMs: number;
  readonly residentMb: number;
}

export interface ChaosReport {
  readonly kills: number;
  readonly memory: readonly MemorySample[];
  readonly summary: DemoSummary;
}

/** Nobody is killed at the end: a worker that was is missed for up to a quarter of a minute, and its orders wait. */
const calmMs = 25_000;
const lookMs = 200;

/**
 * Runs a whole desk on faults and kills its worker (SIGKILL) again and again, at moments that follow from the seed.
 * Gives what came of it: nothing may have happened twice, nothing outside the limits, and every order is accounted for.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, forMs, faults, ordersPerMinute, env } = options;
  const args = ['--for', `${forMs}ms`, '--seed', String(seed), '--faults', faults, '--speed', '600'];
  const desk = await startDeskProcess([...args, '--orders-per-minute', String(ordersPerMinute)], env);
  const over = new AbortController();
  try {
    const killing = killAgainAndAgain(desk, options, over.signal);
    const sampling = sampleMemory(desk, options, over.signal);
    const summary = await desk.summary.finally(() => over.abort());
    return { kills: await killing, memory: await sampling, summary };
  } finally {
    over.abort();
    await desk.stop();
  }
}

async function killAgainAndAgain(desk: DeskProcess, options: ChaosOptions, over: AbortSignal): Promise<number> {
  const { killEveryMs, seed, forMs, log } = options;
  if (killEveryMs === null) return 0;
  const random = createRandom(seed);
  const [shortestMs, longestMs] = killEveryMs;
  let kills = 0;
  let last: number | null = null;
  const startMs = performance.now();
  for (;;) {
    const pid = await nextWorker(desk, last, over);
    const waitMs = random.between(shortestMs, longestMs);
    if (pid === null || performance.now() - startMs + waitMs > forMs - calmMs || !(await slept(waitMs, over)))
      return kills;
    last = pid;
    if (!killed(pid)) continue;
    kills += 1;
    log(`kill ${kills}: worker ${pid}, ${Math.round(performance.now() - startMs)} ms after the start`);
  }
}

/** Gives false when the process had ended by itself. */
function killed(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** The worker that runs now, another one than the last; null when it is over. */
async function nextWorker(desk: DeskProcess, last: number | null, over: AbortSignal): Promise<number | null> {
  while (!over.aborted) {
    const pid = await workerPid(desk);
    if (pid !== null && pid !== last) return pid;
    await slept(lookMs, over);
  }
  return null;
}

/** Gives false when it was over before. */
async function slept(ms: number, over: AbortSignal): Promise<boolean> {
  return await delay(ms, true, { signal: over }).catch(() => false);
}

async function sampleMemory(desk: DeskProcess, options: ChaosOptions, over: AbortSignal): Promise<MemorySample[]> {
  const { sampleEveryMs, log } = options;
  const samples: MemorySample[] = [];
  const startMs = performance.now();
  while (sampleEveryMs !== undefined && (await slept(sampleEveryMs, over))) {
    const residentMb = await residentMemory(await workerPid(desk));
    if (residentMb === null) continue;
    samples.push({ atMs: performance.now() - startMs, residentMb });
    log(`worker after ${Math.round((performance.now() - startMs) / 1_000)} s: ${residentMb} MB`);
  }
  return samples;
}

/** The process of the worker; null while none runs, or the desk has ended. */
async function workerPid(desk: DeskProcess): Promise<number | null> {
  const announced = await desk.announced().catch(() => null);
  return announced?.workerPid ?? null;
}

/** In whole MB; null where no such process runs, or the system does not tell. */
async function residentMemory(pid: number | null): Promise<number | null> {
  const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1_024);
}
