import type { WatchdogState } from '../../domain/watchdog/watchdog-state.ts';
import { ActivityFailure, CancellationScope, sleep } from '@temporalio/workflow';
import type { TellActInput } from '../../activities/watchdog/watchdog-contract.ts';
import { summaryText } from '../../domain/markdown-text.ts';
import { noRefusedMessages } from '../contract/message.ts';
import { watchdogInputSchema, type WatchdogInput, type WatchdogMemory } from '../contract/watchdog-contract.ts';
import { hasNotBegun } from '../kit/failure-facts.ts';
import { keptThroughCancel, parseInput } from '../kit/input.ts';
import { beginNewRun, isNewRunDue } from '../kit/new-run.ts';
import { createRun, type Run } from '../kit/run.ts';
import { registerWatchdogMessages, watchdogPage } from './watchdog-page.ts';
import { longLook, quickLook, mark, reporter, writer } from './watchdog-proxies.ts';

const restMs = 5_000;
/** Such a wait is not slept through: a ban may be lifted, and the desk may look again. */
const longestWaitMs = 60_000;

interface Watchdog {
  readonly run: Run<WatchdogMemory>;
  /** The message that is being sent; the next one replaces it. */
  telling: CancellationScope | null;
}

/**
 * The dead-man switch of an account (ADR 0034): when for a time no market was looked at, it sets the mark at the guard,
 * takes the ads offline, notifies a person, and waits until someone opens the switch. It runs on a queue and a worker
 * of its own, so that nothing of the desk need be alive.
 */
export async function adWatchdog(rawInput: WatchdogInput): Promise<never> {
  const { account, memory } = parseInput(watchdogInputSchema, rawInput);
  const fresh: WatchdogMemory = { refused: noRefusedMessages, state: { kind: 'watching' }, lastAct: null };
  const run = createRun<WatchdogMemory>({ ...fresh, ...memory }, watchdogPage(account));
  registerWatchdogMessages(run, account);
  const watchdog: Watchdog = { run, telling: null };
  await keptThroughCancel(run, async () => {
    // A message that is still being sent is not cut off by a long history: nothing else happens meanwhile.
    while (!isNewRunDue()) {
      run.present();
      await stepIn(watchdog).catch(restAfterFailure);
    }
  });
  return beginNewRun<typeof adWatchdog>({ account, memory: run.memory });
}

function stepIn(watchdog: Watchdog): Promise<void> {
  const { state } = watchdog.run.memory;
  switch (state.kind) {
    case 'watching':
      return watch(watchdog);
    case 'prevented':
      return judge(watchdog, state);
    case 'acting':
      return act(watchdog, state);
    case 'acted':
      return waitForPerson(watchdog);
  }
}

async function watch(watchdog: Watchdog): Promise<void> {
  const verdict = await longLook('Watching whether the desk looks at its markets').watchLooks();
  if (verdict.kind === 'no-looks') await judge(watchdog, verdict);
}

/** That no process looks, and what has prevented an act so far. */
interface Doubt {
  readonly lookedAtMs: number;
  readonly sinceMs?: number;
  readonly banUntilMs?: number | null;
}

/** Asks once more, sets the mark, and only then acts. */
async function judge(watchdog: Watchdog, before: Doubt): Promise<void> {
  const { lookedAtMs, banUntilMs: banned = null } = before;
  const verdict = await quickLook('No look for too long: what is online?').judgeAct({ lookedAtMs, banUntilMs: banned });
  if (verdict.kind === 'prevented') {
    const { why, retryMs, banUntilMs } = verdict;
    const sinceMs = before.sinceMs ?? Date.now();
    move(watchdog, { kind: 'prevented', lookedAtMs, why, sinceMs, banUntilMs });
    if (before.sinceMs === undefined) tell(watchdog, { kind: 'prevented', ads: 0, lookedAtMs, sinceMs });
    await sleep(Math.min(longestWaitMs, retryMs), { summary: summaryText(`Prevented: ${why}`) });
    return;
  }
  if (verdict.kind !== 'act' || !(await isMarked(lookedAtMs))) return move(watchdog, { kind: 'watching' });
  const { adNumbers } = verdict;
  move(watchdog, {
    kind: 'acting',
    lookedAtMs,
    sinceMs: Date.now(),
    taken: adNumbers,
    left: adNumbers,
    banUntilMs: null,
  });
}

/**
 * Sets the mark, within seconds of the question, unless the desk looks again. One that was never begun was not set; where
 * nothing is known of it, it may be, and then the ads must not stand online at prices that no one may move.
 */
async function isMarked(lookedAtMs: number): Promise<boolean> {
  try {
    const marks = mark('Engaging the kill switch ads, before the ads go offline');
    return (await marks.setMark({ lookedAtMs })).kind === 'marked';
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    return !hasNotBegun(error);
  }
}

type Acting = Extract<WatchdogState, { kind: 'acting' }>;

async function act(watchdog: Watchdog, state: Acting): Promise<void> {
  const { lookedAtMs, taken, sinceMs, banUntilMs: banned } = state;
  const outcome = await writer(`Taking ${taken.length} ads offline`).takeAllOffline({
    adNumbers: taken,
    banUntilMs: banned,
  });
  if (outcome.kind === 'reopened') return move(watchdog, { kind: 'watching' });
  const { left, why, retryMs, banUntilMs } = outcome;
  if (why === null) {
    const atMs = Date.now();
    watchdog.run.remember({ lastAct: { atMs, ads: taken.length } });
    move(watchdog, { kind: 'acted', lookedAtMs, atMs, taken });
    tell(watchdog, { kind: 'offline', ads: taken.length, lookedAtMs, sinceMs });
    return;
  }
  move(watchdog, { ...state, left, banUntilMs });
  if (watchdog.telling === null) tell(watchdog, { kind: 'left', ads: left.length, lookedAtMs, sinceMs });
  await sleep(Math.min(longestWaitMs, retryMs), { summary: summaryText(`Not confirmed: ${why}`) });
}

/** Nothing comes back by itself: the watch begins again when a person has opened the switch. */
async function waitForPerson(watchdog: Watchdog): Promise<void> {
  await longLook('The ads are offline: waiting until a person opens the switch').awaitOpenSwitch();
  watchdog.telling?.cancel();
  watchdog.telling = null;
  move(watchdog, { kind: 'watching' });
}

function move({ run }: Watchdog, state: WatchdogState): void {
  run.change({ state });
  run.present();
}

/** Sends a message in the background, until it has arrived or a newer one replaces it. */
function tell(watchdog: Watchdog, input: TellActInput): void {
  watchdog.telling?.cancel();
  const scope = new CancellationScope({ cancellable: true });
  watchdog.telling = scope;
  scope.run(() => reporter(`Notifying the merchant: ${input.kind}`).tellAct(input)).catch(ignoreFailure);
}

/** The process that sends the message has logged every failed try. */
function ignoreFailure(): void {
  return undefined;
}

/** An activity that was ended from outside, or that no worker took: looked at again. */
async function restAfterFailure(error: unknown): Promise<void> {
  if (!(error instanceof ActivityFailure)) throw error;
  await sleep(restMs, { summary: 'Before the watchdog looks again' });
}
