import type { LoadedFile } from '../../config/file/load-file.ts';
import { printableJson, printableText } from './printable-text.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A text stream; the part of process.stdout that commands need. */
interface TextSink {
  write(text: string): unknown;
  /** The width of the terminal; absent for a file or a pipe. */
  columns?: number;
  rows?: number;
  /** True once its reader has gone. */
  destroyed?: boolean;
}

/** The surroundings of a command, so that nothing below reads the process. */
export interface CommandContext {
  env: Environment;
  stdout: TextSink;
  stderr: TextSink;
  /** The folder in which the command runs; default: the process's. */
  cwd?: string;
  /** The group that serves the account of the command, as the configuration file has it; default: it is asked. */
  group?: string;
  /** Whether the process that serves that account calls simulators alone, as the file has it; absent: as the environment says. */
  callsSimulators?: boolean;
  /** What a command of the same file needs beside its name, such as ` --config FILE`; absent: there is no file. */
  fileOption?: string;
  /** The configuration file of the command; absent: there is none. */
  file?: LoadedFile;
  /** What the environment sets by itself, where `env` was completed from the configuration file; absent: there is none. */
  ownEnv?: Environment;
  /** How long a connection to Temporal may take, in milliseconds; absent: PEERDESK_TIMEOUT, else 15 s. */
  connectMs?: number;
  /** Asks the person at the terminal; absent without a terminal. */
  askPerson?: (question: string) => Promise<string>;
  /** The same, and the answer is not shown. */
  askSecret?: (question: string) => Promise<string>;
}

interface Printed {
  json: boolean;
  /** The output for a program; any plain data. */
  data: unknown;
  /** The output for a person, in that many columns; built only when needed. */
  text: (columns: number) => string;
}

/** Prints the outcome of a command on stdout: JSON on request, else text. */
export function print(context: CommandContext, { json, data, text }: Printed): void {
  const { stdout } = context;
  stdout.write(json ? `${printableJson(data)}\n` : `${printableText(text(columnsOf(context))).trimEnd()}\n`);
}

/** Returns the width of the terminal, else COLUMNS, else no limit: a file or another program gets everything. */
export function columnsOf({ stdout, env }: CommandContext): number {
  const given = Number(env['COLUMNS'] ?? '');
  return stdout.columns ?? (Number.isInteger(given) && given > 0 ? given : Number.POSITIVE_INFINITY);
}

/** Prints one line for the user on stderr, beside the outcome. */
export function note({ stderr }: Pick<CommandContext, 'stderr'>, line: string): void {
  stderr.write(`${printableText(line).replaceAll('\n', ' ')}\n`);
}
