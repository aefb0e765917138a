import { WorkflowNotFoundError } from '@temporalio/client';
import PQueue from 'p-queue';
import {
  CommandTimeoutError,
  orderControl,
  type OrderControl,
  type OrderStart,
  type OrderView,
  type OrderTakeBack,
} from '../../client/index.ts';
import { misuse } from '../kit/cli-failure.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { CommandCall } from '../kit/command-spec.ts';
import { ExitCode, worstOf } from '../kit/exit-code.ts';
import { describeFailure } from '../session/failure-report.ts';
import { numberIdValue, readArgument } from '../kit/option-values.ts';
import { isAway, unlessAway, type Away } from '../register/alone.ts';
import { ask, inFreshTime, isServed, type SessionWish, type TemporalSession } from '../session/temporal-session.ts';
import { keepAlone, keepWord } from './keep-order-word.ts';
import { notSent } from './not-sent.ts';
import { orderAnswer, type OrderVerb } from './order-answers.ts';
import { startWaiting, uncarriedFailure } from './uncarried-order.ts';

interface OrdersCall {
  call: CommandCall;
  context: CommandContext;
  options: SessionWish & { json: boolean };
  verb: OrderVerb;
  /** Who acts, as the answer names him. */
  by: string;
  /** What counts without a worker, and without Temporal. Absent: nothing is sent then. */
  kept?: OrderTakeBack;
  /** Orders follow one another: each is asked about, or is a step that no one should hurry. */
  oneByOne?: boolean;
  /** Starts the workflow of an order that waits to be taken in with the command. Absent: it has to wait. */
  ahead?: (session: TemporalSession, start: OrderStart) => Promise<boolean>;
}

type OrderCommand = (control: OrderControl, session: TemporalSession, number: string) => Promise<OrderView>;

interface Outcome {
  orderNumber: string;
  exitCode: ExitCode;
  line: string;
  /** Null: the order did not answer. */
  view: OrderView | null;
}

const commandsAtOnce = 10;
const maxNumbers = 100;

/**
 * Sends a command to each named order and prints its state. With several orders a failure does not stop the others, and
 * the exit code is the worst.
 */
export async function commandOrders(orders: OrdersCall, command: OrderCommand): Promise<ExitCode> {
  const { call, context, options, oneByOne = false, kept: word } = orders;
  const numbers = orderNumbers(call);
  const each = async (run: (number: string) => Promise<Outcome>): Promise<ExitCode> => {
    const [only] = numbers;
    if (numbers.length === 1 && only !== undefined) return printOne(orders, await run(only));
    const runSafely = (number: string) => run(number).catch((error: unknown) => failure(context, number, error));
    if (oneByOne) return await runOneByOne(orders, numbers, runSafely);
    const queue = new PQueue({ concurrency: commandsAtOnce });
    return printAll(orders, await Promise.all(numbers.map((number) => queue.add(() => runSafely(number)))));
  };
  return await unlessAway(context, options, {
    here: (session) => each((number) => commandOne(orders, orderOf(session, number), command)),
    alone: (away) => {
      if (word === undefined) throw notSent(away.failure, 'not sent') ?? away.failure;
      return each((number) => aloneOne(orders, { number, word }, away));
    },
  });
}

/** Without Temporal the register keeps what takes back, and nothing else is sent. */
async function aloneOne(
  { verb, by, context }: OrdersCall,
  { number, word }: { number: string; word: OrderTakeBack },
  away: Away,
): Promise<Outcome> {
  const alone = await keepAlone({ context, word, said: `${verb} by ${by}` }, number, away);
  return { orderNumber: number, view: null, ...alone };
}

/** Says where it is before each order, and how each ended as soon as that is known. A person who ends it ends the rest. */
async function runOneByOne(
  orders: OrdersCall,
  numbers: readonly string[],
  run: (number: string) => Promise<Outcome>,
): Promise<ExitCode> {
  const { context, options } = orders;
  const outcomes: Outcome[] = [];
  for (const [index, number] of numbers.entries()) {
    note(context, `${index + 1} of ${numbers.length}: order ${number}`);
    const outcome = await run(number);
    outcomes.push(outcome);
    if (!options.json) print(context, { json: false, data: null, text: () => outcome.line });
    if (outcome.exitCode === ExitCode.INTERRUPTED) break;
  }
  if (options.json) print(context, { json: true, data: outcomes, text: () => '' });
  return worstOf(outcomes.map(({ exitCode }) => exitCode));
}

