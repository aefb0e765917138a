import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect } from 'vitest';
import { followFile } from '../../../src/cli/reload/follow-worker.ts';
import type { FollowedFile } from '../../../src/cli/reload/followed-file.ts';
import { readWorkerPlan } from '../../../src/cli/reload/worker-plan.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

/** The keys of every account, others, and where messages may go. */
export const env = {
  MAIN_KEY: 'the-key',
  MAIN_SECRET: 'the-secret',
  OTHER_KEY: 'another-key',
  OTHER_SECRET: 'another-secret',
  HOOK: 'https://hook.example.com/token-1',
  OTHER_HOOK: 'https://hook.example.net/token-2',
};
export const account = (name: string, rest = ''): string =>
  `[account.${name}]\nservice = "https://${name}.example.com"\napi_key_env = "MAIN_KEY"\napi_secret_env = "MAIN_SECRET"\n${rest}`;

const silent = { write: () => undefined };
/** Drops what is said. */
export const quiet = { stdout: silent, stderr: silent, cwd: '/' };

/** A file that processes follow, and what they say. */
export async function openFile(text: string) {
  const folder = await temporaryDirectory();
  const state = join(folder, 'state');
  const path = join(folder, 'peerdesk.toml');
  const write = (next: string): void => writeFileSync(path, `[egress.home]\n${next}`, { mode: 0o600 });
  write(text);
  const said: string[] = [];
  const context = { ...quiet, env: { ...env, PEERDESK_STATE_DIR: state }, cwd: folder };
  const start = (): FollowedFile => {
    const wish = { config: path };
    const logger = pino({}, { write: (line) => void said.push((JSON.parse(line) as { msg: string }).msg) });
    return followFile(readWorkerPlan(wish, context), { wish, context, logger });
  };
  return { state, path, write, said, start };
}

export const live = account('main', 'mode = "live"\nrelease = { max = "900 BOB" }\n');
export const shadow = account('main', 'release = { max = "100 BOB" }\n');

/** A live file whose Temporal is reached in clear: it says whether that is allowed. */
const inClear = (allowed: boolean): string =>
  `[temporal]\naddress = "192.0.2.1:7233"\ntls = false\nallow_plain = ${allowed}\n${live}`;

/** Returns how a process ends that starts over a connection in clear which a later file allows. */
export async function startInClear(words: readonly string[]) {
  const { state, path, write, start } = await openFile(inClear(false));
  start();
  write(inClear(true));
  return runInProcess([...words, '--config', path], { ...env, PEERDESK_STATE_DIR: state });
}

export const refusedInClear = {
  exitCode: 6,
  stderr: expect.stringContaining('no one has agreed yet that the connection to Temporal at 192.0.2.1:7233') as string,
};
