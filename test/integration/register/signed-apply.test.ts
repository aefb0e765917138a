import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createApproverKey } from '../../../src/cli/approver/approver-files.ts';
import { guardControl } from '../../../src/client/index.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { registerOf } from '../attacks/attack-world.ts';
import { account, openDeskWorld, sharedEgress, until } from '../desk-harness.ts';

it('S25: `config apply` loosens the register with the signature of an approver alone; what is stricter takes none', async () => {
  const world = await openDeskWorld({ egress: sharedEgress });
  const folder = await temporaryDirectory();
  const path = join(folder, 'peerdesk.toml');
  const PEERDESK_APPROVER_DIR = join(folder, 'keys');
  const { publicKey } = createApproverKey({ PEERDESK_APPROVER_DIR }, 'ana');
  writeFileSync(join(folder, 'approvers'), `ana=${publicKey}\n`, { mode: 0o600 });
  const write = ({ cap, blocked, kill }: { cap: string; blocked: string[]; kill: string }): void =>
    writeFileSync(
      path,
      `[temporal]\naddress = "${world.address}"\nnamespace = "${world.namespace}"
[egress.home]
[account.${account}]\nservice = "${world.baseUrl}"\nmode = "shadow"
api_key_env = "ACME_KEY"\napi_secret_env = "ACME_SECRET"
release = { amount_cap = "${cap}", approvals = "signed", approvers_file = "approvers" }
counterparty = { blocked = ${JSON.stringify(blocked)} }\nkill = { ${kill} }\n`,
      { mode: 0o600 },
    );
  const keys = {
    ACME_KEY: String(world.env['PEERDESK_API_KEY']),
    ACME_SECRET: String(world.env['PEERDESK_API_SECRET']),
    PEERDESK_STATE_DIR: String(world.env['PEERDESK_STATE_DIR']),
    PEERDESK_APPROVER_DIR,
  };
  const apply = (...args: string[]) =>
    runInProcess(['config', 'apply', '--config', path, '--timeout', '120s', '--yes', ...args], keys);
  const ways = { PEERDESK_BASE_URL: undefined, PEERDESK_API_KEY: undefined, PEERDESK_API_SECRET: undefined };
  const settings = Object.keys(world.env).filter((name) => name.startsWith('PEERDESK_SETTING_'));
  const unset = Object.fromEntries([...settings, 'PEERDESK_ACCOUNT'].map((name) => [name, undefined]));
  write({ cap: '100 BOB', blocked: ['nickname:mallory'], kill: 'ads = true' });
  world.startWorker({ ...ways, ...unset, ...keys, PEERDESK_CONFIG: path });
  await until(
    'the guard knows the register',
    () => guardControl(world.client, account).state(),
    ({ generation }) => generation !== null,
  );
  expect(await apply('--by', 'ben')).toMatchObject({ exitCode: 0 });
  const register = await registerOf(world, onTestFinished);
  const restricted = async () => (await register.restrictions({ account })).entries;
  const before = await restricted();
  expect(before.map(({ kind }) => kind)).toEqual(['block', 'rules', 'switch']);
  write({ cap: '200 BOB', blocked: [], kill: 'ads = false' });
  const refused = await apply('--by', 'ben');
  expect(refused).toMatchObject({ exitCode: 1 });
  expect(refused.stdout.match(/NOT done: .*the loosening is not signed: look at what holds/g)).toHaveLength(3);
  expect(await restricted()).toEqual(before);
  const done = await apply('--key', 'ana');
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(done.stderr.match(/ana signs the loosening/g)).toHaveLength(3);
  expect((await restricted()).map(({ kind, value }) => [kind, JSON.parse(value)])).toMatchObject([
    ['rules', { amountCap: { BOB: '200' } }],
  ]);
});
