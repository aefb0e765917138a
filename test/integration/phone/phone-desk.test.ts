/** What else a person does from a phone: ads, a reply, the report of today, and who has signed in. */
import { expect, it } from 'vitest';
import { fieldIn } from '../../door/page/page-fixture.ts';
import { until } from '../desk-harness.ts';
import { openPhoneWorld } from './phone-world.ts';
import { Phone } from '../../setup/passkeys/phone.ts';

const answer = 'Gracias, ya reviso el banco';

it('phone: an admin lets a person in; he stops an ad, replies once, sees all that waits and reads the report, and an admin ends his session', async () => {
  const world = await openPhoneWorld({ people: { ben: 'hold', ida: 'admin' } });
  const [ida, ben] = [new Phone(world.origin), new Phone(world.origin)];
  const alone = await world.start('door');
  const { stdout } = await world.ask('door', 'enrol', 'ida');
  const idas = await ida.enrol(stdout.split('\n')[0] ?? '');
  world.enrol([idas]);
  expect((await ida.signIn()).status).toBe(303);
  const devices = await ida.look('/devices');
  const drawn = await ida.confirm('/people/enrol', { seal: fieldIn(devices.text, 'seal'), person: 'ben' });
  const word = /class="word">([^<]+)</.exec(drawn.text)?.[1] ?? '';
  const bens = await ben.enrol(word);
  expect(bens).toMatch(/^ben\+phone=passkey:/);
  expect((await ben.signIn()).text).toContain('neither in an approvers file');
  await alone.stop();
  world.enrol([idas, bens]);

  await world.start('start', '--ui-port', '0');
  expect(await world.ask('config', 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  for (const phone of [ida, ben]) expect((await phone.signIn()).status).toBe(303);
  const number = world.simulator.ads.add({ account: 'main', side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  expect(await world.ask('ad', 'start', number, 'limits.floor=9', 'limits.ceiling=11')).toMatchObject({ exitCode: 0 });
  const ad = `/ads/main/${number}`;
  const priced = await until(
    'the ad is priced',
    async () => (await ben.look('/ads')).text,
    (text) => text.includes(`Ad ${number}`) && text.includes('rank'),
  );
  expect(priced).toContain('priced');
  const seal = fieldIn((await ben.look(ad)).text, 'seal');
  expect((await ben.press(`${ad}/pause`, { seal, note: 'lunch' })).text).toContain('paused by ben');
  expect((await ben.look(ad)).text).not.toContain('Pause: its price stays');
  expect((await ida.press(`${ad}/resume`, { seal: fieldIn((await ida.look(ad)).text, 'seal') })).status).toBe(404);
  expect((await ben.press(`${ad}/offline`, { seal, note: 'the bank is down' })).status).toBe(200);
  const off = await until(
    'the ad is off the market',
    async () => (await ben.look(ad)).text,
    (text) => text.includes('offline by ben'),
  );
  expect(off).toContain('the bank is down');
  expect(off).not.toContain('Take it offline');

  const order = await world.paidOrder('400.00');
  const page = await ben.look(`/orders/main/${order}`);
  const form = { seal, nonce: fieldIn(page.text, 'nonce'), text: answer };
  const said = await until(
    'the desk holds its socket',
    () => ben.press(`/orders/main/${order}/reply`, form),
    ({ status }) => status === 200,
  );
  expect(said.text).toContain(`order ${order}: message`);
  const again = await Promise.all([1, 2].map(() => ben.press(`/orders/main/${order}/reply`, form)));
  for (const one of again) expect(one.text).toContain('was sent before, and nothing left now');
  await until(
    'the reply shows',
    async () => (await ben.look(`/orders/main/${order}`)).text,
    (text) => text.includes(`you: ${answer}`),
  );
  const chat = world.simulator.marketplace.orders.get(order)?.chat ?? [];
  expect(chat.filter(({ content }) => content.taker === answer)).toHaveLength(1);

  const kill = { seal, note: 'the bank is down', switch: 'releases' };
  expect((await ben.press('/accounts/main/kill', kill)).status).toBe(200);
  const waits = await until(
    'the switch waits on the page',
    async () => (await ben.look('/')).text,
    (text) => text.includes('Guard main') && text.includes('the bank is down'),
  );
  expect(waits).toContain(`<a href="/orders/main/${order}">Order ${order}</a>`);
  expect(waits).toContain('npx peerdesk desk show --account main');
  expect(waits).not.toMatch(/Nothing waits|not whole/);
  expect((await ben.look('/report')).text).toContain('main, day ');
  const [bensId = ''] = [...(await ben.look('/devices')).text.matchAll(/name="id" value="(\w+)"/g)].map(([, id]) => id);
  expect(
    (await ida.confirm('/devices/end', { seal: fieldIn((await ida.look('/devices')).text, 'seal'), id: bensId })).text,
  ).toContain('the session of ben+phone');
  expect((await ben.look('/')).status).toBe(401);
  expect(world.simulator.ledger()).toMatchObject({ releases: 0, doubleReleases: 0 });
}, 600_000);
