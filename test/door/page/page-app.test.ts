import { describe, expect, it } from 'vitest';
import { isEnough, pageRoles, type PageRole } from '../../../src/domain/people/page-role.ts';
import { createPasskey } from '../../setup/passkeys/passkey.ts';
import { PageWorld, origin } from './page-fixture.ts';

const minuteMs = 60_000;
const order = '/orders/main/88';

/** What each address is pressed with, and the role that it needs. */
const presses: Readonly<Record<string, { needed: PageRole; form: Record<string, string>; end?: number }>> = {
  [`${order}/hold`]: { needed: 'hold', form: { note: '' } },
  [`${order}/revoke`]: { needed: 'hold', form: { note: '' } },
  [`${order}/reply`]: { needed: 'hold', form: { nonce: '0'.repeat(32), text: 'Hola' } },
  '/accounts/main/kill': { needed: 'hold', form: { note: '', switch: 'all' } },
  '/ads/main/7/pause': { needed: 'hold', form: { note: '' } },
  '/ads/main/7/offline': { needed: 'hold', form: { note: '' } },
  [`${order}/approve`]: { needed: 'approve', form: { nonce: 'none', answer: 'a.b.c' }, end: 409 },
  '/devices/end': { needed: 'view', form: { id: '0'.repeat(16) } },
  '/push/stop': { needed: 'view', form: { id: '0'.repeat(32) } },
  '/people/enrol': { needed: 'admin', form: { person: 'eva' } },
};
const looks = ['/', '/ads', '/ads/main/7', '/report', '/devices', order];
const names: Readonly<Record<PageRole, string>> = { view: 'eva', hold: 'ben', approve: 'ana+phone', admin: 'ida' };

describe('phone: each role at each address', () => {
  it.each(pageRoles)('%s looks at all of it, and presses what its role may', async (role) => {
    const world = new PageWorld();
    const { cookie, seal } = await world.signIn(names[role]);
    for (const path of looks) expect([path, (await world.get(path, cookie)).status]).toEqual([path, 200]);
    for (const [path, { needed, form, end = 200 }] of Object.entries(presses)) {
      const before = world.done.length;
      const { status } = await world.post(path, { seal, ...form }, { cookie });
      expect([path, status]).toEqual([path, isEnough(role, needed) ? end : 403]);
      if (!isEnough(role, needed)) expect(world.done).toHaveLength(before);
    }
  });

  it('who has not signed in sees and presses nothing of it', async () => {
    const world = new PageWorld();
    for (const path of looks) expect([path, (await world.get(path)).status]).toEqual([path, 401]);
    for (const [path, { form }] of Object.entries(presses))
      expect([path, (await world.post(path, { seal: '', ...form })).status]).toEqual([path, 401]);
    expect(world.done).toEqual([]);
  });

  it('no press counts with the seal of another session, or without one', async () => {
    const world = new PageWorld();
    const [ida, other] = [await world.signIn('ida'), await world.signIn('ida')];
    for (const [path, { form }] of Object.entries(presses))
      for (const seal of [other.seal, ''])
        expect([path, (await world.post(path, { seal, ...form }, ida)).status]).toEqual([path, 403]);
    expect(world.done).toEqual([]);
    expect((await world.post('/devices/end-mine', { seal: other.seal }, ida)).status).toBe(403);
  });
});

