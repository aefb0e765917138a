import { Writable } from 'node:stream';
import { createInterface } from 'node:readline/promises';
import { CliFailure } from '../kit/cli-failure.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { printableText } from '../kit/printable-text.ts';

interface Terminal {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
  /** Hands Ctrl-C on to the program. Where it ends by that at once, nothing else says the line. */
  interrupt: (line: string) => void;
}

/** The question goes to stderr, because stdout is for a command's output. */
const ownTerminal = (): Terminal => ({
  input: process.stdin,
  output: process.stderr,
  interrupt: (line) => {
    if (process.listenerCount('SIGINT') === 0) process.stderr.write(`\n${line}\n`);
    process.kill(process.pid, 'SIGINT');
  },
});

/** Asks the person at the terminal. Rejects when the input ends (Ctrl-D): that is neither agreement nor the usual answer. */
export async function askAtTerminal(question: string, terminal = ownTerminal()): Promise<string> {
  return await answerTo(printableText(question), terminal);
}

/** Asks for a secret, which the terminal does not show. */
export async function askSecretAtTerminal(question: string, terminal = ownTerminal()): Promise<string> {
  const { output } = terminal;
  output.write(printableText(question));
  const dark = new Writable({ write: (_chunk, _encoding, written) => written() });
  try {
    return await answerTo('', terminal, dark);
  } finally {
    output.write('\n');
  }
}

const ended = (how: string): string => `ended at a question (${how}): nothing was done`;

async function answerTo(question: string, { input, output: own, interrupt }: Terminal, output = own): Promise<string> {
  const terminal = createInterface({ input, output, terminal: true });
  const { promise: end, reject } = Promise.withResolvers<never>();
  terminal.once('close', () => reject(new CliFailure(ExitCode.INTERRUPTED, ended('Ctrl-D'))));
  // In this mode the terminal hands Ctrl-C to the program instead of ending it.
  terminal.once('SIGINT', () => {
    reject(new CliFailure(ExitCode.INTERRUPTED, ended('Ctrl-C')));
    terminal.close();
    interrupt(ended('Ctrl-C'));
  });
  try {
    return await Promise.race([end, terminal.question(question)]);
  } finally {
    terminal.close();
  }
}
