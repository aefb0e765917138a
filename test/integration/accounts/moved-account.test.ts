import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deskControl, groupOf, guardControl } from '../../../src/client/index.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { account, openDeskWorld, sharedEgress, until } from '../desk-harness.ts';

it('an account moves to another group as docs/configuration.md says: refused before, and with its guard’s memory after', async () => {
  const world = await openDeskWorld({ egress: sharedEgress });
  const path = join(await temporaryDirectory(), 'peerdesk.toml');
  const write = (egress: string, desk: boolean): void =>
    writeFileSync(
      path,
      `[temporal]\naddress = "${world.address}"\nnamespace = "${world.namespace}"
[egress.home]\n[egress.away]\n[account.${account}]\negress = "${egress}"\nservice = "${world.baseUrl}"\nmode = "shadow"
desk = ${desk}\napi_key_env = "ACME_KEY"\napi_secret_env = "ACME_SECRET"\n`,
      { mode: 0o600 },
    );
  const keys = {
    ACME_KEY: String(world.env['PEERDESK_API_KEY']),
    ACME_SECRET: String(world.env['PEERDESK_API_SECRET']),
  };
  const ways = { PEERDESK_BASE_URL: undefined, PEERDESK_API_KEY: undefined, PEERDESK_API_SECRET: undefined };
  const settings = Object.fromEntries(
    Object.keys(world.env)
      .filter((name) => name.startsWith('PEERDESK_SETTING_'))
      .map((name) => [name, undefined]),
  );
  const startWorker = () =>
    world.startWorker({ ...ways, ...settings, ...keys, PEERDESK_ACCOUNT: undefined, PEERDESK_CONFIG: path });
  const config = (...args: string[]) => runInProcess(['config', ...args, '--config', path, '--timeout', '120s'], keys);
  // Temporal's list of workflows follows what happens to them; a busy server is late.
  const untilDiffSays = (words: RegExp) =>
    until(
      `config diff says ${words}`,
      () => config('diff'),
      ({ exitCode, stderr }) => exitCode === 6 && words.test(stderr),
    );
  const guard = guardControl(world.client, account).within(120_000);

  write('home', true);
  const old = startWorker();
  expect(await config('apply', '--yes')).toMatchObject({
    exitCode: 0,
    stdout: expect.not.stringContaining('NOT done'),
  });
  await deskControl(world.client, account).within(120_000).state();
  await guard.block('mallory', { by: 'the test' });

  write('away', true);
  const both =
    /carried by home, and the file puts it behind away, where no one would answer for desk:acme, guard:acme: /;
  await untilDiffSays(both);
  expect(await config('apply', '--yes')).toMatchObject({ exitCode: 6, stderr: expect.stringMatching(both) });

  write('home', false);
  expect(await config('apply', '--yes')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('stop acme: desk'),
  });
  write('away', true);
  await untilDiffSays(/ for guard:acme: /);
  await world.client.workflow.getHandle(guard.workflowId).terminate('moved');
  startWorker();
  expect(await config('apply', '--yes')).toMatchObject({
    exitCode: 0,
    stdout: expect.not.stringContaining('NOT done'),
  });
  const moved = guardControl(world.client, account, { group: 'away' }).within(120_000);
  await moved.block('trudy', { by: 'the test' });
  // The command is answered within ten seconds, also while the guard still reads what the ended one kept.
  const taken = await until(
    'the guard has taken over',
    () => moved.state(),
    ({ state }) => state === 'guarding',
  );
  expect(taken.blocked).toMatchObject([{ key: 'mallory', by: 'the test' }, { key: 'trudy' }]);
  await old.kill();
  expect(await groupOf(world.client, account)).toBe('away');
  await until(
    'the file is what runs',
    () => config('diff'),
    ({ exitCode }) => exitCode === 0,
  );
});
