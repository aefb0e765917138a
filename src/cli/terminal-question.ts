import { createInterface } from 'node:readline/promises';
import { printableText } from './printable-text.ts';

/** Asks the person at the terminal; the question goes to stderr, because stdout is for a command's output. */
export async function askAtTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // The end of the input (Ctrl-D) is no agreement.
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  terminal.once('close', () => resolve(''));
  try {
    return await Promise.race([terminal.question(printableText(question)), ended]);
  } finally {
    terminal.close();
  }
}
