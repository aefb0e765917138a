import type { z } from 'zod';
import type { CommandContext } from './command-context.ts';
import type { ExitCode } from './exit-code.ts';

/** An option as a command declares it, once: how it is written, what the help says, how its value is read. */
export interface OptionSpec<Flags extends string = string, Value extends z.ZodType = z.ZodType> {
  /** In commander's form: `--price <price>`. The name under which the command reads it follows from it. */
  flags: Flags;
  text: string;
  /** Reads what is given, else says what counts without it. */
  value: Value;
  /** May be repeated: the value reads a list. */
  repeats?: boolean;
  /** The variable whose value counts where the option is not given. */
  variable?: string;
  /** Names the configuration file, from which the command is completed. */
  completes?: boolean;
}

/** A user's input: arguments in order, options by camel-case name, all unchecked. */
export interface CommandCall {
  args: readonly string[];
  options: Readonly<Record<string, unknown>>;
  /** How the user calls it: `peerdesk ad start`. */
  path: string;
  /** The command's help text. */
  help: () => string;
}

/** The work of a command. Without an exit code it went well. */
export type CommandRun = (call: CommandCall, context: CommandContext) => Promise<ExitCode | undefined>;

/** A command as the help shows it. Its code is loaded when it runs, so that the help and `version` stay quick. */
export interface CommandSpec {
  /** Name and arguments: `start <ad-number>`. */
  usage: string;
  summary: string;
  /** The name that it had before, under which it still runs and says the new one. */
  formerly?: string;
  options: readonly OptionSpec[];
  /** At least one line to copy. */
  examples: readonly [string, ...string[]];
  /** More of the help, below the options. */
  notes?: string | (() => string);
  /** The command deals with --help itself. */
  ownHelp?: boolean;
  /** Everything after the first argument goes to another program unchanged. */
  passesThrough?: boolean;
  load: () => Promise<CommandRun>;
}

export interface CommandGroup {
  name: string;
  summary: string;
  commands: readonly CommandSpec[];
}

/** What can be completed: the commands of the top, and the groups. */
export interface CommandTree {
  singles: readonly CommandSpec[];
  groups: readonly CommandGroup[];
}
