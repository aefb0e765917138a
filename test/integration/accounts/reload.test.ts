import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startAd, startOrder } from '../../../src/client/index.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { freePort } from '../../../src/server/free-port.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import {
  account,
  noRules,
  openDeskWorld,
  quickSettings,
  sharedEgress,
  until,
  type DeskWorld,
} from '../desk-harness.ts';

const group = 'home';
const names = [account, 'second', 'third'] as const;
type Name = (typeof names)[number];
/** Of an order, in the simulator's words. */
const completed = 4;

const keysOf = (name: string) => ({ apiKey: `key-of-${name}-0123456789`, apiSecret: `secret-of-${name}-0123456789` });
/** The accounts are rivals: none of them undercuts another one, as long as the market falls. */
const rules = pricingRulesSchema.parse({
  strategy: { kind: 'match' },
  limits: { floor: '9.00', ceiling: '11.00' },
});

/** The worker's file, and what a person does with it. */
async function openDesk() {
  const world = await openDeskWorld({
    egress: sharedEgress,
    accounts: names.map((name) => ({ name, ...keysOf(name) })),
  });
  const folder = await temporaryDirectory();
  const path = join(folder, 'peerdesk.toml');
  const setKeys = (name: string, { apiKey, apiSecret } = keysOf(name)): void => {
    writeFileSync(join(folder, `${name}.key`), apiKey, { mode: 0o600 });
    writeFileSync(join(folder, `${name}.secret`), apiSecret, { mode: 0o600 });
  };
  for (const name of names) setKeys(name);
  const write = (served: readonly Name[], max: string): void => {
    const accounts = served.map(
      (name) => `[account.${name}]\nservice = "${world.baseUrl}"\nmode = "sim"\ndesk = false\nother_ads = "leave"
api_key_file = "${name}.key"\napi_secret_file = "${name}.secret"\nrelease = { max = "${max}" }\n`,
    );
    const temporal = `[temporal]\naddress = "${world.address}"\nnamespace = "${world.namespace}"\n`;
    writeFileSync(path, `${temporal}[egress.${group}]\n${accounts.join('')}`, { mode: 0o600 });
  };
  const state = { PEERDESK_STATE_DIR: String(world.env['PEERDESK_STATE_DIR']) };
  const config = (name: string, ...args: string[]) =>
    runInProcess(['config', name, '--config', path, '--timeout', '120s', ...args], state);
  const healthPort = await freePort();
  const start = () => {
    const without = ['ACCOUNT', 'BASE_URL', 'API_KEY', 'API_SECRET'].map((name) => [`PEERDESK_${name}`, undefined]);
    return world.startWorker({ ...Object.fromEntries(without), PEERDESK_CONFIG: path }, [
      '--health-port',
      String(healthPort),
    ]);
  };
  const health = async (): Promise<unknown> => (await fetch(`http://127.0.0.1:${healthPort}/healthz`)).json();
  const lines = async () =>
    (await world.log())
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((text) => ({ text, line: JSON.parse(text) as Record<string, unknown> }));
  return { world, path, setKeys, write, config, start, health, lines };
}

