import { emptyGuardMemory } from '../../domain/guard/guard-memory.ts';
import { inheritMemory } from '../../domain/guard/inherited-memory.ts';
import { guardInputSchema, type GuardInput, type GuardRunMemory } from '../contract/guard-contract.ts';
import { noRefusedMessages } from '../contract/message.ts';
import { reads, repeatableWrites } from '../kit/activity-proxies.ts';
import { keptThroughCancel, parseInput } from '../kit/input.ts';
import { beginNewRun, isNewRunDue } from '../kit/new-run.ts';
import { createRun, type Run } from '../kit/run.ts';
import { changeWithin } from '../kit/wait.ts';
import { registerGuardMessages } from './guard-messages.ts';
import { guardPage } from './guard-page.ts';

/**
 * Keeps what must outlive everything else of an account: kill switches, used payment proofs, one-time-code steps,
 * released sums, release rules, block list. The first to need it starts it, and it never ends; `permit` is the last
 * check before a money call leaves, and no answer means no permission (design 6).
 */
export async function guard(rawInput: GuardInput): Promise<never> {
  const input = parseInput(guardInputSchema, rawInput);
  const run = createRun<GuardRunMemory>({ ...freshMemory(input), ...input.memory }, guardPage(input.account));
  registerGuardMessages(run, input.account);
  await keptThroughCancel(
    () => keep(run),
    () => undefined,
  );
  return beginNewRun<typeof guard>({ account: input.account, memory: run.memory });
}

function freshMemory(input: GuardInput): GuardRunMemory {
  return { ...emptyGuardMemory, refused: noRefusedMessages, after: input.after ?? null, wakes: false, sweeps: false };
}

/** Until the history is long: takes an ended run's memory over, wakes orders, and waits for the next message. */
async function keep(run: Run<GuardRunMemory>): Promise<void> {
  while (!isNewRunDue()) {
    const { revision, memory } = run;
    if (memory.after !== null) await takeOver(run, memory.after);
    else if (memory.sweeps) await takeAdsOff(run);
    else if (memory.wakes) await wakeOrders(run);
    else await changeWithin(run, { revision, ms: null, summary: '' });
  }
  run.settle(Number.MAX_SAFE_INTEGER);
}

/** The memory of the ended run counts beneath anything engaged since; it may itself have had an ended run before it. */
async function takeOver(run: Run<GuardRunMemory>, runId: string): Promise<void> {
  const former = await reads('Taking over what the ended guard kept').readEndedGuard({ runId });
  run.change({ ...inheritMemory(run.memory, former), after: former.after });
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
  await repeatableWrites('Waking the orders that waited for the switch').wakeOrders().catch(ignoreFailure);
}

function ignoreFailure(): void {
  return undefined;
}
