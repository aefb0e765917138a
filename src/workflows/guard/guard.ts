import { inheritMemory } from '../../domain/guard/inherited-memory.ts';
import {
  emptyGuardRunMemory,
  guardInputSchema,
  type GuardInput,
  type GuardRunMemory,
} from '../contract/guard-contract.ts';
import { reads, repeatableWrites } from '../kit/activity-proxies.ts';
import { keptThroughCancel, parseInput } from '../kit/input.ts';
import { beginNewRun, isNewRunDue, resetIdOf } from '../kit/new-run.ts';
import { createRun, type Run } from '../kit/run.ts';
import { changeWithin } from '../kit/wait.ts';
import { registerGuardMessages } from './guard-messages.ts';
import { guardPage } from './guard-page.ts';

/**
 * Keeps switches, release rules, blocked counterparties and published names where they can be changed without a worker,
 * and permits each claimed money call once. The first to need it starts it, and it never ends; no answer means no
 * permission. What money has done is in the register: a guard that knows less permits nothing (design 6).
 */
export async function guard(rawInput: GuardInput): Promise<never> {
  const input = parseInput(guardInputSchema, rawInput);
  const resetId = resetIdOf(input.memory?.resetId ?? null);
  const run = createRun<GuardRunMemory>({ ...freshMemory(input), ...input.memory, resetId }, guardPage(input.account));
  registerGuardMessages(run, input.account);
  await keptThroughCancel(run, () => keep(run));
  return beginNewRun<typeof guard>({ account: input.account, memory: run.memory });
}

function freshMemory(input: GuardInput): GuardRunMemory {
  const { after = null } = input;
  return { ...emptyGuardRunMemory, after };
}

/** Until the history is long: takes an ended run's memory over, does what is open, and waits for the next message. */
async function keep(run: Run<GuardRunMemory>): Promise<void> {
  while (!isNewRunDue()) {
    const { revision, memory } = run;
    const open = openWork(memory);
    if (memory.after !== null) await takeOver(run, memory.after);
    else if (open.length === 0) await changeWithin(run, { revision, ms: null, summary: '' });
    else await Promise.all(open.map((work) => work(run)));
  }
}

/** Side by side: a register that is silent keeps no ad on the market, and no order asleep. */
function openWork(memory: GuardRunMemory): ((run: Run<GuardRunMemory>) => Promise<void>)[] {
  return [
    ...(memory.words === memory.keptWords ? [] : [keepWords]),
    ...(memory.sweeps ? [takeAdsOff] : []),
    ...(memory.wakes ? [wakeOrders] : []),
  ];
}

/**
 * The memory of the ended run counts beneath anything engaged since; it may itself have had an ended run before it. What it
 * had not done is done now: its words are kept, its ads are notified, its orders are woken.
 */
async function takeOver(run: Run<GuardRunMemory>, runId: string): Promise<void> {
  const former = await reads('Taking over what the ended guard kept').readEndedGuard({ runId });
  const { memory } = run;
  run.change({
    ...inheritMemory(memory, former),
    words: memory.words + (former.words === former.keptWords ? 0 : 1),
    sweeps: memory.sweeps || former.sweeps,
    wakes: memory.wakes || former.wakes,
    after: former.after,
  });
}

const keepAgainMs = 5_000;

/** Until the register has its words no money call leaves: what is in Temporal alone can be rolled back. */
async function keepWords(run: Run<GuardRunMemory>): Promise<void> {
  const { revision } = run;
  const work = repeatableWrites('Keeping what the guard received outside Temporal').keepGuardWords(undefined);
  const kept = await work.catch(() => null);
  if (kept !== null)
    return run.remember({ keptWords: Math.min(kept.words, run.memory.words), mayHaveLeft: kept.mayHaveLeft });
  await changeWithin(run, { revision, ms: keepAgainMs, summary: 'Keeping what the guard received, again' });
}

const sweepAgainMs = 10_000;

/**
 * Every ad gets the signal, also a paused one, which looks at nothing; it then takes itself off the market and stays
 * there. It is repeated until all have received it, or the switch is lifted.
 */
async function takeAdsOff(run: Run<GuardRunMemory>): Promise<void> {
  const { revision, memory } = run;
  const thrown = memory.switches.ads;
  if (thrown === null) return run.remember({ sweeps: false });
  const work = repeatableWrites('Taking every ad off the market').takeAdsOff(thrown);
  const isTold = await work.then(
    () => true,
    () => false,
  );
  if (run.revision !== revision) return;
  if (isTold) run.remember({ sweeps: false });
  else await changeWithin(run, { revision, ms: sweepAgainMs, summary: 'Notifying the ads of the kill switch again' });
}

/** Orders wait for a switch without polling; those that cannot be woken look again by themselves within the hour. */
async function wakeOrders(run: Run<GuardRunMemory>): Promise<void> {
  run.remember({ wakes: false });
  await repeatableWrites('Waking the orders that waited for a switch or the block list')
    .wakeOrders()
    .catch(ignoreFailure);
}

function ignoreFailure(): void {
  return undefined;
}
