import { runCli } from './run-cli.ts';

// A reader that closes early (`peerdesk order list | head`) is no failure, and must not end a desk half-way.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const { env, stdin, stdout, stderr } = process;
const askPerson = async (question: string): Promise<string> =>
  (await import('./session/terminal-question.ts')).askAtTerminal(question);
const askSecret = async (question: string): Promise<string> =>
  (await import('./session/terminal-question.ts')).askSecretAtTerminal(question);
const person = stdin.isTTY && stderr.isTTY ? { askPerson, askSecret } : {};
process.exitCode = await runCli(process.argv.slice(2), { env, stdout, stderr, ...person });
