import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { account, openDeskWorld, sharedEgress } from '../desk-harness.ts';

const limits = { floor: '9.50', ceiling: '10.50' };

interface Answer {
  nextApply: { text: string }[];
}

it('each command that changes what a file states says what the next apply undoes, as `config diff` then finds it', async () => {
  const world = await openDeskWorld({ egress: sharedEgress });
  const sold = { account, side: 'SELL', asset: 'USDT', fiat: 'BOB', limits } as const;
  const ad = world.simulator.ads.add({ ...sold, price: '10.20' });
  const unnamed = world.simulator.ads.add({ ...sold, price: '10.40' });
  const path = join(await temporaryDirectory(), 'peerdesk.toml');
  const text = `[temporal]\naddress = "${world.address}"\nnamespace = "${world.namespace}"
[egress.home]
[account.${account}]\nservice = "${world.baseUrl}"\nmode = "sim"
api_key_env = "ACME_KEY"\napi_secret_env = "ACME_SECRET"
release = { amount_cap = "100 BOB" }\ncounterparty = { blocked = ["s1a2b3c4"] }\nkill = { repricing = false }
[settings]\nmarket_interval_ms = 1000
[ads.${ad}]\nstatus = "online"\nfloor = "9.50"\nceiling = "10.50"
`;
  writeFileSync(path, text, { mode: 0o600 });
  const keys = {
    ACME_KEY: String(world.env['PEERDESK_API_KEY']),
    ACME_SECRET: String(world.env['PEERDESK_API_SECRET']),
    PEERDESK_STATE_DIR: String(world.env['PEERDESK_STATE_DIR']),
  };
  const run = (...args: string[]) => runInProcess([...args, '--config', path, '--timeout', '120s'], keys);
  const own = Object.keys(world.env).filter((name) => /^PEERDESK_(SETTING_|BASE_URL|API_)/.test(name));
  const none = Object.fromEntries([...own, 'PEERDESK_ACCOUNT'].map((name) => [name, undefined]));
  world.startWorker({ ...none, ...keys, PEERDESK_CONFIG: path });
  const apply = async () => {
    const applied = await run('config', 'apply', '--yes');
    expect(applied, applied.stderr).toMatchObject({ exitCode: 0 });
  };
  await apply();
  const found = async (): Promise<string[]> => {
    const { stdout } = await run('config', 'diff', '--json');
    return (JSON.parse(stdout) as { changes: { text: string }[] }).changes.map((change) => change.text);
  };
  const commands: [string[], RegExp][] = [
    [['ad', 'set', ad, 'limits.floor=9.40', '--yes'], /^change acme: ad \d+: floor 9\.40 becomes 9\.50/],
    [['ad', 'demote', ad], /^change acme: ad \d+, mode shadow becomes sim/],
    [['ad', 'offline', ad], /^change acme: ad \d+ is put online .*LOOSENS/],
    [['ad', 'stop', ad], /^start acme: ad \d+, mode sim/],
    [['ad', 'start', unnamed, 'limits.floor=9.50', 'limits.ceiling=10.50'], /^stop acme: ad \d+; it stays online/],
    [['desk', 'set', '--amount-cap', '500 BOB', '--yes'], /^change acme: release rules .*500 BOB.* become .*100 BOB/],
    [['person', 'block', 's5e6f7a8'], /^change acme: s5e6f7a8 leaves the block list .*LOOSENS/],
    [['person', 'allow', 's1a2b3c4'], /^change acme: s1a2b3c4 joins the block list/],
    [['desk', 'kill', 'repricing'], /^change acme: kill switch repricing lifted .*LOOSENS/],
    [['desk', 'stop'], /^start acme: desk, mode sim/],
  ];
  for (const [command, expected] of commands) {
    const { stdout, exitCode, stderr } = await run(...command, '--account', account, '--json');
    expect({ exitCode, stderr, command }).toMatchObject({ exitCode: 0 });
    const said = (JSON.parse(stdout) as Answer).nextApply.map((change) => change.text);
    expect(said, command.join(' ')).toEqual([expect.stringMatching(expected)]);
    expect(await found(), command.join(' ')).toEqual(said);
    await apply();
  }
  // What the file does not state, and what it states just so, is undone by nothing.
  const killed = await run('desk', 'kill', 'releases', '--account', account, '--json');
  expect(JSON.parse(killed.stdout)).toMatchObject({ nextApply: [] });
  const same = await run('ad', 'set', ad, 'limits.floor=9.50', '--account', account);
  expect(same.stdout).not.toContain('undoes');
  const other = await run('ad', 'set', ad, 'limits.floor=9.45', '--yes', '--account', account);
  expect(other.stdout).toMatch(/the next `peerdesk config apply --config .*` undoes this.*floor 9\.45 becomes 9\.50/);
});
