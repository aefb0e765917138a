import { printableJson, printableText } from './printable-text.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A text stream; the part of process.stdout that commands need. */
interface TextSink {
  write(text: string): unknown;
}

/** The surroundings of a command, so that nothing below reads the process. */
export interface CommandContext {
  env: Environment;
  stdout: TextSink;
  stderr: TextSink;
  /** Asks the person at the terminal; absent without a terminal. */
  askPerson?: (question: string) => Promise<string>;
}

interface Printed {
  json: boolean;
  /** The output for a program; any plain data. */
  data: unknown;
  /** The output for a person; built only when needed. */
  text: () => string;
}

/** Prints the outcome of a command on stdout: JSON on request, else text. */
export function print({ stdout }: CommandContext, { json, data, text }: Printed): void {
  stdout.write(json ? `${printableJson(data)}\n` : `${printableText(text()).trimEnd()}\n`);
}

/** Prints one line for the user on stderr, beside the outcome. */
export function note({ stderr }: CommandContext, line: string): void {
  stderr.write(`${printableText(line).replaceAll('\n', ' ')}\n`);
}
