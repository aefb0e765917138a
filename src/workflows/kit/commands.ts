import { ApplicationFailure, log, setHandler } from '@temporalio/workflow';
import type { SignalDefinition, UpdateDefinition } from '@temporalio/common';

/** A command of an operator: an update that answers, and a signal twin of the same name for `temporal workflow signal`. */
export interface Command<Arg, View> {
  update: UpdateDefinition<View, [Arg]>;
  signal: SignalDefinition<[Arg]>;
  /** Stands in the Web UI beside the handler. */
  description: string;
  /** Gives the reason why the input is refused, or null. Synchronous: an asynchronous validator never refuses. */
  refusal: (arg: Arg) => string | null;
  apply: (arg: Arg) => void;
  view: () => View;
  /** A signal cannot answer: a refused one is told here, so that it does not vanish. */
  onRefusedSignal: (reason: string) => void;
}

/** Registers a command's update (with its validator) and its signal twin. */
export function registerCommand<Arg, View>(command: Command<Arg, View>): void {
  const { description } = command;
  setHandler(
    command.update,
    (arg: Arg): View => {
      command.apply(arg);
      return command.view();
    },
    { description, validator: (arg: Arg) => refuse(command.refusal(arg)) },
  );
  setHandler(command.signal, (arg: Arg) => applySignal(command, arg), { description });
}

function applySignal<Arg, View>(command: Command<Arg, View>, arg: Arg): void {
  const reason = command.refusal(arg);
  if (reason === null) {
    command.apply(arg);
    return;
  }
  log.warn('signal refused', { signal: command.signal.name, reason });
  command.onRefusedSignal(`${command.signal.name} refused: ${reason}`);
}

/** Throws the refusal that the caller of an update sees; nothing when there is no reason. */
export function refuse(reason: string | null): void {
  if (reason !== null) throw ApplicationFailure.nonRetryable(reason, 'REFUSED');
}

/** The reason to refuse an operator record without a name; null when it is fine. */
export function operatorRefusal(operator: unknown): string | null {
  if (typeof operator === 'object' && operator !== null && 'by' in operator) {
    if (typeof operator.by === 'string' && operator.by.trim() !== '') return null;
  }
  return 'say who does it: {"by": "name"}';
}
