import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runPeerdesk, startPeerdesk } from '../../setup/run-peerdesk.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { account, openDeskWorld, sharedEgress, until, type DeskWorld } from '../desk-harness.ts';

const groups = { [account]: 'home', second: 'away' } as const;
const names = Object.keys(groups) as (keyof typeof groups)[];
const keysOf = (name: string) => ({ apiKey: `key-of-${name}-0123456789`, apiSecret: `secret-of-${name}-0123456789` });

/** Two accounts of one file, each behind an address and a worker process of its own. */
async function openGroups() {
  const world = await openDeskWorld({
    egress: sharedEgress,
    accounts: names.map((name) => ({ name, ...keysOf(name) })),
  });
  const path = join(await temporaryDirectory(), 'peerdesk.toml');
  const accounts = names.map(
    (name) => `[account.${name}]\negress = "${groups[name]}"\nservice = "${world.baseUrl}"\nmode = "sim"\ndesk = true
api_key_env = "KEY_${name.toUpperCase()}"\napi_secret_env = "SECRET_${name.toUpperCase()}"\n`,
  );
  const temporal = `[temporal]\naddress = "${world.address}"\nnamespace = "${world.namespace}"\n`;
  writeFileSync(path, `${temporal}[egress.home]\n[egress.away]\n${accounts.join('')}`, { mode: 0o600 });
  const keys = names.flatMap((name) => {
    const { apiKey, apiSecret } = keysOf(name);
    return [
      [`KEY_${name.toUpperCase()}`, apiKey],
      [`SECRET_${name.toUpperCase()}`, apiSecret],
    ];
  });
  const own = Object.keys(world.env).filter((name) => /^PEERDESK_(?!STATE_DIR|CACHE)/.test(name));
  const without = Object.fromEntries(own.map((name) => [name, undefined]));
  const env: Record<string, string> = {
    ...(Object.fromEntries(keys) as Record<string, string>),
    PEERDESK_CONFIG: path,
    PEERDESK_STATE_DIR: String(world.env['PEERDESK_STATE_DIR']),
  };
  for (const group of Object.values(groups)) world.startWorker({ ...without, ...env }, ['--egress', group]);
  return { world, env };
}

function paidOrder({ simulator }: DeskWorld, name: string): string {
  const adNumber = simulator.ads.add({ account: name, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.60' });
  const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
  simulator.counterparties.pay(orderNumber);
  return orderNumber;
}

it('recover carries the accounts of one file behind two addresses; one that Ctrl-C ends in the middle is begun again, and asks nothing', async () => {
  const { world, env } = await openGroups();
  for (const name of names) paidOrder(world, name);
  world.simulator.setFaults([{ operation: 'getUserOrderDetail', fault: { kind: 'hang', when: 'before' } }]);
  const recover = (...args: string[]) => ['recover', '--by', 'ana', '--timeout', '60s', ...args];
  const asked = await until(
    'workers lead both accounts',
    () => runPeerdesk(recover(), env),
    ({ exitCode, stderr }) =>
      exitCode === 6 && names.every((name) => stderr.includes(`account ${name}: 1 open orders`)),
  );
  expect(asked.stderr).toContain('add --yes to mean it');
  const { child, ended } = await startPeerdesk(recover('--yes'), env);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await until(
    'it waits for the orders',
    () => said,
    (text) => text.includes('0 of 1 open orders are carried'),
  );
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ stdout: '', stderr: expect.not.stringMatching(/Error|\bat .*\.[jt]s:/) });
  expect([child.signalCode, child.exitCode]).toEqual(['SIGINT', null]);
  world.simulator.setFaults([]);
  const again = await runPeerdesk(recover(), env);
  expect(again).toMatchObject({ exitCode: 0 });
  for (const name of names) expect(again.stdout).toContain(`account ${name}: 1 of 1 open orders are carried`);
  expect(again.stderr).toMatch(/its desk runs.*its desk runs/s);
});
