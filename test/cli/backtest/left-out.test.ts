import { expect, it } from 'vitest';
import { runInProcess } from '../../setup/run-in-process.ts';
import { csvOf, scratch, written } from './backtest-world.ts';

it('what the ads of rules take from their account, and what no recording has, is named as left out, by replay and tune', async () => {
  const folder = scratch();
  const market = written(folder, 'usdt-bob.csv', csvOf(480));
  const zone = 'timezone = "UTC"';
  const hours = `hours = { open = "Mon-Sun 08:00-20:00", ${zone} }`;
  const caps = `payment_caps = { ${zone}, caps = [{ method = "BANK", daily = "900", fiat = "BOB" }] }`;
  const stock = 'inventory = { target = "500", refill_below = "300", total = "5000" }';
  const ad = (number: string, rules: string): string =>
    `[ads.${number}]\naccount = "main"\nfloor = "9"\nceiling = "10"\nrules = "${rules}"\n`;
  const service = 'service = "https://api.example.com"\napi_key_env = "K"\napi_secret_env = "S"\n';
  const file = written(
    folder,
    'peerdesk.toml',
    `[account.main]\n${service}${hours}\n${caps}\n[account.other]\n${service}${hours}\n` +
      `[rules.calm]\nminimum_hold_ms = 0\n[rules.own]\n${hours}\n${stock}\n[rules.free]\n${caps}\n` +
      `${ad('1', 'calm')}${ad('2', 'own')}`,
  );
  const limits = ['--floor', '8.50', '--ceiling', '12'];
  const ask = (command: string, rules: string) =>
    runInProcess([command, '--market', market, '--rules', rules, ...limits], { PEERDESK_CONFIG: file });
  const end = ': not replayed. The rules of an ad';
  const calm = `calm: [account.main.hours], [account.main.payment_caps]${end}`;
  expect((await ask('replay', 'calm')).stderr).toContain(calm);
  expect((await ask('tune', 'calm')).stderr).toContain(calm);
  expect((await ask('replay', 'own')).stderr).toContain(`own: its inventory, [account.main.payment_caps]${end}`);
  // No ad has these yet: they may become any account's.
  const free = `free: its payment caps, [account.main.hours], [account.other.hours]${end}`;
  expect((await ask('replay', 'free')).stderr).toContain(free);
});

it('proving#replay: the rules of an ad by its table have its limits and the hours of its account, and those are replayed', async () => {
  const folder = scratch();
  const market = written(folder, 'usdt-bob.csv', csvOf(48));
  const file = written(
    folder,
    'peerdesk.toml',
    '[account.main]\nservice = "https://api.example.com"\napi_key_env = "K"\napi_secret_env = "S"\n' +
      'hours = { open = "Mon-Sun 08:00-20:00", timezone = "UTC" }\n' +
      '[ads.mine]\nnumber = "1"\nfloor = "9.05"\nceiling = "10"\nstrategy = { kind = "rank", rank = 1 }\n',
  );
  const args = ['replay', '--market', market, '--rules', 'mine', '--json'];
  const { stdout, stderr } = await runInProcess(args, { PEERDESK_CONFIG: file });
  expect(stderr).not.toContain('account.main.hours');
  const { replayed } = JSON.parse(stdout) as { replayed: [{ rules: object; coveredMs: number; awayMs: number }] };
  const [{ rules, coveredMs, awayMs }] = replayed;
  expect(rules).toMatchObject({ limits: { floor: '9.05' }, hours: { open: 'Mon-Sun 08:00-20:00' } });
  // Of 47 hours from midnight on: two nights, the last hour of which has no row after it.
  expect([coveredMs, awayMs]).toEqual([24 * 3_600_000, 23 * 3_600_000]);
});
