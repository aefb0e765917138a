import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { adControl, deskControl, guardControl, publicationControl, startAd } from '../../src/client/index.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { runInProcess } from '../setup/run-in-process.ts';
import { account, openDeskWorld, sharedEgress, until } from './desk-harness.ts';

const limits = { floor: '9.50', ceiling: '10.50' };

interface Wanted {
  mode?: string;
  desk?: boolean;
  cap?: string;
  blocked?: string[];
  kill?: string;
  ads?: Record<string, { floor: string }>;
  /** Further tables. */
  more?: string;
}

it('every kind of change goes through diff and apply; a second run finds nothing to do; what loosens is asked', async () => {
  const world = await openDeskWorld({ egress: sharedEgress });
  const ad = world.simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.20', limits });
  const second = world.simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.40', limits });
  const path = join(await temporaryDirectory(), 'peerdesk.toml');
  const write = ({
    mode = 'shadow',
    desk = true,
    cap = '100 BOB',
    blocked = ['mallory'],
    kill = '',
    ads = {},
    more = '',
  }: Wanted) =>
    writeFileSync(
      path,
      `[temporal]\naddress = "${world.address}"\nnamespace = "${world.namespace}"
[egress.home]
[account.${account}]\nservice = "${world.baseUrl}"\nmode = "${mode}"\ndesk = ${desk}
api_key_env = "ACME_KEY"\napi_secret_env = "ACME_SECRET"
release = { amount_cap = "${cap}" }\ncounterparty = { blocked = ${JSON.stringify(blocked)} }\nkill = { ${kill} }
[settings]\nmarket_interval_ms = 1000
${Object.entries(ads)
  .map(([number, { floor }]) => `[ads.${number}]\nfloor = "${floor}"\nceiling = "10.50"\n`)
  .join('')}${more}`,
      { mode: 0o600 },
    );
  const keys = {
    ACME_KEY: String(world.env['PEERDESK_API_KEY']),
    ACME_SECRET: String(world.env['PEERDESK_API_SECRET']),
    PEERDESK_STATE_DIR: String(world.env['PEERDESK_STATE_DIR']),
  };
  const run = (...args: string[]) => runInProcess(['config', ...args, '--config', path, '--timeout', '120s'], keys);
  const diff = async () => {
    const { exitCode, stdout } = await run('diff');
    return { exitCode, lines: stdout.trimEnd().split('\n') };
  };
  const same = { exitCode: 0, lines: ['nothing to do: what runs is what the file says'] };
  const desk = deskControl(world.client, account).within(120_000);
  const guard = guardControl(world.client, account).within(120_000);
  const ways = { PEERDESK_BASE_URL: undefined, PEERDESK_API_KEY: undefined, PEERDESK_API_SECRET: undefined };
  const settings = Object.fromEntries(
    Object.keys(world.env)
      .filter((name) => name.startsWith('PEERDESK_SETTING_'))
      .map((name) => [name, undefined]),
  );

  write({ ads: { [ad]: { floor: '9.50' } } });
  const first = await diff();
  expect(first.exitCode).toBe(10);
  expect(first.lines).toEqual([
    expect.stringMatching(/^change acme: release rules .*never above 100 BOB.*\[money\]$/),
    'change acme: mallory joins the block list [money]',
    'start acme: desk, mode shadow [money]',
    expect.stringContaining(`start acme: ad ${ad}, mode shadow, undercut the best by 1 tick between 9.50 and 10.50`),
  ]);
  world.startWorker({ ...ways, ...settings, ...keys, PEERDESK_ACCOUNT: undefined, PEERDESK_CONFIG: path });
  const applied = await run('apply');
  expect(applied).toMatchObject({ exitCode: 0, stdout: expect.not.stringContaining('NOT done') });
  expect(await diff()).toEqual(same);
  expect(await run('apply')).toMatchObject({ exitCode: 0, stdout: `${same.lines[0]}\n` });
  expect(await desk.state()).toMatchObject({ mode: 'shadow', state: 'running' });

  const published = `[ads.fresh]\nfloor = "10.30"\nceiling = "10.50"\nstrategy = { kind = "fixed", price = "10.33" }
[ads.fresh.terms]\nasset = "USDT"\nfiat = "BOB"\nside = "SELL"\nquantity = "200"\nmin_order = "100"\nmax_order = "900"
pay_methods = ["BANK"]\n`;
  write({ ads: { [ad]: { floor: '9.50' } }, more: published });
  expect((await diff()).lines).toEqual([expect.stringMatching(/^publish acme: ad fresh, mode shadow, SELL 200 USDT/)]);
  expect(await run('apply', '--yes')).toMatchObject({ exitCode: 0, stdout: expect.not.stringContaining('NOT done') });
  expect(await run('diff')).toMatchObject({
    exitCode: 0,
    stdout: `${same.lines[0]}\n`,
    stderr: expect.stringContaining('kept acme: ad fresh: mode shadow would publish it'),
  });
  expect(world.simulator.ledger().entries.filter(({ kind }) => kind === 'ad-post')).toEqual([]);

  write({ mode: 'sim', cap: '500 BOB', blocked: [], ads: { [ad]: { floor: '9.60' } } });
  const refused = await run('apply');
  expect(refused.exitCode).toBe(6);
  for (const words of ['the cap 100 BOB becomes 500 BOB', 'mallory leaves', 'mode shadow becomes sim', 'add --yes']) {
    expect(refused.stderr).toContain(words);
  }
  expect((await guard.state()).rules?.amountCap).toEqual({ BOB: '100' });
  const agreed = await run('apply', '--yes');
  expect(agreed).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('agreed by --yes: change acme: ') });
  expect(await diff()).toEqual(same);
  expect(await guard.state()).toMatchObject({ rules: { amountCap: { BOB: '500' } }, blocked: [] });
  await until(
    'the ad is repriced',
    async () => (await adControl(world.client, account, ad).state()).price,
    (price) => price === '10.04',
  );

  const kept = { mode: 'sim', cap: '500 BOB', blocked: [], ads: { [ad]: { floor: '9.60' } } };
  write({ ...kept, more: published });
  expect((await diff()).lines).toEqual([
    expect.stringMatching(/^publish acme: ad fresh, mode sim, SELL 200 USDT for BOB/),
  ]);
  expect(await run('apply')).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('publish acme: ad fresh') });
  const ask = (...args: string[]) => runInProcess(['ad', ...args, '--config', path, '--timeout', '120s'], keys);
  world.simulator.setMerchant(account, 'closed');
  write({ ...kept, more: published.replace('[ads.fresh]', '[ads.fresh]\nstatus = "offline"') });
  const closed = expect.stringMatching(/^ad fresh: Business closed; continues when a human says retry.* \(offline\)$/m);
  expect(await ask('publish', 'fresh')).toMatchObject({ exitCode: 1, stdout: closed });
  expect(await publicationControl(world.client, account, 'fresh').state()).toMatchObject({ online: false });
  expect(await ask('withdraw', 'fresh', '--account', account)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(
      /^ad fresh: given up, nothing is published\n.* undoes this.*: publish acme: ad fresh, .*\n$/,
    ),
  });
  expect(await ask('withdraw', 'fresh', '--account', account)).toMatchObject({ exitCode: 2, stdout: '' });
  world.simulator.setMerchant(account, 'open');
  write({ ...kept, more: published });
  expect(await run('apply', '--yes')).toMatchObject({ exitCode: 0, stdout: expect.not.stringContaining('NOT done') });
  expect(await diff()).toEqual(same);
  expect(await run('apply', '--yes')).toMatchObject({ exitCode: 0, stdout: `${same.lines[0]}\n` });
  const { fresh } = (await guard.state()).publications;
  const posts = world.simulator.ledger().entries.filter(({ kind }) => kind === 'ad-post');
  expect(posts).toMatchObject([{ adNumber: fresh, price: '10.33' }]);
  // What the file wants now, and the app has not, as after an edit in the app.
  const more = (
    max: string,
    wins: string,
  ) => `[ads.fresh]\nfloor = "10.30"\nceiling = "10.50"\non_difference = "${wins}"
strategy = { kind = "fixed", price = "10.33" }\n[ads.fresh.terms]\nasset = "USDT"\nfiat = "BOB"\nside = "SELL"\nquantity = "200"
min_order = "100"\nmax_order = "${max}"\npay_methods = ["BANK"]\n`;
  const differs = `ad ${fresh}: max_order is 900.00 in the app, 850 in the file`;
  write({ ...kept, more: more('850', 'app') });
  expect(await run('diff')).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(`${differs}; the app wins`) });
  write({ ...kept, more: more('850', 'file') });
  expect((await diff()).lines).toEqual([`change acme: ${differs}`]);
  expect(await run('apply')).toMatchObject({ exitCode: 0, stdout: `change acme: ${differs}\n` });
  expect(await diff()).toEqual(same);
  expect(world.simulator.snapshot().ads.find(({ advNo }) => advNo === fresh)).toMatchObject({ maxFiat: '850' });
  const placed = (status: string) =>
    more('850', 'file').replace('on_difference', `status = "${status}"\non_difference`);
  const standing = () => world.simulator.snapshot().ads.find(({ advNo }) => advNo === fresh)?.status;
  write({ ...kept, more: placed('offline') });
  const taken = `change acme: ad ${fresh} is taken offline [money]\n`;
  expect(await run('apply')).toMatchObject({ exitCode: 0, stdout: taken });
  await until('the ad is off the market', standing, (status) => status === 3);
  expect(await diff()).toEqual(same);
  // The merchant puts it online in the app; where the file wins it is taken off again.
  const online = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"status":"online"}' };
  await fetch(`${world.baseUrl}/_sim/ads/${fresh}`, online);
  await until('the app has the last word', diff, ({ lines }) => lines.join('\n') === taken.trimEnd());
  expect(await run('apply')).toMatchObject({ exitCode: 0, stdout: taken });
  await until('the ad is off the market again', standing, (status) => status === 3);
  expect(await diff()).toEqual(same);
  write({ ...kept, more: placed('online') });
  const asks = `ad ${fresh} is put online [money]; LOOSENS: it comes back to the market`;
  expect(await run('apply')).toMatchObject({ exitCode: 6, stderr: expect.stringContaining(asks) });
  expect(await run('apply', '--yes')).toMatchObject({ exitCode: 0, stdout: `change acme: ${asks}\n` });
  await until('the ad is on the market', standing, (status) => status === 1);
  expect(await diff()).toEqual(same);
  write({ ...kept, more: more('850', 'file').replace('side = "SELL"', 'side = "BUY"') });
  const wrong = {
    exitCode: 6,
    stdout: 'nothing that can be done: what is wrong in the file stands above\n',
    stderr: expect.stringContaining(`wrong acme: ad ${fresh}: side is SELL in the app, BUY in the file`),
  };
  expect(await run('apply')).toMatchObject(wrong);
  expect(await run('diff')).toMatchObject(wrong);
  await adControl(world.client, account, fresh ?? '')
    .within(120_000)
    .stop({ by: 'the test' });

  // An ad that the service did not know for long: no run of the file starts it again.
  const unknown = '13999999999999999999';
  const rules = pricingRulesSchema.parse({ strategy: { kind: 'undercut', ticks: 1 }, limits });
  const atOnce = { missingAdThreshold: 1, missingAdDeadAfterMs: 0 };
  await startAd(world.client, { account, group: 'home', adNumber: unknown, mode: 'sim', rules, settings: atOnce });
  await world.client.workflow.getHandle(adControl(world.client, account, unknown).workflowId).result();
  write({ ...kept, more: `${more('850', 'file')}[ads.${unknown}]\nfloor = "9.50"\nceiling = "10.50"\n` });
  expect((await run('diff')).stderr).toMatch(
    new RegExp(`^wrong acme: ad ${unknown}.*\\\`peerdesk ad start\\\` tries again`, 'm'),
  );
  expect((await run('diff')).stdout).not.toContain(unknown);

  const away = `[ads.${second}]\nstatus = "offline"\nfloor = "9.50"\nceiling = "10.50"\n`;
  write({ mode: 'sim', cap: '500 BOB', blocked: [], kill: 'releases = true', more: away });
  expect(await run('apply')).toMatchObject({ exitCode: 6, stderr: expect.stringContaining(`stop acme: ad ${ad}`) });
  expect(await run('apply', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await diff()).toEqual(same);
  expect((await guard.state()).switches.releases).toMatchObject({ reason: 'configuration file' });

  write({ mode: 'sim', desk: false, cap: '500 BOB', blocked: [], kill: 'releases = false' });
  expect((await diff()).lines).toEqual([
    'stop acme: desk; its orders and ads go on',
    `stop acme: ad ${second}; it stays off the market`,
    'change acme: kill switch releases lifted [money]; LOOSENS: kill switch releases is lifted',
  ]);
  expect(await run('apply', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await diff()).toEqual(same);

  expect((await run('diff')).stderr).not.toContain('left ');
  writeFileSync(path, readFileSync(path, 'utf8').replace(`[account.${account}]`, '[account.nobody]'));
  expect(await run('diff')).toMatchObject({
    exitCode: 10,
    stderr: expect.stringMatching(/^left acme: .* no worker of the file answers for .*guard:acme/m),
  });

  writeFileSync(path, 'mode = ');
  expect(await run('apply', '--yes')).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('peerdesk.toml:1:'),
  });
  expect((await guard.state()).switches.releases).toBeNull();
});
