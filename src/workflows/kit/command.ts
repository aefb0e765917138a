import {
  ApplicationFailure,
  CancellationScope,
  condition,
  log,
  setDefaultSignalHandler,
  setHandler,
} from '@temporalio/workflow';
import type { z } from 'zod';
import { refusalIn, refusedFailure, type Refusal } from '../../domain/refusals/refusal.ts';
import { refusalText } from '../../words/refusal-words.ts';
import { issuesText } from '../../domain/issue-text.ts';
import type { Command, Fact } from '../contract/message.ts';
import { lookAgainSignal, wakeSignal } from '../contract/registered-workflows.ts';
import { unreadableReason } from '../contract/unreadable.ts';
import { noteRefused } from './refused-messages.ts';
import type { Run } from './run.ts';
import type { KeptMemory } from '../contract/kept-memory.ts';

/** How long a command waits for the next look before it answers "noted, being checked". */
const lookBoundMs = 5_000;

const maxSender = 80;

/** How a workflow handles a command. */
export interface CommandHandling<Arg, View> {
  /** The reason to refuse it now, or null. */
  refusal?: (arg: Arg) => Refusal | null;
  apply: (arg: Arg) => void;
  /** What is done after it, and awaited before the answer for as long as people wait; it goes on when that takes longer. */
  after?: (arg: Arg) => Promise<void>;
  /** Returns the answer; `settled` is false when the requested look is still under way. */
  answer: (settled: boolean) => View;
}

/**
 * Registers a command: an update whose validator refuses wrong input, and its signal twin for `temporal workflow
 * signal`. A malformed signal is counted and shown, and changes nothing; no handler throws an error that would stop the
 * workflow. `run` of null: a message of a workflow without memory.
 */
export function accept<Arg, View>(
  run: Run<KeptMemory>,
  command: Command<Arg, View>,
  handling: CommandHandling<Arg, View>,
): void {
  const { description, name } = command;
  const taken = async (arg: Arg): Promise<void> => {
    if (!takeSignal(run, name, () => signalled(command, handling, arg)) || handling.after === undefined) return;
    await inTime(handling.after(parsed(command, arg))).catch((error: unknown) =>
      noteRefused(run, name, refusalOfError(error)),
    );
  };
  setHandler(command.signal, taken, { description });
  setHandler(
    command.update,
    async (arg: Arg): Promise<View> => {
      const word = parsed(command, arg);
      handling.apply(word);
      logCommand(command, arg, 'update');
      const isDone = handling.after === undefined || (await inTime(handling.after(word)));
      return handling.answer(isDone && (await settled(run)));
    },
    { description, validator: (arg: Arg) => refuse(loudly(command, arg, refusalOf(command, handling, arg))) },
  );
}

/** Registers a fact: a signal that reports and is refused only for its form, never for its contents. */
export function acceptFact<Arg>(run: Run<KeptMemory>, fact: Fact<Arg>, take: (arg: Arg) => void): void {
  const { description, name, schema } = fact;
  const handler = (arg: Arg): void =>
    void takeSignal(run, name, () => {
      const read = schema.safeParse(arg);
      if (!read.success) return misformed(arg, read.error);
      take(read.data);
      return null;
    });
  setHandler(fact.signal, handler, { description });
}

/** A signal with an unknown name is counted and shown, too; the one that asks for a look ends any wait. */
export function acceptUnknownSignals(run: Run<KeptMemory>): void {
  setDefaultSignalHandler((name) => {
    if (name === lookAgainSignal) run.change({});
    else if (name !== wakeSignal) noteRefused(run, name, { code: 'no-such-signal' });
  });
}

/** Throws what the caller of an update sees, if there is a reason: the words for people, the code for programs. */
export function refuse(refusal: Refusal | null): void {
  if (refusal !== null) throw refusedBy(refusal);
}

/** Returns the failure of an update that is refused. */
export function refusedBy(refusal: Refusal): ApplicationFailure {
  return ApplicationFailure.nonRetryable(refusalText(refusal), refusedFailure, refusal);
}

