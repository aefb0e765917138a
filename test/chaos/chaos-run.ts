import { readFile } from 'node:fs/promises';
import type { Ledger } from '../../src/simulator/world/ledger.ts';
import { untilCalm, type Calm } from './calm.ts';
import type { FaultScript } from '../../src/simulator/world/fault-script.ts';
import type { RunningDemo } from '../../src/cli/up/running-demo.ts';
import type { DemoSummary } from '../../src/cli/up/demo-summary.ts';
import { startDeskProcess, type DeskProcess } from '../setup/desk-process.ts';
import { connectTemporal } from '../../src/client/index.ts';
import { openHeldWire, type HeldWire } from '../setup/wire/held-wire.ts';
import {
  hasOtherHosts,
  startWorkerProcess,
  type WorkerProcess,
  type WorkerProcessOptions,
} from '../setup/worker-process.ts';
import {
  cutAgainAndAgain,
  freezeAgainAndAgain,
  killAgainAndAgain,
  slept,
  stallAgainAndAgain,
  whenAnnounced,
  workerPid,
  worsenService,
  type Disturbed,
  type Pausing,
  type Span,
} from './disturbances.ts';
import { operateAgainAndAgain, type OperationCounts } from './temporal-operations.ts';

export interface ChaosOptions {
  readonly seed: number;
  readonly forMs: number;
  /** Shortest and longest time between two kills of the worker, in ms; null: it is left alone. */
  readonly killEveryMs: Span | null;
  /** How often and how long a worker is frozen; default: never. */
  readonly freeze?: Pausing;
  /** How often and how long the server of Temporal stands still; default: never. */
  readonly stall?: Pausing;
  /** How often and how long a companion reaches it no more, after its connections broke; default: never. */
  readonly cut?: Pausing;
  /** Shortest and longest time between two operations (resets, terminations, switches, a new desk); default: none. */
  readonly operateEveryMs?: Span;
  /** Workers of the same account beside the demo's own, each with a wire of its own to Temporal; default: none. */
  readonly companions?: readonly Omit<WorkerProcessOptions, 'temporalAddress'>[];
  /** How long news of a ban may take from one worker to the others, in ms; default: the marketplace's bound. */
  readonly banNewsMs?: number;
  /** Faults beside those of the demo. */
  readonly moreFaults?: FaultScript;
  readonly faults: 'none' | 'mild' | 'storm';
  readonly ordersPerMinute: number;
  readonly env?: NodeJS.ProcessEnv;
  /** How often the memory of the worker is read, in ms; default: never. */
  readonly sampleEveryMs?: number;
  /** Reports what happens, in lines for people. */
  readonly log: (line: string) => void;
}

export interface MemorySample {
  readonly atMs: number;
  readonly residentMb: number;
}

export interface ChaosReport {
  readonly kills: number;
  readonly freezes: number;
  readonly stalls: number;
  readonly cuts: number;
  readonly operations: OperationCounts | null;
  /** Workers whose clock was set wrong while they ran. */
  readonly shiftedClocks: number;
  /** How often each kind of fault has struck. */
  readonly faults: Readonly<Record<string, number>>;
  readonly calm: Calm;
  /** Prices that came too near to an own ad, from the ledger. */
  readonly inZone: readonly unknown[];
  readonly memory: readonly MemorySample[];
  readonly summary: DemoSummary;
}

