/** What a person takes back of an order is kept outside Temporal: no reset and no replaced run brings it back. */
import { ActivityFailure, CancellationScope, condition, sleep } from '@temporalio/workflow';
import type { TakeBackResult } from '../../activities/order/words-contract.ts';
import type { OrderTrouble } from '../../domain/orders/order-wait.ts';
import type { MarkRefusal } from '../../domain/refusals/order-refusal.ts';
import type { OrderStand } from '../../domain/register/order-stand.ts';
import { unknownPersonNote } from '../../words/people/people-words.ts';
import type { OrderMemory, ParsedOrderInput, TakeBackWord } from '../contract/order-contract.ts';
import type { UnholdWord } from '../contract/order-messages.ts';
import { reads } from '../kit/activity-proxies.ts';
import { refuse } from '../kit/command.ts';
import { failureText } from '../kit/failure-facts.ts';
import type { Run } from '../kit/run.ts';
import type { TroubleWatch } from '../kit/trouble.ts';

/**
 * An order in the register. It changes what is to be kept there, the mark, the hold and the open call that the register
 * knows, and what a kept word decides: whether sending is stopped, who has stopped the order, and the next mode.
 */
export interface OrderRegister {
  /**
   * Keeps words in the register, one after the other, however long that takes: those that the run before could not keep
   * first. A run that ends before leaves them to the next one.
   */
  startKeeping(): void;
  /**
   * Takes something back, and resolves once that is kept; until then the order's page says that it is not. A word takes the
   * place of one of its kind that is being kept: nothing was allowed in between.
   */
  takeBack(word: TakeBackWord): Promise<void>;
  /** Lifts a hold in the register first: one that is engaged there holds, whatever stands here. */
  liftHold(word: UnholdWord): Promise<void>;
  /** Has a hold that this workflow has engaged by itself kept, too. */
  keepHold(): void;
  /**
   * Applies what the register says of the order. A hold that it keeps holds here, too; one that was given here is being
   * kept. Without an answer the last one stands, and a human is asked.
   */
  noteStand(stand: OrderStand | null): void;
}

interface RegisterParts {
  readonly input: ParsedOrderInput;
  readonly run: Run<OrderMemory>;
  readonly troubles: TroubleWatch<OrderTrouble>;
}

/** Creates what an order asks of the register, over what its run remembers. */
export function createOrderRegister(parts: RegisterParts): OrderRegister {
  const { run } = parts;
  return {
    startKeeping: () => {
      void CancellationScope.nonCancellable(async () => {
        for (;;) {
          await condition(() => run.memory.unkept.length > 0);
          const [word] = run.memory.unkept;
          if (word !== undefined) await keep(parts, word);
        }
      });
    },
    takeBack: async (word) => {
      const isOfKind = ({ what }: TakeBackWord): boolean => what === word.what;
      const { unkept } = run.memory;
      run.change({
        unkept: unkept.some(isOfKind) ? unkept.map((one) => (isOfKind(one) ? word : one)) : [...unkept, word],
      });
      run.present();
      await CancellationScope.nonCancellable(() => condition(() => !run.memory.unkept.some(isOfKind)));
    },
    liftHold: (word) => liftHold(parts, word),
    keepHold: () => run.remember({ unkept: withHold(run.memory) }),
    noteStand: (stand) => noteStand(parts, stand),
  };
}

const keepingTrouble = 'keeping';
/** After a failure that no retry heals. */
const keepAgainMs = 60_000;

/** Never rejects: no one would hear of it, and the task of the workflow would fail again and again. */
async function keep(parts: RegisterParts, word: TakeBackWord): Promise<void> {
  const { what, by, note } = word;
  const { troubles } = parts;
  const { orderNumber } = parts.input;
  troubles.note(keepingTrouble, { code: 'unkept', by, taken: what, failure: null });
  try {
    const work = reads('Keeping what was taken back outside Temporal');
    noteKept(parts, await work.takeBack({ orderNumber, what, by, note }));
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    troubles.noteUrgent(keepingTrouble, { code: 'unkept', by, taken: what, failure: failureText(error) });
    await sleep(keepAgainMs, { summary: 'Keeping what was taken back, again' });
  }
}

/** Words are kept in their order, so it is the first one. */
function noteKept(parts: RegisterParts, kept: TakeBackResult): void {
  const { run, troubles, input } = parts;
  const [word, ...unkept] = run.memory.unkept;
  if (word === undefined) return;
  troubles.clear(keepingTrouble);
  run.remember({ unkept });
  noteStand(parts, kept);
  if (word.what === 'hold') run.remember({ sendingIsStopped: kept.open === null });
  if (word.what === 'stop') run.remember({ stoppedBy: word.by });
  if (word.what === 'mode') run.remember({ nextMode: word.mode === input.mode ? null : word.mode });
  // Whatever waits goes on by what is known now.
  run.change({});
}

async function liftHold({ input, run }: RegisterParts, word: UnholdWord): Promise<void> {
  const { by, generation, epoch, signed = null } = word;
  const { orderNumber } = input;
  const why = await CancellationScope.nonCancellable(() =>
    reads('Lifting the hold').liftHold({ orderNumber, by, generation, epoch, signed }),
  );
  // Refused, because it is held no longer or again: what is shown here is not as it is there. What was taken back while it was
  // being lifted holds.
  const isLifted = why === null && markRefusal(run.memory, word) === null;
  run.change({ ...(isLifted ? { held: null, sendingIsStopped: false } : {}), stale: true });
  refuse(why);
}

/** The place of the trouble of a register that does not answer. */
export const registerTrouble = 'register';

function noteStand({ run, troubles }: RegisterParts, stand: OrderStand | null): void {
  if (stand === null) return troubles.noteUrgent(registerTrouble, { code: 'register' });
  troubles.clear(registerTrouble);
  const { generation, epoch, held, open } = stand;
  const { mark } = run.memory;
  const isOther = mark !== null && mark.generation !== generation;
  // Answers overtake each other: an older one must not undo what was taken back since.
  if (mark !== null && !isOther && epoch < mark.epoch) return;
  const unkept = isOther && held === null ? withHold(run.memory) : run.memory.unkept;
  run.remember({ mark: { generation, epoch }, open, unkept, held: heldNow({ ...run.memory, unkept }, held) });
}

/** What is being kept holds already, and so does an order whose person is not known, which the register does not hold. */
function heldNow({ held: here, unkept }: OrderMemory, there: OrderStand['held']): OrderMemory['held'] {
  if (isUnknownHold({ held: here })) return there ?? here;
  return unkept.length === 0 ? there : (here ?? there);
}

/** A register that is an older copy, or a new one, has forgotten the hold of this order: it is kept once more. */
function withHold(memory: OrderMemory): TakeBackWord[] {
  const { held, unkept } = memory;
  if (held === null || isUnknownHold(memory) || unkept.some(({ what }) => what === 'hold')) return unkept;
  return [...unkept, { what: 'hold', ...held, mode: null }];
}

/** Whether it is held by nothing but a read that is still to come. */
export const isUnknownHold = ({ held }: Pick<OrderMemory, 'held'>): boolean => held?.note === unknownPersonNote;

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