/** Returns the orders that a command names. Throws a failure for a wrong number, one that is named twice, too many. */
export function orderNumbers(call: CommandCall): string[] {
  const numbers = call.args.map((_, index) => readArgument(numberIdValue, call, { index, name: 'the order' }));
  if (new Set(numbers).size !== numbers.length) throw misuse('an order is named twice');
  if (numbers.length > maxNumbers) throw misuse(`at most ${maxNumbers} orders at once`);
  return numbers;
}

function printOne(
  { context, options: { json } }: OrdersCall,
  { view, line, exitCode, orderNumber }: Outcome,
): ExitCode {
  print(context, { json, data: view ?? { orderNumber, kept: true, message: line }, text: () => line });
  return exitCode;
}

function printAll({ context, options: { json } }: OrdersCall, outcomes: Outcome[]): ExitCode {
  print(context, { json, data: outcomes, text: () => outcomes.map(({ line }) => line).join('\n') });
  return worstOf(outcomes.map(({ exitCode }) => exitCode));
}

async function failure(context: CommandContext, orderNumber: string, error: unknown): Promise<Outcome> {
  const { exitCode, line } = await describeFailure(error, context.env);
  return {
    orderNumber,
    exitCode,
    line: line.includes(orderNumber) ? line : `order ${orderNumber}: ${line}`,
    view: null,
  };
}

interface Order {
  session: TemporalSession;
  number: string;
  control: OrderControl;
}

function orderOf(session: TemporalSession, number: string): Order {
  const { client, account, timeoutMs } = session;
  return { session, number, control: orderControl(client, account, number).within(timeoutMs) };
}

/** Each order has the whole time: those before it, and a person who was asked, have used none of it. */
async function commandOne(orders: OrdersCall, order: Order, command: OrderCommand): Promise<Outcome> {
  const { session } = order;
  const { kept } = orders;
  try {
    return await inFreshTime(session, () => commandServed(orders, order, command));
  } catch (error) {
    if (error instanceof CommandTimeoutError && kept !== undefined)
      return await keep(orders, { order, word: kept, exitCode: ExitCode.TIMEOUT });
    if (kept !== undefined && isAway(error))
      return await aloneOne(orders, { number: order.number, word: kept }, { account: session.account, failure: error });
    if (error instanceof WorkflowNotFoundError)
      return await inFreshTime(session, () => commandUncarried(orders, order, error));
    throw notSent(error, `order ${order.number}: not sent`) ?? error;
  }
}

async function commandServed(orders: OrdersCall, order: Order, command: OrderCommand): Promise<Outcome> {
  const { session, number, control } = order;
  const { kept, verb, by } = orders;
  if (kept !== undefined && !(await isServed(session)))
    return await keep(orders, { order, word: kept, exitCode: ExitCode.OK });
  const view = await ask(session, control.workflowId, () => command(control, session, number));
  return { orderNumber: number, view, ...orderAnswer(verb, by, view) };
}

/** The order has ended, or no workflow carries it yet: then the command takes it up, or says what it waits for. */
async function commandUncarried(orders: OrdersCall, order: Order, error: WorkflowNotFoundError): Promise<Outcome> {
  const { verb, by, ahead } = orders;
  const { session, number: orderNumber } = order;
  const why = ahead === undefined ? null : await startWaiting(session, orderNumber, ahead);
  if (why === null) throw await uncarriedFailure(session, orderNumber, error);
  const line = `order ${orderNumber}: ${verb} by ${by} noted; ${why}: nothing is paid or released until unhold`;
  return { orderNumber, exitCode: ExitCode.OK, line, view: null };
}

async function keep(
  { verb, by, context }: OrdersCall,
  { order, word, exitCode }: { order: Order; word: OrderTakeBack; exitCode: ExitCode },
): Promise<Outcome> {
  const kept = await keepWord({ context, word, said: `${verb} by ${by}` }, order, exitCode);
  return { orderNumber: order.number, view: null, ...kept };
}
