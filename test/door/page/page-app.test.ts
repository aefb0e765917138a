import { describe, expect, it } from 'vitest';
import { wordText } from '../../../src/domain/signing/signed-word.ts';
import { createPasskey, spkiOf } from '../../setup/passkeys/passkey.ts';
import { PageWorld, answerOf, fieldIn, origin } from './page-fixture.ts';

const minuteMs = 60_000;
const order = '/orders/main/88';

describe('phone: signing in', () => {
  it('by a passkey alone: a session in a cookie that no script and no other site gets', async () => {
    const world = new PageWorld();
    const answer = await world.post('/sign-in', await world.signInForm(world.passkey('ana+phone')));
    expect(answer.status).toBe(303);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-peerdesk=[\da-f]{64}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    const { cookie } = await world.signIn('ana+phone');
    expect((await world.get('/', cookie)).text).toContain('Order 88');
    expect((await world.get('/')).status).toBe(401);
  });

  it('a signature counts once, and within a minute', async () => {
    const world = new PageWorld();
    const form = await world.signInForm(world.passkey('ana+phone'));
    await world.post('/sign-in', form);
    const again = await world.post('/sign-in', form);
    expect(again).toMatchObject({ status: 403, text: expect.stringContaining('this signature was used already') });
    const late = await world.signInForm(world.passkey('ana+phone'));
    world.nowMs += minuteMs;
    expect(await world.post('/sign-in', late)).toMatchObject({
      status: 403,
      text: expect.stringContaining('that took too long'),
    });
  });

  it('refused: a passkey of no one, one of a person without a role, a challenge of another door', async () => {
    const world = new PageWorld();
    const stranger = await world.post('/sign-in', await world.signInForm(createPasskey('ES256', origin)));
    expect(stranger).toMatchObject({ status: 403, text: expect.stringContaining('is of no person') });
    world.roles.delete('ben');
    const roleless = await world.post('/sign-in', await world.signInForm(world.passkey('ben')));
    expect(roleless).toMatchObject({ status: 403, text: expect.stringContaining('ben has no role') });
    const form = await new PageWorld().signInForm(world.passkey('ana+phone'));
    const elsewhere = await world.post('/sign-in', { ...form, seal: 'f'.repeat(64) });
    expect(elsewhere).toMatchObject({ status: 403, text: expect.stringContaining('not made by the door as it runs') });
    expect(roleless.headers.get('set-cookie')).toBeNull();
  });

  it('signing out ends the session at the door', async () => {
    const world = new PageWorld();
    const { cookie, seal } = await world.signIn('eva');
    expect((await world.post('/sign-out', { seal }, { cookie })).headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await world.get('/', cookie)).status).toBe(401);
  });
});

