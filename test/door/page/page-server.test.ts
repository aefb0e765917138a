/** The page over sockets, by people with passkeys: what one session may use up, and what it does alone. */
import { expect, it, onTestFinished } from 'vitest';
import { openPage } from '../../../src/door/page/page-server.ts';
import { freePort } from '../../../src/server/free-port.ts';
import { Phone } from '../../setup/passkeys/phone.ts';
import { PageWorld, fieldIn } from './page-fixture.ts';

const order = '/orders/main/88';

/** Opens a page at a port of this machine, with a phone of each person who has signed in. */
async function openPhones<Name extends string>(...names: readonly Name[]) {
  const port = await freePort();
  const world = new PageWorld(`http://localhost:${port}`);
  const page = await openPage({ host: '127.0.0.1', port }, world.options);
  onTestFinished(page.close);
  const phones = {} as Record<Name, { readonly phone: Phone; readonly seal: string }>;
  for (const name of names) {
    const phone = new Phone(world.origin);
    world.passkeys.set(name, phone.passkey);
    expect((await phone.signIn()).status).toBe(303);
    phones[name] = { phone, seal: fieldIn((await phone.look('/devices')).text, 'seal') };
  }
  return { world, phones };
}

it('phone: a stolen cookie that asks again and again is refused with when to try again; what stops is not, and no other session is', async () => {
  const { world, phones } = await openPhones('ana+phone', 'ana+tablet');
  const { phone, seal } = phones['ana+phone'];
  const answers = await Promise.all(Array.from({ length: 30 }, () => phone.look(`${order}/approve`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  for (const { text } of answers.filter(({ status }) => status !== 200)) expect(text).toContain('try again in 3 s');
  expect(world.words).toHaveLength(10);
  expect((await phone.press(`${order}/hold`, { seal, note: '' })).status).toBe(200);
  expect((await phone.press('/accounts/main/kill', { seal, note: '', switch: 'all' })).status).toBe(200);
  expect((await phones['ana+tablet'].phone.look(`${order}/approve`)).status).toBe(200);
});

it('phone: the cookie of an admin alone draws no word and ends no session of another person; with his passkey it does', async () => {
  const { world, phones } = await openPhones('ida', 'ben');
  const { phone, seal } = phones.ida;
  const [bensId = ''] = [...(await phones.ben.phone.look('/devices')).text.matchAll(/name="id" value="(\w+)"/g)].map(
    ([, id]) => id,
  );
  for (const [path, form] of [
    ['/people/enrol', { seal, person: 'ben' }],
    ['/devices/end', { seal, id: bensId }],
  ] as const) {
    expect((await phone.press(path, form)).text).toContain('Confirm with your passkey');
    const byBen = await phone.confirm(path, form, phones.ben.phone);
    expect(byBen).toMatchObject({ status: 403, text: expect.stringContaining('is not the one that signed in') });
  }
  expect(world.done).toEqual([]);
  expect((await phones.ben.phone.look('/')).status).toBe(200);
  expect((await phone.confirm('/people/enrol', { seal, person: 'ben' })).text).toContain('ABCD-EFGH-JKMN');
  expect((await phone.confirm('/devices/end', { seal, id: bensId })).text).toContain('the session of ben is over');
  expect((await phones.ben.phone.look('/')).status).toBe(401);
});
