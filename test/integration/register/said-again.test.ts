/** A switch that is engaged again while another person is asked whether it may be lifted. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCli } from '../../../src/cli/run-cli.ts';
import { guardControl } from '../../../src/client/index.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { registerOf } from '../attacks/attack-world.ts';
import { account, openDeskWorld, sharedEgress, until } from '../desk-harness.ts';

it('design 6: `config apply` lifts no word that came after what it has shown, also where it says the same', async () => {
  const world = await openDeskWorld({ egress: sharedEgress });
  const path = join(await temporaryDirectory(), 'peerdesk.toml');
  const write = ({ blocked, releases }: { blocked: string[]; releases: boolean }): void =>
    writeFileSync(
      path,
      `[temporal]\naddress = "${world.address}"\nnamespace = "${world.namespace}"
[egress.home]
[account.${account}]\nservice = "${world.baseUrl}"\nmode = "shadow"
api_key_env = "ACME_KEY"\napi_secret_env = "ACME_SECRET"
counterparty = { blocked = ${JSON.stringify(blocked)} }\nkill = { releases = ${releases} }\n`,
      { mode: 0o600 },
    );
  const keys = {
    ACME_KEY: String(world.env['PEERDESK_API_KEY']),
    ACME_SECRET: String(world.env['PEERDESK_API_SECRET']),
    PEERDESK_STATE_DIR: String(world.env['PEERDESK_STATE_DIR']),
  };
  const run = (...args: string[]) => runInProcess([...args, '--config', path, '--timeout', '120s'], keys);
  const ways = { PEERDESK_BASE_URL: undefined, PEERDESK_API_KEY: undefined, PEERDESK_API_SECRET: undefined };
  const settings = Object.keys(world.env).filter((name) => name.startsWith('PEERDESK_SETTING_'));
  const unset = Object.fromEntries([...settings, 'PEERDESK_ACCOUNT'].map((name) => [name, undefined]));
  write({ blocked: ['nickname:mallory'], releases: true });
  world.startWorker({ ...ways, ...unset, ...keys, PEERDESK_CONFIG: path });
  await until(
    'the guard knows the register',
    () => guardControl(world.client, account).state(),
    ({ generation }) => generation !== null,
  );
  expect(await run('config', 'apply', '--yes', '--by', 'ana')).toMatchObject({ exitCode: 0 });
  const register = await registerOf(world, onTestFinished);
  const restricted = async () =>
    (await register.restrictions({ account })).entries
      .filter(({ kind }) => kind !== 'rules')
      .map(({ kind, key, value }) => [kind, key, (JSON.parse(value) as { by: string }).by]);
  expect((await restricted()).map(([kind]) => kind)).toEqual(['block', 'switch']);

  write({ blocked: [], releases: false });
  const shown: string[] = [];
  const sink = { write: (text: string) => void shown.push(text) };
  const exitCode = await runCli(['config', 'apply', '--config', path, '--timeout', '120s', '--by', 'ben'], {
    env: keys,
    stdout: sink,
    stderr: sink,
    askPerson: async () => {
      const why = ['--by', 'cleo', '--reason', 'a fraud'];
      const killed = await run('desk', 'kill', 'releases', '--account', account, ...why);
      expect(killed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('kept in the register') });
      const again = ['person', 'block', 'mallory', '--account', account, '--by', 'cleo', '--note', 'a fraud'];
      expect(await run(...again)).toMatchObject({ exitCode: 0 });
      return 'y';
    },
  });
  expect(await restricted()).toEqual([
    ['block', expect.any(String), 'cleo'],
    ['switch', 'releases', 'cleo'],
  ]);
  expect(shown.join('').match(/NOT done: .*have changed since they were shown/g)).toHaveLength(2);
  expect(exitCode).toBe(1);
});
