import { printableJson, printableText } from './printable-text.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A stream that text goes to; the part of process.stdout that commands need. */
interface TextSink {
  write(text: string): unknown;
}

/** The surroundings of a command, so that nothing below reads the process. */
export interface CommandContext {
  env: Environment;
  stdout: TextSink;
  stderr: TextSink;
  /** Asks the person at the terminal; absent where there is none. */
  askPerson?: (question: string) => Promise<string>;
}

interface Printed {
  json: boolean;
  /** What a program reads; any plain data. */
  data: unknown;
  /** What a person reads; made only when wanted. */
  text: () => string;
}

/** Prints the outcome of a command on stdout: JSON when asked for, else text. */
export function print({ stdout }: CommandContext, { json, data, text }: Printed): void {
  stdout.write(json ? `${printableJson(data)}\n` : `${printableText(text()).trimEnd()}\n`);
}

/** Tells the user something beside the outcome: one line on stderr. */
export function note({ stderr }: CommandContext, line: string): void {
  stderr.write(`${printableText(line).replaceAll('\n', ' ')}\n`);
}