/**
 * Runs a whole desk with faults, kills its worker (SIGKILL) and freezes workers (SIGSTOP) at moments that follow from
 * the seed, for `forMs`; then waits until it has come to rest. Returns the report: nothing may have happened twice,
 * nothing outside the limits, and every order is accounted for. The service would execute a second payment or release.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, forMs, faults, ordersPerMinute, env, log } = options;
  const args = ['--seed', String(seed), '--faults', faults, '--speed', '600'];
  const desk = await startDeskProcess([...args, '--orders-per-minute', String(ordersPerMinute)], env);
  const over = new AbortController();
  const companions: Companion[] = [];
  try {
    const demo = await whenAnnounced(desk);
    const startMs = performance.now();
    await worsenService(demo, options);
    for (const companion of options.companions ?? []) companions.push(await startCompanion(demo, companion, log));
    void desk.summary.catch(() => undefined).finally(() => over.abort());
    const disturbed = { desk, seed, untilMs: startMs + forMs, over: over.signal, log };
    const sampling = sampleMemory(desk, options, over.signal);
    const disturbances = await disturbAll(disturbed, { demo, options, companions });
    const shiftedClocks = countShifted(options.companions ?? [], performance.now() - startMs);
    const end = await atRest(demo, { over: over.signal, log });
    desk.finish();
    const summary = await desk.summary;
    over.abort();
    return { ...disturbances, shiftedClocks, ...end, memory: await sampling, summary };
  } finally {
    over.abort();
    for (const { wire } of companions) wire.letGo();
    await Promise.all(companions.map(({ worker }) => worker.stop()));
    await Promise.all(companions.map(({ wire }) => wire.close()));
    await desk.stop();
  }
}

interface Companion {
  readonly worker: WorkerProcess;
  readonly wire: HeldWire;
}

async function startCompanion(
  demo: RunningDemo,
  { host, ...options }: WorkerProcessOptions,
  log: (line: string) => void,
): Promise<Companion> {
  const wire = await openHeldWire(demo.temporalAddress);
  const isElsewhere = host !== undefined && hasOtherHosts();
  if (host !== undefined && !isElsewhere) log('no process can have a host name of its own here: all are on one host');
  const place = { temporalAddress: wire.address, ...(isElsewhere ? { host } : {}) };
  return { worker: startWorkerProcess(demo, { ...options, ...place }), wire };
}

function countShifted(companions: readonly WorkerProcessOptions[], passedMs: number): number {
  return companions.filter(({ shiftMs = 0, shiftAfterMs = 0 }) => shiftMs !== 0 && shiftAfterMs < passedMs).length;
}

/** Collects everything that the marketplace recorded, once the desk has come to rest. */
async function atRest(
  demo: RunningDemo,
  { over, log }: Pick<Disturbed, 'over' | 'log'>,
): Promise<Pick<ChaosReport, 'calm' | 'faults' | 'inZone'>> {
  const peerdesk = await connectTemporal({ address: demo.temporalAddress });
  const calm = await untilCalm({ client: peerdesk.client, demo, over, log }).finally(() => peerdesk.close());
  const read = async (path: string): Promise<unknown> => (await fetch(`${demo.baseUrl}/_sim/${path}`)).json();
  const faults = (await read('faults')) as Record<string, number>;
  const { entries } = (await read('ledger')) as Ledger;
  return { calm, faults, inZone: entries.filter(({ kind }) => kind === 'in-zone') };
}

interface Disturbing {
  readonly demo: RunningDemo;
  readonly options: ChaosOptions;
  readonly companions: readonly Companion[];
}

async function disturbAll(disturbed: Disturbed, { demo, options, companions }: Disturbing) {
  const [counts, operations] = await Promise.all([
    disturb(disturbed, { demo, options, companions }),
    operate(disturbed, demo, options.operateEveryMs),
    slept(disturbed.untilMs - performance.now(), disturbed.over),
  ]);
  return { ...counts, operations };
}

async function disturb(disturbed: Disturbed, { demo, options, companions }: Disturbing) {
  const { killEveryMs, freeze, stall, cut } = options;
  const others = companions.map(({ worker }) => worker.pid);
  const wires = companions.map(({ wire }) => wire);
  const [kills, freezes, stalls, cuts] = await Promise.all([
    killEveryMs === null ? 0 : killAgainAndAgain(disturbed, killEveryMs),
    freeze === undefined ? 0 : freezeAgainAndAgain(disturbed, { ...freeze, others }),
    stall === undefined ? 0 : stallAgainAndAgain(disturbed, { ...stall, pid: demo.temporalPid }),
    cut === undefined ? 0 : cutAgainAndAgain(disturbed, { ...cut, wires }),
  ]);
  return { kills, freezes, stalls, cuts };
}

async function operate(
  disturbed: Disturbed,
  demo: RunningDemo,
  everyMs: Span | undefined,
): Promise<OperationCounts | null> {
  if (everyMs === undefined) return null;
  const { temporalAddress, account } = demo;
  const peerdesk = await connectTemporal({ address: temporalAddress });
  const { client } = peerdesk;
  const desk = {
    TEMPORAL_ADDRESS: temporalAddress,
    PEERDESK_ACCOUNT: account,
    PEERDESK_BASE_URL: demo.baseUrl,
    PEERDESK_STATE_DIR: demo.stateDir,
    PEERDESK_TIMEOUT: '20s',
  };
  return operateAgainAndAgain(disturbed, { client, account, desk, everyMs }).finally(() => peerdesk.close());
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

/** In whole MB; null without such a process, or where the system does not report it. */
async function residentMemory(pid: number | null): Promise<number | null> {
  const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1_024);
}