describe('phone: refused, with the reason to the presser', () => {
  const hold = async (world: PageWorld, headers: Record<string, string>, path = `${order}/hold`) => {
    const { cookie, seal } = await world.signIn('ana+phone');
    const answer = await world.post(path, { seal, note: '' }, { cookie, headers });
    expect(world.done).toEqual([]);
    return answer;
  };

  it.each<[string, Record<string, string>, number, string]>([
    ['a post of another origin', { origin: 'https://evil.example' }, 403, 'was sent by another page'],
    ['a post of an origin that a browser hides', { origin: 'null' }, 403, 'was sent by another page'],
    ['a post without an origin', { origin: '' }, 403, 'did not say which page'],
    ['a post that the browser calls one of another site', { 'sec-fetch-site': 'cross-site' }, 403, 'another page'],
    ['a name of the host that is not the page’s', { host: 'evil.example' }, 421, `this page is at ${origin} alone`],
  ])('%s', async (_, headers, status, reason) => {
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

  it('a session that is over, or idle of a person who may approve', async () => {
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

  it('a person whose role was taken away, and all while the configuration cannot be read', async () => {
    const world = new PageWorld();
    const { cookie, seal } = await world.signIn('ben');
    world.mistake = 'peerdesk.toml:3: is wrong';
    expect(await world.post(`${order}/hold`, { seal, note: '' }, { cookie })).toMatchObject({
      status: 503,
      text: expect.stringContaining('peerdesk.toml:3: is wrong'),
    });
    world.mistake = null;
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

describe('phone: holding and stopping need a session alone', () => {
  it('a hold with its note, and a kill switch, in the name of the person', async () => {
    const world = new PageWorld();
    const { cookie, seal } = await world.signIn('ben');
    const held = await world.post(`${order}/hold`, { seal, note: ' call first ' }, { cookie });
    expect(held).toMatchObject({ status: 200, text: expect.stringContaining('hold noted') });
    await world.post('/accounts/main/kill', { seal, note: '', switch: 'releases' }, { cookie });
    expect(world.done).toEqual([
      ['hold', { account: 'main', orderNumber: '88' }, { by: 'ben', note: 'call first' }],
      ['kill', 'main', 'releases', { by: 'ben', note: null }],
    ]);
    world.isAway = true;
    expect((await world.get(order, cookie)).text).toContain('Hold this order');
    expect((await world.get('/', cookie)).text).toContain('Stop all releases');
  });

  it('who may look alone is shown no button, and the desk’s refusal is said', async () => {
    const world = new PageWorld();
    const [eva, ben] = [await world.signIn('eva'), await world.signIn('ben')];
    for (const path of ['/', order]) expect((await world.get(path, eva.cookie)).text).not.toMatch(/Hold this|Stop/);
    world.isRefused = true;
    const answer = await world.post(`${order}/hold`, { seal: ben.seal, note: '' }, { cookie: ben.cookie });
    expect(answer).toMatchObject({ status: 409, text: expect.stringContaining('the order has changed') });
  });
});

describe('phone: approving', () => {
  const drawnFor = async (world: PageWorld, name = 'ana+phone') => {
    const { cookie, seal } = await world.signIn(name);
    const page = await world.get(`${order}/approve`, cookie);
    const word = world.words.at(-1);
    if (word === undefined) throw new Error('nothing was drawn');
    const text = wordText(word.word, word.end);
    return { cookie, seal, page, word, text, form: { seal, nonce: fieldIn(page.text, 'nonce') } };
  };

  it('sends what was shown with the signature of the passkey that signed in, once', async () => {
    const world = new PageWorld();
    const { cookie, form, page, word, text } = await drawnFor(world);
    expect(page.text).toContain(word.code);
    const signed = { ...form, answer: answerOf(world.passkey('ana+phone'), text) };
    expect((await world.post(`${order}/approve`, signed, { cookie })).status).toBe(200);
    const signature = expect.stringMatching(/^passkey:/);
    const sent = { by: 'ana', note: null, seen: word.seen, signed: { ...word.end, signature } };
    expect(world.done).toEqual([['approve', { account: 'main', orderNumber: '88' }, sent]]);
    const again = await world.post(`${order}/approve`, signed, { cookie });
    expect(again).toMatchObject({ status: 409, text: expect.stringContaining('was sent already, or is too old') });
    expect(world.done).toHaveLength(1);
  });

  it('refused: a role that is too low, a passkey of another person, a text that was not shown, one that is too old', async () => {
    const world = new PageWorld();
    const ben = await world.signIn('ben');
    const low = await world.post(`${order}/approve`, { seal: ben.seal, nonce: '0', answer: 'a.b.c' }, ben);
    expect(low).toMatchObject({ status: 403, text: expect.stringContaining('this needs the role approve') });
    expect((await world.get(`${order}/approve`, ben.cookie)).status).toBe(403);
    const other = await drawnFor(world);
    const byBen = { ...other.form, answer: answerOf(world.passkey('ben'), other.text) };
    expect(await world.post(`${order}/approve`, byBen, other)).toMatchObject({
      status: 403,
      text: expect.stringContaining('is not the one that signed in'),
    });
    const changed = await drawnFor(world);
    const byAna = answerOf(world.passkey('ana+phone'), changed.text.replace('457.50', '4.57'));
    expect((await world.post(`${order}/approve`, { ...changed.form, answer: byAna }, changed)).status).toBe(403);
    const late = await drawnFor(world);
    world.nowMs += 60_000;
    const answer = answerOf(world.passkey('ana+phone'), late.text);
    expect((await world.post(`${order}/approve`, { ...late.form, answer }, late)).status).toBe(409);
    expect(world.done).toEqual([]);
  });

  it('refused: what was shown to another session of the same person', async () => {
    const world = new PageWorld();
    const [one, other] = [await drawnFor(world), await world.signIn('ana+phone')];
    const form = { seal: other.seal, nonce: one.form.nonce, answer: answerOf(world.passkey('ana+phone'), one.text) };
    expect((await world.post(`${order}/approve`, form, other)).status).toBe(409);
    expect(world.done).toEqual([]);
  });

  it('says why nothing can be signed, and what the worker has refused', async () => {
    const world = new PageWorld();
    const shown = await drawnFor(world);
    world.isRefused = true;
    const form = { ...shown.form, answer: answerOf(world.passkey('ana+phone'), shown.text) };
    const answer = await world.post(`${order}/approve`, form, shown);
    expect(answer).toMatchObject({ status: 409, text: expect.stringContaining('the order has changed') });
    world.isAway = true;
    expect((await world.get(`${order}/approve`, shown.cookie)).text).toContain('no worker answers');
  });
});

describe('phone: making a passkey', () => {
  const made = (page: string, key: string, part: object = {}) => {
    const challenge = /data-challenge="([^"]+)"/.exec(page)?.[1];
    const client = JSON.stringify({ type: 'webauthn.create', challenge, origin, ...part });
    const fields = ['name', 'nonce', 'expiresAtMs', 'seal'].map((name) => [name, fieldIn(page, name)]);
    return { ...Object.fromEntries(fields), answer: `${Buffer.from(client).toString('base64url')}.${key}` };
  };

  it('a word of the machine makes one key of one device, and shows the line that lets it count', async () => {
    const world = new PageWorld();
    world.enrolment = { person: 'ana' };
    const { text } = await world.post('/enrol', { word: 'ABCD', device: 'tablet' });
    const passkey = createPasskey('ES256', origin);
    const form = made(text, spkiOf(passkey.keys.publicKey));
    const line = `ana+tablet=${passkey.publicKey}`;
    const answer = await world.post('/enrol/made', form);
    expect(answer.text).toContain(line);
    expect(world.lines).toContainEqual({ event: 'enrolled', line });
    expect((await world.post('/enrol/made', form)).text).toContain('this signature was used already');
  });

  it('refused: a word that was used, one that is late, a device without a name', async () => {
    const world = new PageWorld();
    world.enrolment = { person: 'ana' };
    expect((await world.post('/enrol', { word: 'ABCD', device: 'a b' })).status).toBe(422);
    await world.post('/enrol', { word: 'ABCD', device: 'phone' });
    const used = await world.post('/enrol', { word: 'ABCD', device: 'phone' });
    expect(used).toMatchObject({ status: 403, text: expect.stringContaining('was used already, or is none') });
    world.enrolment = { problem: 'enrolment-late' };
    const late = await world.post('/enrol', { word: 'ABCD', device: 'phone' });
    expect(late).toMatchObject({ status: 403, text: expect.stringContaining('more than ten minutes old') });
  });

  it('refused: another name, another page, another challenge, what is no key', async () => {
    const world = new PageWorld();
    world.enrolment = { person: 'ana' };
    const { text } = await world.post('/enrol', { word: 'ABCD', device: 'phone' });
    const key = spkiOf(createPasskey('ES256', origin).keys.publicKey);
    const status = async (form: Record<string, string>) => (await world.post('/enrol/made', form)).status;
    expect(await status({ ...made(text, key), name: 'ben+phone' })).toBe(403);
    expect(await status(made(text, key, { origin: 'https://evil.example' }))).toBe(422);
    expect(await status(made(text, key, { type: 'webauthn.get' }))).toBe(422);
    expect(await status(made(text, key, { challenge: 'AAAA' }))).toBe(422);
    expect(await status(made(text, 'AAAA'))).toBe(422);
    expect(await status({ ...made(text, key), answer: `AAAA.${key}` })).toBe(422);
    expect(await status(made(text, key))).toBe(200);
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

  it('is small: page, style and script have less than 60 KB together', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('ana+phone');
    const parts = await Promise.all([order, '/page.css', '/page.js'].map((path) => world.get(path, cookie)));
    expect(parts.map(({ status }) => status)).toEqual([200, 200, 200]);
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
