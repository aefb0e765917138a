/** A word that takes something of an order back, where no worker answers: the register keeps it, and Temporal as a signal. */
import { WorkflowNotFoundError } from '@temporalio/client';
import type { OrderControl, OrderTakeBack } from '../../client/index.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { isAway, keptAlone, type Away } from '../register/alone.ts';
import { withFoundRegister, writtenHere, type FoundRegister } from '../register/found-register.ts';
import { keepingCode, keepingText, leftBefore, type Keeping } from '../register/keeping.ts';
import type { TemporalSession } from '../session/temporal-session.ts';

/** What became of it. */
interface Kept {
  readonly line: string;
  readonly exitCode: ExitCode;
}

interface WordCall {
  readonly context: CommandContext;
  readonly word: OrderTakeBack;
  /** As the answer says it: "hold by ana". */
  readonly said: string;
}

/** For the signal that leaves a command behind. */
const keepLimitMs = 5_000;

interface ServedOrder {
  readonly session: TemporalSession;
  readonly number: string;
  readonly control: OrderControl;
}

/** The server keeps a signal even when no worker runs, and a worker processes it before anything else. */
export async function keepWord(
  { context, word, said }: WordCall,
  { session, number, control }: ServedOrder,
  exitCode: ExitCode,
): Promise<Kept> {
  const where = await withFoundRegister(context, session, (found) => keepHere(found, number, word));
  try {
    // The command's own time may be over.
    await session.client.withDeadline(Date.now() + keepLimitMs, () => control.sendTakeBack(word));
  } catch (failure) {
    if (isAway(failure)) return await keepAlone({ context, word, said }, number, { account: session.account, failure });
    if (!where.isKept || !(failure instanceof WorkflowNotFoundError)) throw failure;
    const line = `order ${number}: no workflow carries it: is its number right? ${said} is kept in the register for when one does`;
    return { exitCode: ExitCode.NOT_FOUND, line };
  }
  const head = exitCode === ExitCode.OK ? '' : 'no answer in time; ';
  const line = `order ${number}: ${head}${said} is kept: it will be carried out as soon as a worker runs${keepingText(where)}`;
  return { line, exitCode: exitCode === ExitCode.OK ? keepingCode(where) : exitCode };
}

/** The same without Temporal. */
export async function keepAlone({ context, word, said }: WordCall, number: string, away: Away): Promise<Kept> {
  const keeping = await keptAlone(context, away, {
    write: (found) => writeWord(found, number, word),
    steps: ownSteps,
    orderNumber: number,
    unaware: 'the order’s workflow',
  });
  return { line: `order ${number}: ${said}${keepingText(keeping)}`, exitCode: keepingCode(keeping) };
}

const ownSteps = ['mark-paid', 'release', 'cancel'] as const;

/** In the register it counts at once: no call can be armed from then on. */
async function keepHere(before: FoundRegister, number: string, word: OrderTakeBack): Promise<Keeping> {
  const { keeper, why } = await writeWord(before, number, word);
  if (keeper === null) return { isKept: false, text: `not yet kept outside Temporal: ${why}`, mayHaveLeft: [] };
  const mayHaveLeft = await leftBefore(keeper, ownSteps, number);
  return { isKept: true, text: 'it counts in the register now', mayHaveLeft };
}

const writeWord = (found: FoundRegister, number: string, word: OrderTakeBack): Promise<FoundRegister> =>
  writtenHere(found, (keeper) => keeper.takeBack(number, word));
