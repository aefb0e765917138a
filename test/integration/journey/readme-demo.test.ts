import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { inProject } from '../../../src/server/project-root.ts';
import { codeBlocks } from '../../project/documents/markdown.ts';
import { readProjectFile } from '../../project/project-files.ts';
import { startDeskProcess, type DeskProcess } from '../../setup/desk-process.ts';
import { until } from '../desk-harness.ts';
import { commandsOf } from './typed-commands.ts';

const blocks = codeBlocks(readProjectFile('README.md'), 'sh');
const blockWith = (words: string): string => blocks.find((block) => block.includes(words)) ?? '';

/** A terminal in the demo's folder, with the `npx` of a checkout. */
async function openTerminal({ folder }: DeskProcess) {
  const programs = join(folder, 'programs');
  await mkdir(programs);
  const npx = `#!/bin/sh\nshift\nexec "${process.execPath}" "${inProject('bin', 'peerdesk.mjs')}" "$@"\n`;
  await writeFile(join(programs, 'npx'), npx);
  await chmod(join(programs, 'npx'), 0o755);
  const PATH = [programs, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
  const env = { PATH, HOME: folder, USER: 'reader', TEMPORAL_CLI_PATH: inject('temporalCli') };
  return { env, cwd: folder };
}

type Terminal = Awaited<ReturnType<typeof openTerminal>>;

/** Types a command. One that goes on until Ctrl-C is ended after its first line. */
async function typed(command: string, terminal: Terminal, goesOn = false): Promise<{ code: unknown; text: string }> {
  const child = spawn('sh', ['-c', `exec ${command}`], { ...terminal, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (goesOn) child.kill('SIGINT');
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}

it('README: each shell block is one that a test types', () => {
  const known = ['npm start', 'npx peerdesk ad explain', 'kill -9', 'peerdesk init', 'temporal workflow start'];
  expect(blocks.map((block) => known.filter((words) => block.includes(words)))).toEqual(known.map((words) => [words]));
});

it('README, “The first minute”: its lines run against the demo as they stand and end with 0, and the killed worker is replaced', async () => {
  const desk = await startDeskProcess(['--faults', 'none']);
  onTestFinished(() => desk.stop());
  const demo = await until(
    'the demo is announced',
    () => desk.announced(),
    (found) => (found?.workerPid ?? null) !== null,
  );
  const terminal = await openTerminal(desk);
  const listed = await until(
    'the demo keeps its ads',
    async () => (await typed('npx peerdesk ad list --json', terminal)).text,
    (text) =>
      text.startsWith('[') && (JSON.parse(text) as { price: string | null }[]).some(({ price }) => price !== null),
  );
  const priced = (JSON.parse(listed) as { adNumber: string; price: string | null }[]).find(
    ({ price }) => price !== null,
  );
  const commands = commandsOf(blockWith('npx peerdesk ad explain'));
  expect(commands.length).toBeGreaterThan(3);
  for (const line of commands) {
    const command = line.replace('AD_NUMBER', priced?.adNumber ?? '').replace(/ +# .*$/, '');
    const { code, text } = await typed(command, terminal, command.includes('--watch'));
    expect({ command, code, text }).toEqual({ command, code: 0, text: expect.stringMatching(/\S/) });
  }
  const [kill = ''] = commandsOf(blockWith('kill -9'));
  const child = spawn('sh', ['-c', kill], { ...terminal, stdio: 'ignore' });
  expect(await once(child, 'close')).toEqual([0, null]);
  await until(
    'another worker does the work',
    () => desk.announced(),
    (found) => found !== null && found.workerPid !== null && found.workerPid !== demo?.workerPid,
  );
});

it('README, “A real account”: its three commands are those that docs/production.md has, which a test types', () => {
  const production = codeBlocks(readProjectFile('docs/production.md'), 'sh').join('\n');
  const commands = commandsOf(blockWith('peerdesk init')).map((line) => line.replace(/ +# .*$/, ''));
  expect(commands).toHaveLength(3);
  for (const command of commands) expect(production).toContain(command);
});
