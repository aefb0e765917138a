import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandGroups, singleCommands } from '../../../src/cli/program.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const run = promisify(execFile);

/** Runs what is typed with all words but the last one done, and returns the words that are offered. */
type Ask = (file: string, words: readonly string[]) => Promise<string>;

const askBash: Ask = async (file, words) => {
  const quoted = ['peerdesk', ...words].map((word) => `'${word}'`).join(' ');
  const asked = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _peerdesk; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return (await run('bash', ['--norc', '-c', `source ${file}; ${asked}`])).stdout;
};

/** Its own functions for describing words and files show what they are given. */
const askZsh: Ask = async (file, words) => {
  const show = `compdef() { : }; _files() { : }; _describe() { print -rl -- "\${(@P)2}" }`;
  const quoted = ['peerdesk', ...words].map((word) => `'${word}'`).join(' ');
  const asked = `words=(${quoted}); CURRENT=${words.length + 1}; _peerdesk`;
  const { stdout } = await run('zsh', ['-f', '-c', `${show}; source ${file}; ${asked}`]);
  const typed = words.at(-1) ?? '';
  // The rest of each line says what the word does. Zsh leaves out what does not begin as it is typed.
  return lines(stdout)
    .map((line) => line.slice(0, line.indexOf(':')))
    .filter((word) => word.startsWith(typed))
    .join('\n');
};

const askFish: Ask = async (file, words) => {
  const typed = ['peerdesk', ...words].join(' ');
  const { stdout } = await run('fish', ['--no-config', '-c', `source ${file}; complete -C '${typed}'`]);
  return lines(stdout)
    .map((line) => line.split('\t')[0] ?? '')
    .join('\n');
};

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

const isInstalled = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;
const shells: readonly (readonly [shell: string, ask: Ask])[] = [
  ['bash', askBash],
  ['zsh', askZsh],
  ['fish', askFish],
];

let folder: string;
beforeAll(async () => {
  folder = await temporaryDirectory(afterAll);
});

async function completions(shell: string, ask: Ask): Promise<(...words: string[]) => Promise<string[]>> {
  const { exitCode, stdout } = await runInProcess(['completion', shell]);
  expect(exitCode).toBe(0);
  const file = join(folder, `peerdesk.${shell}`);
  writeFileSync(file, stdout);
  return async (...words) => lines(await ask(file, words)).toSorted();
}

describe.each(shells.filter(([shell]) => isInstalled(shell)))('%s', (shell, ask) => {
  it('completes every command, its group and its options', async () => {
    const offered = await completions(shell, ask);
    const names = [...singleCommands.map(({ usage }) => usage.split(' ')[0]), ...commandGroups.map(({ name }) => name)];
    expect(await offered('')).toEqual(expect.arrayContaining(names));
    expect(await offered('conf')).toEqual(['config']);
    expect(await offered('config', '')).toEqual(['apply', 'diff', 'reload', 'schema', 'show', 'validate']);
    expect(await offered('config', 'a')).toEqual(['apply']);
    expect(await offered('ad', 'import', '--te')).toEqual(['--terms']);
    expect(await offered('doctor', '--j')).toEqual(['--json']);
    expect(await offered('worker', '--egress', 'home', '--health-p')).toEqual(['--health-port']);
  });

  it('offers no command and no option where none can stand', async () => {
    const offered = await completions(shell, ask);
    expect(await offered('config', 'validate', 'no-such-fi')).toEqual([]);
    expect(await offered('nothing', '--')).toEqual([]);
    expect(await offered('order', 'show', 'appl')).toEqual([]);
  });
});

it('bash is the usual shell, and an unknown one is refused with those that there are', async () => {
  const bash = await runInProcess(['completion']);
  expect(bash).toMatchObject({ exitCode: 0, stdout: (await runInProcess(['completion', 'bash'])).stdout });
  expect(bash.stdout).toContain('complete -o default -F _peerdesk peerdesk');
  expect(await runInProcess(['completion', 'tcsh'])).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('must be one of bash, zsh, fish'),
  });
});
