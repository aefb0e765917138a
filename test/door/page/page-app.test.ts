import { describe, expect, it } from 'vitest';
import { createPasskey } from '../../setup/passkeys/passkey.ts';
import { PageWorld, origin } from './page-fixture.ts';

const minuteMs = 60_000;
const order = '/orders/main/88';

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
    for (const path of [`${order}/hold`, '/accounts/main/kill', '/sign-out', '/enrol/made']) {
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
    expect(world.done).toEqual([]);
  });

  it('an order of an account that the file does not have, and what is no page', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('eva');
    for (const path of ['/orders/other/88', '/orders/main/88%2f', '/none'])
      expect((await world.get(path, cookie)).status).toBe(404);
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

  it('says as of when it is, and that the worker does not answer', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('eva');
    world.isAway = true;
    const { text } = await world.get('/', cookie);
    expect(text).toContain('as of 2026-11-29T09:00:00.000Z');
    expect(text).toContain('What waits cannot be shown: no worker answers');
  });
});
