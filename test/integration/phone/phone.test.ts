/** The page of a real door, by requests as a browser sends them and passkeys of the test's own. */
import { expect, it } from 'vitest';
import { Phone } from '../../setup/passkeys/phone.ts';
import { fieldIn } from '../../door/page/page-fixture.ts';
import { until } from '../desk-harness.ts';
import { openPhoneWorld } from './phone-world.ts';

it('outlook 2.2: one signature of the passkey that signed in releases once; who may look cannot approve; to hold and to stop need a session alone', async () => {
  const world = await openPhoneWorld();
  const [ana, eva] = [new Phone(world.origin), new Phone(world.origin)];
  const alone = await world.start('door');
  const lines: string[] = [];
  for (const [name, phone] of [
    ['ana', ana],
    ['eva', eva],
  ] as const) {
    const { stdout } = await world.ask('door', 'enrol', name);
    lines.push(await phone.enrol(stdout.split('\n')[0] ?? ''));
  }
  await alone.stop();
  world.enrol(lines);
  await world.start('start', '--ui-port', '0');
  expect(await world.ask('config', 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  const order = await world.paidOrder('400.00');
  expect((await eva.signIn()).status).toBe(303);
  const seen = await eva.look(`/orders/main/${order}`);
  expect(seen.text).toContain('The release still lacks');
  expect(await eva.look(`/orders/main/${order}/approve`)).toMatchObject({
    status: 403,
    text: expect.stringContaining('this needs the role approve'),
  });
  expect((await ana.signIn()).status).toBe(303);
  const list = await ana.look('/');
  expect(list.text).toContain(`Order ${order}`);
  const seal = fieldIn(list.text, 'seal');

  const approve = `/orders/main/${order}/approve`;
  const shown = await ana.look(approve);
  const nonce = fieldIn(shown.text, 'nonce');
  const byEva = await ana.press(approve, { seal, nonce, answer: eva.sign(shown.text) });
  expect(byEva).toMatchObject({ status: 403, text: expect.stringContaining('is not the one that signed in') });
  const again = await ana.look(approve);
  expect(again.text).toMatch(/look for<\/dt>\s*<dd>400\.00 BOB from Ana Perez into /);
  const form = { seal, nonce: fieldIn(again.text, 'nonce'), answer: ana.sign(again.text) };
  expect(world.simulator.ledger().releases).toBe(0);
  expect((await ana.press(approve, form)).text).toContain(`order ${order}: approval by ana noted`);
  expect(await ana.press(approve, form)).toMatchObject({ status: 409, text: expect.stringContaining('sent already') });
  await until(
    'it is released',
    () => world.simulator.ledger().releases,
    (releases) => releases === 1,
  );

  await until(
    'what is over is not stopped any more',
    async () => (await ana.look(`/orders/main/${order}`)).text,
    (text) => text.includes('COMPLETED') && !/Hold this order|Take its approvals back/.test(text),
  );

  const other = await world.paidOrder('410.00');
  const held = await ana.press(`/orders/main/${other}/hold`, { seal, note: 'call first' });
  expect(held).toMatchObject({ status: 200, text: expect.stringContaining(`order ${other}: hold by ana noted`) });
  await until(
    'the hold shows',
    async () => (await ana.look(`/orders/main/${other}`)).text,
    (text) => text.includes('by ana: call first') && !text.includes('Hold this order'),
  );
  expect((await ana.look(`/orders/main/${other}/approve`)).text).toContain('Nothing can be signed now');
  const killed = await ana.press('/accounts/main/kill', { seal, note: '', switch: 'releases' });
  expect(killed).toMatchObject({ status: 200, text: expect.stringContaining('releases') });
  world.enrol(lines.slice(0, 1));
  expect(await eva.look('/')).toMatchObject({
    status: 401,
    text: expect.stringContaining('in the configuration no more'),
  });
  expect((await ana.look('/')).status).toBe(200);
  expect(world.simulator.ledger()).toMatchObject({ releases: 1, doubleReleases: 0 });
}, 600_000);
