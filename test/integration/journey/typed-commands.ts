import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

/** Returns the part of a Markdown text below a heading, up to the next one of its level. Throws without it. */
export function sectionOf(markdown: string, heading: string): string {
  const [, section] = `\n${markdown}`.split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`there is no section ${heading}`);
  return section.split('\n## ')[0] ?? '';
}

/** Returns the commands of a shell block as a person types them: one a line, a text up to its END with its command. */
export function commandsOf(block: string): string[] {
  const commands: string[] = [];
  let untilEnd = false;
  for (const line of block.split('\n')) {
    if (untilEnd) commands.push(`${commands.pop() ?? ''}\n${line}`);
    else if (line.trim() !== '' && !line.startsWith('#')) commands.push(line);
    untilEnd = untilEnd ? line !== 'END' : line.endsWith("<<'END'");
  }
  return commands;
}

const runFile = promisify(execFile);

/** Returns the words of a command, as a shell with this home reads them. */
export async function wordsOf(command: string, home: string): Promise<string[]> {
  const { stdout } = await runFile('sh', ['-e', '-c', `printf '%s\\0' ${command}`], { env: shellEnvironment(home) });
  return stdout.split('\0').slice(0, -1);
}

/** Runs a command in a shell. Rejects when it fails or says something. */
export async function runInShell(command: string, { home }: { home: string }): Promise<void> {
  const child = spawn('sh', ['-e', '-c', command], { cwd: home, env: shellEnvironment(home) });
  child.stdin.end();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close'), text(child.stdout)]);
  if (code !== 0 || said !== '') throw new Error(`${command}: code ${String(code)}, ${said}`);
}

const shellEnvironment = (home: string): NodeJS.ProcessEnv => ({ HOME: home, PATH: process.env['PATH'] });
