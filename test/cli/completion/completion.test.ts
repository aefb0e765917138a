import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { commandGroups, singleCommands } from '../../../src/cli/program.ts';
import { runInProcess } from '../../setup/run-in-process.ts';

const run = promisify(execFile);

/** What bash offers after these words, the last of which is being typed. */
async function offered(script: string, ...words: string[]): Promise<string[]> {
  const quoted = ['peerdesk', ...words].map((word) => `'${word}'`).join(' ');
  const asked = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _peerdesk; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['--norc', '-c', `${script}\n${asked}`]);
  return stdout.split('\n').filter((line) => line !== '');
}

it('bash completes every command, its group and its options', async () => {
  const { exitCode, stdout: script } = await runInProcess(['completion']);
  expect(exitCode).toBe(0);
  const names = [...singleCommands.map(({ usage }) => usage.split(' ')[0]), ...commandGroups.map(({ name }) => name)];
  expect(await offered(script, '')).toEqual([...names, '--help', '--version']);
  expect(await offered(script, 'conf')).toEqual(['config']);
  expect(await offered(script, 'config', '')).toEqual(['validate', 'show', 'schema', 'diff', 'apply', 'reload']);
  expect(await offered(script, 'config', 'a')).toEqual(['apply']);
  expect(await offered(script, 'ad', 'import', '--te')).toEqual(['--terms']);
  expect(await offered(script, 'doctor', '--j')).toEqual(['--json']);
  expect(await offered(script, 'worker', '--egress', 'home', '--health-p')).toEqual(['--health-port']);
});

it('bash offers files where no command and no option can stand', async () => {
  const { stdout: script } = await runInProcess(['completion']);
  expect(await offered(script, 'config', 'validate', '')).toEqual([]);
  expect(await offered(script, 'nothing', '--')).toEqual([]);
  expect(script).toContain('complete -o default -F _peerdesk peerdesk');
});
