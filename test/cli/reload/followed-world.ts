import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { followFile } from '../../../src/cli/reload/follow-worker.ts';
import type { FollowedFile } from '../../../src/cli/reload/followed-file.ts';
import { readWorkerPlan } from '../../../src/cli/reload/worker-plan.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

/** The keys of every account. */
export const env = { MAIN_KEY: 'the-key', MAIN_SECRET: 'the-secret' };
export const account = (name: string, rest = ''): string =>
  `[account.${name}]\nservice = "https://${name}.example.com"\napi_key_env = "MAIN_KEY"\napi_secret_env = "MAIN_SECRET"\n${rest}`;

const silent = { write: () => undefined };
/** Nobody listens. */
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