describe('phone: refused, with the reason to the presser', () => {
  const hold = async (world: PageWorld, headers: Record<string, string>, path = `${order}/hold`) => {
    const { cookie, seal } = await world.signIn('ana+phone');
    const answer = await world.post(path, { seal, note: '' }, { cookie, headers });
    expect(world.done).toEqual([]);
    return answer;
  };

  it.each<[string, { headers: Record<string, string>; status: number; reason: string }]>([
    [
      'a post of another origin',
      { headers: { origin: 'https://evil.example' }, status: 403, reason: 'was sent by another page' },
    ],
    [
      'a post of an origin that a browser hides',
      { headers: { origin: 'null' }, status: 403, reason: 'was sent by another page' },
    ],
    ['a post without an origin', { headers: { origin: '' }, status: 403, reason: 'did not say which page' }],
    [
      'a post that the browser calls one of another site',
      { headers: { 'sec-fetch-site': 'cross-site' }, status: 403, reason: 'another page' },
    ],
    [
      'a name of the host that is not the page’s',
      { headers: { host: 'evil.example' }, status: 421, reason: `this page is at ${origin} alone` },
    ],
  ])('%s', async (_, { headers, status, reason }) => {
    expect(await hold(new PageWorld(), headers)).toMatchObject({ status, text: expect.stringContaining(reason) });
  });

  it('a look under another name of the host', async () => {
    const answer = await new PageWorld().get('/sign-in', '', { host: '127.0.0.1:8451' });
    expect(answer).toMatchObject({ status: 421, text: expect.stringContaining(`open that address`) });
  });

  it('an address that is opened changes nothing', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('ana+phone');
    for (const path of [...Object.keys(presses), '/sign-out', '/enrol/made', '/devices/end-mine']) {
      if (path === `${order}/approve`) continue;
      const answer = await world.get(path, cookie);
      expect(answer).toMatchObject({ status: 405, text: expect.stringContaining('changes nothing') });
    }
    expect(world.done).toEqual([]);
  });

  it('a form that is not of the session', async () => {
    const world = new PageWorld();
    const [ana, ben] = [await world.signIn('ana+phone'), await world.signIn('ben')];
    const answer = await world.post(`${order}/hold`, { seal: ben.seal, note: '' }, { cookie: ana.cookie });
    expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('not of your session') });
    expect(world.done).toEqual([]);
  });

  it('a session that is over, or idle of a person who may do something', async () => {
    const world = new PageWorld();
    const [ana, ben] = [await world.signIn('ana+phone'), await world.signIn('ben')];
    world.nowMs += 30 * minuteMs;
    const idle = await world.post(`${order}/hold`, { seal: ana.seal, note: '' }, { cookie: ana.cookie });
    expect(idle).toMatchObject({ status: 401, text: expect.stringContaining('nothing was done for half an hour') });
    world.nowMs += 12 * 60 * minuteMs;
    const over = await world.post(`${order}/hold`, { seal: ben.seal, note: '' }, { cookie: ben.cookie });
    expect(over).toMatchObject({ status: 401, text: expect.stringContaining('more than twelve hours ago') });
    expect(world.done).toEqual([]);
  });

  it('a person whose key was taken out of the configuration, or is another one now, while signed in', async () => {
    const world = new PageWorld();
    const { cookie, seal } = await world.signIn('ana+phone');
    const before = world.passkey('ana+phone');
    world.passkeys.set('ana+phone', createPasskey('ES256', origin));
    const changed = await world.post(`${order}/hold`, { seal, note: '' }, { cookie });
    expect(changed).toMatchObject({ status: 401, text: expect.stringContaining('in the configuration no more') });
    world.passkeys.set('ana+phone', before);
    expect((await world.get('/', cookie)).status).toBe(401);
    expect(world.done).toEqual([]);
  });

  it('while the configuration cannot be read: to sign in and to approve, in words that say nothing of it; who was in may stop', async () => {
    const world = new PageWorld();
    const [ana, ben] = [await world.signIn('ana+phone'), await world.signIn('ben')];
    world.mistake = 'peerdesk.toml:3: is wrong';
    const held = await world.post(`${order}/hold`, { seal: ben.seal, note: '' }, { cookie: ben.cookie });
    expect(held.status).toBe(200);
    expect(world.done).toHaveLength(1);
    const signing = await world.get(`${order}/approve`, ana.cookie);
    expect(signing).toMatchObject({ status: 503, text: expect.stringContaining('cannot be read') });
    expect(signing.text).not.toContain('peerdesk.toml');
    expect(JSON.stringify(world.lines)).toContain('peerdesk.toml:3: is wrong');
    world.nowMs += 10 * minuteMs + 1;
    expect((await world.post(`${order}/hold`, { seal: ben.seal, note: '' }, { cookie: ben.cookie })).status).toBe(503);
  });

  it('a stranger’s look reads no configuration', async () => {
    const world = new PageWorld();
    for (const cookie of ['', '__Host-peerdesk=0'.padEnd(80, '0')])
      expect((await world.get('/', cookie)).status).toBe(401);
    expect(world.reads).toBe(0);
  });

  it('a person whose role was taken away', async () => {
    const world = new PageWorld();
    const { cookie, seal } = await world.signIn('ben');
    world.roles.set('ben', 'view');
    expect(await world.post(`${order}/hold`, { seal, note: '' }, { cookie })).toMatchObject({
      status: 403,
      text: expect.stringContaining('your role view looks and does nothing else: this needs the role hold'),
    });
    world.roles.delete('ben');
    expect((await world.get('/', cookie)).text).toContain('ben has no role');
    world.roles.set('ben', 'hold');
    expect((await world.get('/', cookie)).status).toBe(401);
    expect(world.done).toEqual([]);
  });

  it('an order of an account that the file does not have, and what is no page', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('eva');
    for (const path of ['/orders/other/88', '/orders/main/88%2f', '/none'])
      expect((await world.get(path, cookie)).status).toBe(404);
  });

  it('outlook 2.2: the door has no address for what a bot is sent, so that no one can forge a press', async () => {
    const world = new PageWorld();
    const press = { update_id: 1, callback_query: { id: '1', from: { id: 41 }, data: 'h.88' } };
    for (const path of ['/', '/telegram', '/webhook', '/bot', `${order}/hold`]) {
      const headers = { host: new URL(origin).host, 'content-type': 'application/json' };
      const sent = { method: 'POST', headers, body: JSON.stringify(press) };
      expect((await world.app.request(new Request(`${origin}${path}`, sent))).status).toBe(403);
      const answer = await world.app.request(
        new Request(`${origin}${path}`, { ...sent, headers: { ...headers, origin } }),
      );
      expect([401, 404, 422]).toContain(answer.status);
    }
    expect(world.done).toEqual([]);
  });

  it('what is too long, and a form without its fields', async () => {
    const world = new PageWorld();
    expect((await world.post('/sign-in', { answer: 'x'.repeat(20_000) })).status).toBe(413);
    expect(await world.post('/sign-in', {})).toMatchObject({
      status: 422,
      text: expect.stringContaining('is missing'),
    });
  });
});