async function adOf(world: DeskWorld, name: string): Promise<string> {
  const adNumber = world.simulator.ads.add({ account: name, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.90' });
  await startAd(world.client, { account: name, group, adNumber, mode: 'sim', rules, settings: quickSettings });
  return adNumber;
}

async function paidSellOf(world: DeskWorld, name: string): Promise<string> {
  const { simulator } = world;
  const adNumber = simulator.ads.add({ account: name, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.60' });
  const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
  simulator.counterparties.pay(orderNumber);
  const release = { policy: 'paid', amountCap: null, counterparty: noRules } as const;
  await startOrder(world.client, { account: name, group, orderNumber, mode: 'sim', release, settings: quickSettings });
  return orderNumber;
}

const follows = (world: DeskWorld, adNumber: string, price: string) =>
  until(
    `ad ${adNumber} follows the market`,
    () => world.simulator.marketplace.ads.get(adNumber)?.price,
    (present) => present === price,
  );

it('the running worker follows its file: accounts come and go, a broken file changes nothing, what loosens waits for consent', async () => {
  const { world, path, setKeys, write, config, start, health, lines } = await openDesk();
  const said = async (event: string, of: string | null, words: RegExp): Promise<number> =>
    (await lines()).filter(
      ({ line }) =>
        line['event'] === event &&
        (line['account'] ?? null) === of &&
        words.test(`${String(line['msg'])} ${String(line['detail'])}`),
    ).length;
  const heard = (event: string, of: string | null, words: RegExp) =>
    until(
      `${event} of ${of} is said: ${words}`,
      () => said(event, of, words),
      (count) => count > 0,
    );

  write([account, 'second'], '100 BOB');
  const worker = start();
  const first = await adOf(world, account);
  const second = await adOf(world, 'second');
  await follows(world, first, '10.05');
  await follows(world, second, '10.05');
  const order = await paidSellOf(world, account);
  await until(
    'the limit of the worker refuses',
    () => world.log(),
    (log) => log.includes("above this worker's largest release of 100 BOB"),
  );

  write([account, 'third'], '5000 BOB');
  process.kill(worker.pid, 'SIGHUP');
  await heard('configuration', null, /^add third/);
  await heard('configuration', null, /^drop second/);
  await heard('configuration', null, /^HELD acme: largest release: 5000 BOB instead of 100 BOB/);
  const third = await adOf(world, 'third');
  world.market.move('10.00', '10.03', '9.95');
  await follows(world, third, '10.03');
  await follows(world, first, '10.03');
  expect(world.simulator.marketplace.ads.get(second)?.price).toBe('10.05');
  expect(await said('permission', account, /./)).toBe(1);

  writeFileSync(path, '[account.acme]\nmode = "sime"\n');
  const broken = await config('reload');
  expect(broken.exitCode).toBe(4);
  expect(broken.stdout).toMatch(/peerdesk\.toml:2: account\.acme\.mode .*sim/);
  await heard('configuration', null, /goes on with the last good one/);
  expect(await health()).toEqual({ status: 'ok', configuration: 'last-good' });
  world.market.move('10.00', '10.01', '9.95');
  await follows(world, third, '10.01');

  write([account, 'third'], '5000 BOB');
  expect(await config('diff')).toMatchObject({ exitCode: 10, stdout: expect.stringContaining('HELD acme: largest') });
  const asked = await config('apply');
  expect(asked).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('LOOSENS: acme: largest release') });
  expect(world.simulator.marketplace.orders.get(order)?.status).not.toBe(completed);
  const agreed = await config('apply', '--yes');
  expect(agreed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('change acme: release limits') });
  await until(
    'the release passes the new limit',
    () => world.simulator.marketplace.orders.get(order)?.status,
    (status) => status === completed,
  );
  expect(await health()).toEqual({ status: 'ok', configuration: 'as-written' });
  expect(await config('diff')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('nothing to do') });

  setKeys('third', { apiKey: 'key-that-no-one-has-0123456789', apiSecret: 'secret-that-no-one-has' });
  expect(await config('reload')).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(/change third: keys[\s\S]*NOT served: third: the service refuses its API key/),
  });
  await heard('keys', 'third', /nothing more is sent/);
  expect(await said('keys', 'third', /nothing more is sent/)).toBe(1);
  world.market.move('10.00', '9.99', '9.95');
  await follows(world, first, '9.99');
  expect(world.simulator.marketplace.ads.get(third)?.price).toBe('10.01');
  setKeys('third');
  expect(await config('reload')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('change third: keys') });

  const prices = (await lines()).filter(({ line }) => line['event'] === 'price');
  const owners = new Map([
    [first, account],
    [second, 'second'],
    [third, 'third'],
  ]);
  expect(prices.length).toBeGreaterThanOrEqual(5);
  for (const { text, line } of prices) {
    expect(line['account']).toBe(owners.get(String(line['adNumber'])));
    expect(text.split('"account":')).toHaveLength(2);
  }
  expect(world.simulator.ledger()).toMatchObject({ doubleReleases: 0 });
});
