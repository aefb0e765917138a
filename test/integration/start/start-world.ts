import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { isAlive } from '../../../src/server/left-processes.ts';
import { freePort } from '../../../src/server/free-port.ts';
import { startPeerdesk, type PeerdeskProcess } from '../../setup/run-peerdesk.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

/** A simulator, and a configuration file beside it: what `peerdesk start` needs. */
export interface StartWorld {
  file: string;
  folder: string;
  env: Record<string, string>;
  start: (...args: string[]) => Promise<PeerdeskProcess>;
  /** The processes that `start` keeps, by the log: names and numbers of those that were ready last. */
  claim: () => { pid: number; children: number[] };
}

export async function startWorld(): Promise<StartWorld> {
  const folder = await temporaryDirectory();
  const simulator = await startPeerdesk(['simulator', '--port', '0', '--json']);
  onTestFinished(() => void simulator.child.kill('SIGTERM'));
  const { baseUrl, apiKey, apiSecret } = JSON.parse(await simulator.firstLine) as Record<string, string>;
  mkdirSync(join(folder, 'keys'), { mode: 0o700 });
  writeFileSync(join(folder, 'keys', 'key'), apiKey ?? '', { mode: 0o600 });
  writeFileSync(join(folder, 'keys', 'secret'), apiSecret ?? '', { mode: 0o600 });
  const file = join(folder, 'peerdesk.toml');
  const text = `[temporal]
address = "127.0.0.1:${await freePort()}"

[egress.home]

[account.main]
egress = "home"
service = "${baseUrl}"
mode = "shadow"
api_key_file = "keys/key"
api_secret_file = "keys/secret"
`;
  writeFileSync(file, text, { mode: 0o600 });
  const state = join(folder, 'state');
  const env = { TEMPORAL_CLI_PATH: inject('temporalCli'), PEERDESK_STATE_DIR: state };
  const claim = (): { pid: number; children: number[] } =>
    JSON.parse(readFileSync(join(state, 'start.json'), 'utf8')) as { pid: number; children: number[] };
  const start = async (...args: string[]): Promise<PeerdeskProcess> => {
    const own = args.includes('--config') ? args : ['--config', file, ...args];
    const started = await startPeerdesk(['start', '--ui-port', '0', '--json', ...own], env);
    onTestFinished(async () => {
      if (!isAlive(started.child.pid ?? 0)) return;
      started.child.kill('SIGTERM');
      await started.ended;
    });
    return started;
  };
  return { file, folder, env, start, claim };
}
