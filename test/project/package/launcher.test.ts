import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inProject } from '../../../src/server/project-root.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { claimedNode } from './claimed-node.ts';

/** A project that holds only the launcher and `main` as its program. */
async function projectWith(main: string): Promise<string> {
  const directory = await temporaryDirectory();
  mkdirSync(join(directory, 'bin'));
  mkdirSync(join(directory, 'src', 'cli'), { recursive: true });
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(directory, 'src', 'cli', 'main.ts'), main);
  cpSync(inProject('bin', 'peerdesk.mjs'), join(directory, 'bin', 'peerdesk.mjs'));
  return directory;
}

interface Run {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the launcher, which believes that it runs on that version of Node. */
function launch(directory: string, args: string[], version?: string): Run {
  const flags = version === undefined ? [] : claimedNode(version);
  const command = [...flags, join(directory, 'bin', 'peerdesk.mjs'), ...args];
  return spawnSync(process.execPath, command, { encoding: 'utf8', timeout: 30_000 });
}

/** Says how the program runs that the launcher has started. */
const state =
  'console.log(JSON.stringify([process.pid, process.env.MALLOC_ARENA_MAX ?? null, process.execArgv, process.argv.slice(2)]) satisfies void);';

/** Puts a Node into the project as `npm ci` would; it is the one that runs this test. */
function bringNode(directory: string): void {
  const folder = join(directory, 'node_modules', 'node', 'bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'node'), `#!/bin/sh\nBROUGHT=yes exec '${process.execPath}' "$@"\n`);
  chmodSync(join(folder, 'node'), 0o755);
}

const echo = 'console.log(JSON.stringify([process.env.BROUGHT ?? "no", ...process.argv.slice(2)]) satisfies void);';

describe('the launcher', () => {
  it('runs the program in TypeScript, with its arguments and nothing on stderr', async () => {
    const run = launch(await projectWith(echo), ['ad', 'list']);
    expect(run).toMatchObject({ status: 0, stdout: '["no","ad","list"]\n', stderr: '' });
  });

  it.each(['20.20.2', '22.18.0'])('on Node %s goes over to the Node that npm ci brought', async (version) => {
    const directory = await projectWith(echo);
    bringNode(directory);
    expect(launch(directory, ['up'], version)).toMatchObject({ status: 0, stdout: '["yes","up"]\n', stderr: '' });
  });

  it.each(['22.19.0', '24.0.0'])('on Node %s stays', async (version) => {
    expect(launch(await projectWith(echo), [], version).stdout).toBe('["no"]\n');
  });

  it('on an old Node hands on the exit code, also of a program that a signal ended', async () => {
    const refusing = await projectWith('process.exitCode = 6;');
    bringNode(refusing);
    expect(launch(refusing, [], '20.20.2').status).toBe(6);
    const killed = await projectWith("process.kill(process.pid, 'SIGKILL'); setTimeout(() => {}, 30_000);");
    bringNode(killed);
    expect(launch(killed, [], '20.20.2').status).toBe(137);
  });

  it('on an old Node hands on a signal, and waits for the end of the program', async () => {
    const directory = await projectWith(
      [
        "process.on('SIGTERM', () => { console.log('asked to stop'); clearInterval(waiting); });",
        'const waiting = setInterval(() => {}, 1000);',
        "process.kill(process.ppid, 'SIGTERM');",
      ].join('\n'),
    );
    bringNode(directory);
    expect(launch(directory, [], '20.20.2')).toMatchObject({ status: 0, stdout: 'asked to stop\n' });
  });

  it('on an old Node without a brought one says what to do', async () => {
    const directory = await projectWith(echo);
    mkdirSync(join(directory, 'packaging'));
    writeFileSync(join(directory, 'packaging', 'bring-node.mjs'), '');
    const run = launch(directory, [], '20.20.2');
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(/^peerdesk: needs Node 22\.19 or newer, this is 20\.20\.2: .*npm ci.*\n$/);
  });

  it('on an old Node an installed package advises no `npm ci`, which is for a checkout', async () => {
    const run = launch(await projectWith(echo), [], '20.20.2');
    expect(run).toMatchObject({
      status: 1,
      stderr: 'peerdesk: needs Node 22.19 or newer, this is 20.20.2: install it\n',
    });
  });

  it('says nothing of experimental features, but passes every other warning on', async () => {
    const directory = await projectWith(
      "process.emitWarning('new', 'ExperimentalWarning'); process.emitWarning('look here', 'DeskWarning');",
    );
    const run = launch(directory, []);
    expect(run.stderr).toContain('look here');
    expect(run.stderr).not.toContain('ExperimentalWarning');
  });
});

describe.runIf(process.platform === 'linux')('ADR 0031: the launcher of a process that lasts or holds much', () => {
  interface Start {
    args: string[];
    env?: NodeJS.ProcessEnv;
    flags?: string[];
  }

  async function started({ args, env = {}, flags = [] }: Start) {
    const command = [...flags, join(await projectWith(state), 'bin', 'peerdesk.mjs'), ...args];
    const options = { encoding: 'utf8', timeout: 30_000, env: { ...bare(), ...env } } as const;
    const { pid, stdout, stderr } = spawnSync(process.execPath, command, options);
    expect(stderr.replace(/^(?:Debugger|For help).*\n/gm, '')).toBe('');
    const [own, arenas, execArgv, words] = JSON.parse(stdout) as [number, string | null, string[], string[]];
    expect([own, words]).toEqual([pid, args]);
    return { arenas, execArgv };
  }

  it.each([['worker'], ['watchdog', '--account', 'main'], ['report', '--method', 'fifo']])(
    'starts it as the same process, %s',
    async (...args) => {
      expect(await started({ args })).toEqual({ arenas: '2', execArgv: ['--max-semi-space-size=16'] });
    },
  );

  it('leaves a command that ends at once as it is', async () => {
    expect(await started({ args: ['ad', 'list'] })).toEqual({ arenas: null, execArgv: [] });
  });

  it('keeps the flags of Node, and what someone has set', async () => {
    const flags = ['--no-deprecation'];
    expect((await started({ args: ['worker'], flags })).execArgv).toEqual(['--max-semi-space-size=16', ...flags]);
    const env = { NODE_OPTIONS: '--max-semi-space-size=4' };
    expect(await started({ args: ['worker'], env })).toEqual({ arenas: '2', execArgv: [] });
    expect((await started({ args: ['worker'], env: { MALLOC_ARENA_MAX: '1' } })).arenas).toBe('1');
    expect((await started({ args: ['worker'], env: { GLIBC_TUNABLES: '' } })).arenas).toBeNull();
  });

  it('does not lose a debugger', async () => {
    const flags = ['--inspect=127.0.0.1:0'];
    expect(await started({ args: ['worker'], flags })).toEqual({ arenas: null, execArgv: flags });
  });

  /** The environment of this test, without what decides here. */
  function bare(): NodeJS.ProcessEnv {
    const { NODE_OPTIONS: _options, GLIBC_TUNABLES: _tunables, ...env } = process.env;
    return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('MALLOC_')));
  }
});
