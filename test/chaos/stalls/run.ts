/**
 * `npm run stalls`: Temporal stands still for a while, its connections are cut each minute, its namespace is lost, it is
 * replaced by an empty one, while people take and pay sixty sales a minute. Worker and watchdog have to go on, or to end in
 * bounded time with the cause and exit code 4. Prints when the first sale is released again, and when all are. Exit code 1:
 * a process ended otherwise, or a sale was released twice or never.
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ExitCode } from '../../../src/cli/kit/exit-code.ts';
import { findTemporalCli } from '../../../src/server/find-server.ts';
import type { StartedWorker } from '../losses/workers.ts';
import { Sales } from './sales.ts';
import { openStallsWorld, type StallsWorld } from './stalls-world.ts';

const usage = 'npm run stalls -- [--seconds 5,20,70,300] [--per-minute 60] [--seed 1] [--no-losses]';
const cutEveryMs = 60_000;
const calmMs = 30_000;
const limitMs = 300_000;
const endLimitMs = 120_000;
const startMs = Date.now();

const say = (line: string): void => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
const secondsOf = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const faults: string[] = [];

function wrong(text: string): void {
  faults.push(text);
  say(`NOT ok: ${text}`);
}

const named = ({ worker, watchdog }: StallsWorld): [string, StartedWorker][] => [
  ['worker', worker],
  ['watchdog', watchdog],
];
const hasEnded = ({ process: { exitCode, signalCode } }: StartedWorker): boolean =>
  exitCode !== null || signalCode !== null;
const lastLines = ({ said }: StartedWorker, count = 6): string =>
  said().trim().split('\n').slice(-count).join('\n    ');

/** Those that have ended are wrong: no stall is a reason to. */
function checkAlive(world: StallsWorld, what: string): boolean {
  const dead = named(world).filter(([, one]) => hasEnded(one));
  for (const [name, one] of dead)
    wrong(`${what}: the ${name} ended with ${one.process.exitCode ?? one.process.signalCode}\n    ${lastLines(one)}`);
  return dead.length === 0;
}

/** What did not come about, with the process that ended in it or with the worker's last words. */
function unreached(world: StallsWorld, text: string): void {
  wrong(text);
  if (checkAlive(world, text)) say(`the worker's last lines:\n    ${lastLines(world.worker)}`);
}

async function stall(world: StallsWorld, sales: Sales, seconds: number): Promise<void> {
  const what = `a stall of ${seconds} s`;
  const pid = world.temporal.pid();
  process.kill(pid, 'SIGSTOP');
  await delay(seconds * 1_000);
  const thawedMs = performance.now();
  const { paid, released } = sales.seen;
  process.kill(pid, 'SIGCONT');
  const firstMs = await reached(world, () => sales.firstAfter(thawedMs));
  const lost = world.worker.said().split('this process leads no longer').length - 1;
  if (firstMs === null) return unreached(world, `${what}: no sale is released again`);
  const backlog = paid - released;
  const doneMs = await reached(world, () => (sales.seen.released >= paid ? performance.now() : null));
  if (doneMs === null) return unreached(world, `${what}: not all of ${backlog} that were paid in it are released`);
  say(
    `${what}: ${backlog} paid and unreleased at its end; first release after ${secondsOf(firstMs - thawedMs)}, all of these after ${secondsOf(doneMs - thawedMs)}; leads lost so far ${lost}`,
  );
  checkAlive(world, what);
}

/** Returns what is reached, or null when the time is over, or a process has ended. */
async function reached<T>(world: StallsWorld, look: () => T | null): Promise<T | null> {
  for (const endMs = performance.now() + limitMs; performance.now() < endMs;) {
    const found = look();
    if (found !== null) return found;
    if (hasEnded(world.worker)) break;
    await delay(100);
  }
  return null;
}

/** Opens a world that Ctrl-C closes: a frozen Temporal and the processes of a desk do not outlive their run. */
async function openWorld(seed: number): Promise<StallsWorld> {
  const world = await openStallsWorld(seed);
  const interrupted = (): void => {
    say('interrupted: the processes of this run are being ended');
    process.kill(world.temporal.pid(), 'SIGCONT');
    void world.close().finally(() => process.exit(ExitCode.INTERRUPTED));
  };
  process.once('SIGINT', interrupted);
  const close = async (): Promise<void> => {
    process.off('SIGINT', interrupted);
    await world.close();
  };
  return { ...world, close };
}

