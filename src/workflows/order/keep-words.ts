/** What a person takes back of an order is kept outside Temporal: no reset and no replaced run brings it back. */
import { ActivityFailure, CancellationScope, condition, sleep } from '@temporalio/workflow';
import type { TakeBackResult } from '../../activities/order/words-contract.ts';
import type { MarkRefusal } from '../../domain/refusals/order-refusal.ts';
import type { OrderMemory, TakeBackWord } from '../contract/order-contract.ts';
import type { UnholdWord } from '../contract/order-messages.ts';
import { reads } from '../kit/activity-proxies.ts';
import { refuse } from '../kit/command.ts';
import { failureText } from '../kit/failure-facts.ts';
import { noteStand } from './order-reading.ts';
import type { OrderRun } from './order-run.ts';

/**
 * Keeps words in the register, one after the other, however long that takes: those that the run before could not keep
 * first. A run that ends before leaves them to the next one.
 */
export function startKeeping(order: OrderRun): void {
  void CancellationScope.nonCancellable(async () => {
    for (;;) {
      await condition(() => order.run.memory.unkept.length > 0);
      const [word] = order.run.memory.unkept;
      if (word !== undefined) await keep(order, word);
    }
  });
}

const keepingTrouble = 'keeping';
/** After a failure that no retry heals. */
const keepAgainMs = 60_000;

/** Never rejects: no one would hear of it, and the task of the workflow would fail again and again. */
async function keep(order: OrderRun, word: TakeBackWord): Promise<void> {
  const { what, by, note } = word;
  const { orderNumber } = order.input;
  order.troubles.note(keepingTrouble, { code: 'unkept', by, taken: what, failure: null });
  try {
    const work = reads('Keeping what was taken back outside Temporal');
    noteKept(order, await work.takeBack({ orderNumber, what, by, note }));
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    order.troubles.noteUrgent(keepingTrouble, { code: 'unkept', by, taken: what, failure: failureText(error) });
    await sleep(keepAgainMs, { summary: 'Keeping what was taken back, again' });
  }
}

/** Words are kept in their order, so it is the first one. */
function noteKept(order: OrderRun, kept: TakeBackResult): void {
  const { run, troubles, input } = order;
  const [word, ...unkept] = run.memory.unkept;
  if (word === undefined) return;
  troubles.clear(keepingTrouble);
  run.remember({ unkept });
  noteStand(order, kept);
  if (word.what === 'hold') run.remember({ sendingIsStopped: kept.open === null });
  if (word.what === 'stop') run.remember({ stoppedBy: word.by });
  if (word.what === 'mode') run.remember({ nextMode: word.mode === input.mode ? null : word.mode });
  // Whatever waits goes on by what is known now.
  run.change({});
}

/**
 * Takes something back, and resolves once that is kept; until then the order's page says that it is not. A word takes the
 * place of one of its kind that is being kept: nothing was allowed in between.
 */
export async function keepTakenBack({ run }: OrderRun, word: TakeBackWord): Promise<void> {
  const isOfKind = ({ what }: TakeBackWord): boolean => what === word.what;
  const { unkept } = run.memory;
  run.change({
    unkept: unkept.some(isOfKind) ? unkept.map((one) => (isOfKind(one) ? word : one)) : [...unkept, word],
  });
  run.present();
  await CancellationScope.nonCancellable(() => condition(() => !run.memory.unkept.some(isOfKind)));
}

/** Lifts a hold in the register first: one that is engaged there holds, whatever stands here. */
export async function liftHold(order: OrderRun, word: UnholdWord): Promise<void> {
  const { by, generation, epoch, signed = null } = word;
  const { orderNumber } = order.input;
  const why = await CancellationScope.nonCancellable(() =>
    reads('Lifting the hold').liftHold({ orderNumber, by, generation, epoch, signed }),
  );
  // Refused, because it is held no longer or again: what is shown here is not as it is there. What was taken back while it was
  // being lifted holds.
  const isLifted = why === null && markRefusal(order.run.memory, word) === null;
  order.run.change({ ...(isLifted ? { held: null, sendingIsStopped: false } : {}), stale: true });
  refuse(why);
}

/** Returns why a word that allows something does not count, or null: its giver must have seen the order as it is. */
export function markRefusal(
  { mark, unkept }: OrderMemory,
  seen: { generation: string; epoch: number },
): MarkRefusal | null {
  if (mark === null) return { code: 'register-unheard' };
  if (unkept.length > 0) return { code: 'unkept' };
  const isSame = mark.generation === seen.generation && mark.epoch === seen.epoch;
  return isSame ? null : { code: 'taken-back-since' };
}

/** Whether a word that allowed something still counts. */
export function counts(memory: OrderMemory, word: { generation: string; epoch: number } | null): boolean {
  return word !== null && markRefusal(memory, word) === null;
}
