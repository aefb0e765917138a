import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../../../src/server/free-port.ts';
import { runPeerdesk } from '../../setup/run-peerdesk.ts';
import { startWorld } from './start-world.ts';

it('from nothing to ads that are priced: init, start, config apply', { timeout: 600_000 }, async () => {
  const { folder, env, start } = await startWorld();
  const dir = join(folder, 'desk');
  const [baseUrl] = /http:\/\/127[^"]+/.exec(readFileSync(join(folder, 'peerdesk.toml'), 'utf8')) ?? [];
  const keys = ['--api-key-file', join(folder, 'keys/key'), '--api-secret-file', join(folder, 'keys/secret')];
  const place = ['--dir', dir, '--service', baseUrl ?? '', '--temporal', `127.0.0.1:${await freePort()}`];
  const made = await runPeerdesk(['init', '--yes', ...place, ...keys, '--codec-key', '--import-ads'], env);
  expect(made).toMatchObject({ exitCode: 0, stderr: '' });
  expect(made.stdout).toMatch(/added 4 ads, each with limits of 5 % around its price: write your own/);
  const file = join(dir, 'peerdesk.toml');
  const config = ['--config', file];

  const early = await runPeerdesk(['config', 'apply', '--yes', ...config], env);
  expect(early).toMatchObject({ exitCode: 3, stderr: expect.stringContaining(`\`peerdesk start --config ${file}\``) });
  const running = await start(...config);
  expect(JSON.parse(await running.firstLine)).toMatchObject({
    event: 'ready',
    next: `peerdesk config apply --config ${file}`,
  });
  const applied = await runPeerdesk(['config', 'apply', '--yes', ...config], env);
  expect(applied).toMatchObject({ exitCode: 0 });
  const listed = await runPeerdesk(['ad', 'list', '--running', '--json', ...config], env);
  expect(JSON.parse(listed.stdout)).toHaveLength(4);
  running.child.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ exitCode: 0 });
});