async function stalls({ seed, seconds: list, perMinute }: Choice): Promise<void> {
  const world = await openWorld(seed);
  const sales = new Sales(world.simulator, perMinute);
  const cuts = setInterval(() => world.wire.cut(), cutEveryMs);
  try {
    await delay(calmMs);
    for (const seconds of list) {
      await stall(world, sales, seconds);
      if (faults.length > 0) return;
      await delay(calmMs);
    }
    sales.end();
    const isDone = await reached(world, () => (sales.isDone() ? true : null));
    if (isDone === null) unreached(world, 'sales are left that were paid and not released');
    judge(world, sales);
  } finally {
    clearInterval(cuts);
    sales.close();
    await world.close();
  }
}

function judge({ simulator }: StallsWorld, sales: Sales): void {
  const { doubleReleases, doublePayments, releasesOnUsedPayment, repeatedAttempts } = simulator.ledger();
  say(JSON.stringify({ ...sales.seen, doubleReleases, doublePayments, releasesOnUsedPayment, repeatedAttempts }));
  if (doubleReleases + doublePayments + releasesOnUsedPayment > 0) wrong('something happened twice');
}

/** A loss that no process can mend: each ends in bounded time and says why. */
async function ends(world: StallsWorld, what: string): Promise<void> {
  const sinceMs = performance.now();
  while (performance.now() - sinceMs < endLimitMs && !named(world).every(([, one]) => hasEnded(one))) await delay(100);
  const tookMs = performance.now() - sinceMs;
  for (const [name, one] of named(world)) {
    const { exitCode } = one.process;
    say(`${what}: after ${secondsOf(tookMs)} the ${name}: exit code ${exitCode}\n    ${lastLines(one, 3)}`);
    if (hasEnded(one) && exitCode !== ExitCode.CONFIGURATION) wrong(`${what}: the ${name} ended with ${exitCode}`);
  }
}

async function lostNamespace({ seed, perMinute }: Choice): Promise<void> {
  const world = await openWorld(seed);
  const sales = new Sales(world.simulator, perMinute);
  try {
    await delay(calmMs);
    const { path } = await findTemporalCli({ env: process.env, log: () => undefined });
    const args = ['operator', 'namespace', 'delete', '--namespace', 'default', '--yes'];
    execFileSync(path, [...args, '--address', world.temporal.address], { stdio: 'ignore' });
    await ends(world, 'a lost namespace');
    judge(world, sales);
  } finally {
    sales.close();
    await world.close();
  }
}

async function emptied({ seed, perMinute }: Choice): Promise<void> {
  const what = 'a server replaced by an empty one';
  const world = await openWorld(seed);
  const sales = new Sales(world.simulator, perMinute);
  try {
    await delay(calmMs);
    await world.temporal.lose();
    const backMs = performance.now();
    const led = world.worker.said().length;
    const leads = (): true | null => (/this process leads: /.test(world.worker.said().slice(led)) ? true : null);
    const isLed = await reached(world, leads);
    if (isLed === null) return unreached(world, `${what}: the worker does not lead again`);
    say(`${what}: the worker leads again after ${secondsOf(performance.now() - backMs)}`);
    checkAlive(world, what);
    judge(world, sales);
  } finally {
    sales.close();
    await world.close();
  }
}

interface Choice {
  seconds: readonly number[];
  perMinute: number;
  seed: number;
  withLosses: boolean;
}

function numberOf(what: string, text: string, least: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < least)
    throw new TypeError(`--${what} is a whole number from ${least}`);
  return value;
}

/** Returns what is to run. Throws a TypeError: the usage is wrong, or was wanted. */
function readChoice(): Choice {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '5,20,70,300' },
      'per-minute': { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      'no-losses': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) throw new TypeError(usage);
  return {
    seconds: values.seconds.split(',').map((one) => numberOf('seconds', one, 1)),
    perMinute: numberOf('per-minute', values['per-minute'], 1),
    seed: numberOf('seed', values.seed, 0),
    withLosses: !values['no-losses'],
  };
}

async function run(choice: Choice): Promise<void> {
  say(`seed ${choice.seed}: ${choice.perMinute} sales a minute, connections cut each minute`);
  await stalls(choice);
  if (choice.withLosses) {
    await lostNamespace(choice);
    await emptied(choice);
  }
  say(faults.length === 0 ? `ok, ${secondsOf(Date.now() - startMs)}` : `NOT ok: ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? ExitCode.OK : ExitCode.ERROR;
}

let choice: Choice | null = null;
try {
  choice = readChoice();
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message === usage ? usage : `${error.message}\n${usage}`}\n`);
  process.exitCode = error.message === usage ? ExitCode.OK : ExitCode.CONFIGURATION;
}
if (choice !== null) await run(choice);