describe('phone: what strangers try', () => {
  const lines = (world: PageWorld) => world.lines.filter((line) => JSON.stringify(line).includes('"refused"')).length;

  it('too much of it is refused by address, at each door, and a minute later not', async () => {
    const world = new PageWorld();
    const press = async (path: string, address: string) =>
      (await world.post(path, {}, { headers: { 'x-forwarded-for': address } })).status;
    for (let at = 0; at < 30; at += 1) expect(await press('/sign-in', '203.0.113.9')).toBe(422);
    for (const path of ['/sign-in', '/enrol', '/enrol/made'])
      expect(await press(path, '1.1.1.1, 203.0.113.9')).toBe(429);
    expect(await press('/sign-in', '203.0.113.10')).toBe(422);
    world.nowMs += minuteMs;
    expect(await press('/enrol', '203.0.113.9')).toBe(422);
  });

  it('takes no line of the log from people who have signed in', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('eva');
    for (let at = 0; at < 100; at += 1) await world.get('/');
    const before = lines(world);
    expect(before).toBe(30);
    await world.get('/orders/other/88', cookie);
    expect(lines(world)).toBe(before + 1);
  });
});

describe('phone: what every page is', () => {
  it('forbids scripts, styles and frames of others; what strangers write is text', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('eva');
    for (const answer of [await world.get('/sign-in'), await world.get(order, cookie), await world.get('/none')]) {
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('strict-transport-security')).toMatch(/max-age/);
      expect(answer.text).not.toMatch(/<script>|style=|onclick|https?:\/\/(?!desk\.example)/);
    }
    expect((await world.get(order, cookie)).text).toContain('&lt;b&gt;Rosa&lt;/b&gt;');
  });

  it('is small: page, style, scripts and picture have less than 60 KB together', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('ana+phone');
    const paths = [order, '/page.css', '/page.js', '/sw.js', '/manifest.webmanifest', '/icon.png'];
    const parts = await Promise.all(paths.map((path) => world.get(path, cookie)));
    expect(parts.map(({ status }) => status)).toEqual(paths.map(() => 200));
    expect(parts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(60_000);
  });

  it('leads to each other page, and says which it is', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('eva');
    const currentIn = async (path: string) =>
      [...(await world.get(path, cookie)).text.matchAll(/<a href="([^"]+)"\s+aria-current="(\w+)"/g)].map((found) =>
        found.slice(1),
      );
    for (const path of ['/', '/ads', '/report', '/devices']) expect(await currentIn(path)).toEqual([[path, 'page']]);
    expect(await currentIn('/ads/main/7')).toEqual([['/ads', 'true']]);
    expect(await currentIn(order)).toEqual([]);
    expect((await world.get('/sign-in')).text).not.toContain('/report');
  });

  it('says as of when it is, and that the worker does not answer', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('eva');
    world.isAway = true;
    const { text } = await world.get('/', cookie);
    expect(text).toContain('as of 2026-11-29T09:00:00.000Z');
    expect(text).toContain('What waits cannot be shown: no worker answers');
  });

  it.each(['/', order])('%s says of which zone its times are', async (path) => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('eva');
    const { text } = await world.get(path, cookie);
    expect(text).toContain('as of 2026-11-29T09:00:00.000Z, time zone America/La_Paz</footer>');
  });
});
