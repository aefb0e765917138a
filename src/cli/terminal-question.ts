import { Writable } from 'node:stream';
import { createInterface } from 'node:readline/promises';
import { printableText } from './printable-text.ts';

/** Asks the person at the terminal; the question goes to stderr, because stdout is for a command's output. */
export async function askAtTerminal(question: string): Promise<string> {
  return await answerTo(printableText(question), process.stderr);
}

/** Asks for a secret, which the terminal does not show. */
export async function askSecretAtTerminal(question: string): Promise<string> {
  process.stderr.write(printableText(question));
  const dark = new Writable({ write: (_chunk, _encoding, written) => written() });
  const answer = await answerTo('', dark);
  process.stderr.write('\n');
  return answer;
}

async function answerTo(question: string, output: NodeJS.WritableStream): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  // The end of the input (Ctrl-D) is no agreement.
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  terminal.once('close', () => resolve(''));
  // In this mode the terminal hands Ctrl-C to the program instead of ending it.
  terminal.once('SIGINT', () => {
    terminal.close();
    process.kill(process.pid, 'SIGINT');
  });
  try {
    return await Promise.race([terminal.question(question), ended]);
  } finally {
    terminal.close();
  }
}