/** Throws where an update's argument has another form than its schema. */
export function refuseMisformed(schema: z.ZodType, arg: unknown): void {
  const read = schema.safeParse(arg);
  if (!read.success) refuse(misformed(arg, read.error));
}

function misformed(arg: unknown, error: z.ZodError): Refusal {
  const reason = unreadableReason(arg);
  return reason === null ? { code: 'malformed', issues: issuesText(error) } : { code: 'unreadable', reason };
}

function refusalOf<Arg, View>(
  { schema }: Command<Arg, View>,
  { refusal }: CommandHandling<Arg, View>,
  arg: unknown,
): Refusal | null {
  const read = schema.safeParse(arg);
  if (!read.success) return misformed(arg, read.error);
  return refusal?.(read.data) ?? null;
}

function parsed<Arg, View>({ schema }: Command<Arg, View>, arg: unknown): Arg {
  const read = schema.safeParse(arg);
  if (read.success) return read.data;
  // The validator accepted it, so this is unreachable; a plain error would stop the workflow.
  throw refusedBy(misformed(arg, read.error));
}

function signalled<Arg, View>(
  command: Command<Arg, View>,
  handling: CommandHandling<Arg, View>,
  arg: Arg,
): Refusal | null {
  const refusal = refusalOf(command, handling, arg);
  if (refusal !== null) return refusal;
  handling.apply(parsed(command, arg));
  logCommand(command, arg, 'signal');
  return null;
}

/** One line of the worker's log for each command: a replay writes none. */
function logCommand(command: { name: string }, arg: unknown, via: 'update' | 'signal'): void {
  log.info('command carried out', { event: 'command', command: command.name, by: senderOf(arg), via });
}

/** The same for a refused one. Returns the refusal. */
function loudly(command: { name: string }, arg: unknown, refusal: Refusal | null): Refusal | null {
  if (refusal === null) return null;
  const [by, reason] = [senderOf(arg), refusalText(refusal)];
  log.warn('command refused', { event: 'command', command: command.name, by, via: 'update', reason });
  return refusal;
}

/** Who says that he acts; only the history knows who has really sent it. */
function senderOf(arg: unknown): string {
  const by: unknown = typeof arg === 'object' && arg !== null && 'by' in arg ? arg.by : null;
  return typeof by === 'string' ? by.slice(0, maxSender) : 'unknown';
}

/** Returns whether it was taken. */
function takeSignal(run: Run<KeptMemory>, name: string, take: () => Refusal | null): boolean {
  const refusal = attempted(take);
  if (refusal === null) return true;
  log.warn('signal refused', { event: 'command', signal: name, reason: refusalText(refusal) });
  noteRefused(run, name, refusal);
  return false;
}

/** An error in a handler would fail the workflow's task again and again: it becomes a refusal. */
function attempted(take: () => Refusal | null): Refusal | null {
  try {
    return take();
  } catch (error) {
    return refusalOfError(error);
  }
}

function refusalOfError(error: unknown): Refusal {
  const refusal = error instanceof ApplicationFailure ? refusalIn(error.details) : null;
  return refusal ?? { code: 'failed', message: error instanceof Error ? error.message : String(error) };
}

/**
 * How long an answer waits for what is done after a command: longer than a call that was armed before may take to leave.
 * With the look after it, it answers before its sender stops waiting.
 */
const afterBoundMs = 8_000;

/** Waits for the work, and no longer than people do; its failure is the command's. Returns whether it has ended. */
async function inTime(work: Promise<void>): Promise<boolean> {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  ended.catch(() => undefined);
  await CancellationScope.nonCancellable(() =>
    condition(() => isOver, afterBoundMs, { summary: 'A command waits to be kept' }),
  );
  if (isOver) await ended;
  return isOver;
}

/** Returns true once the main loop has looked since this command, false when that takes longer than the bound. */
async function settled(run: Run<KeptMemory>): Promise<boolean> {
  const { revision } = run;
  const isSettled = (): boolean => run.settledRevision >= revision;
  if (isSettled()) return true;
  // A workflow that was asked to cancel still answers its commands.
  return CancellationScope.nonCancellable(() =>
    condition(isSettled, lookBoundMs, { summary: 'A command waits for a look' }),
  );
}
