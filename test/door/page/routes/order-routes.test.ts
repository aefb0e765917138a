import { describe, expect, it } from 'vitest';
import { wordText } from '../../../../src/domain/signing/signed-word.ts';
import { PageWorld, answerOf, fieldIn } from '../page-fixture.ts';

const order = '/orders/main/88';

describe('phone: what waits', () => {
  it('an order leads to its view, an ad to its own, and what has none says what to type', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('eva');
    const { text } = await world.get('/', cookie);
    expect(text).toContain(`<a href="${order}">Order 88</a>`);
    expect(text).toContain('<a href="/ads/main/7">Ad 7</a>');
    expect(text).toContain('<h2>Desk main</h2>');
    expect(text).toContain('npx peerdesk desk show --account main');
    expect(text).not.toContain('Nothing waits');
  });

  it('nothing waits only where all of it was read and nothing does', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('eva');
    world.waitsNothing = true;
    expect((await world.get('/', cookie)).text).toContain('Nothing waits.');
    world.unread = ['no worker leads: this list is not whole'];
    const { text } = await world.get('/', cookie);
    expect(text).toContain('this list is not whole');
    expect(text).not.toContain('Nothing waits');
    world.isAway = true;
    expect((await world.get('/', cookie)).text).not.toContain('Nothing waits');
  });
});

describe('phone: holding and stopping need a session alone', () => {
  it('a hold with its note, approvals taken back, and a kill switch, in the name of the person', async () => {
    const world = new PageWorld();
    const { cookie, seal } = await world.signIn('ben');
    const held = await world.post(`${order}/hold`, { seal, note: ' call first ' }, { cookie });
    expect(held).toMatchObject({ status: 200, text: expect.stringContaining('hold noted') });
    await world.post(`${order}/revoke`, { seal, note: '' }, { cookie });
    await world.post('/accounts/main/kill', { seal, note: '', switch: 'releases' }, { cookie });
    expect(world.done).toEqual([
      ['hold', { account: 'main', orderNumber: '88' }, { by: 'ben', note: 'call first' }],
      ['revoke', { account: 'main', orderNumber: '88' }, { by: 'ben', note: null }],
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
    world.end = 'refused';
    const answer = await world.post(`${order}/hold`, { seal: ben.seal, note: '' }, { cookie: ben.cookie });
    expect(answer).toMatchObject({ status: 409, text: expect.stringContaining('the order has changed') });
    world.end = 'uncertain';
    const late = await world.post(`${order}/hold`, { seal: ben.seal, note: '' }, { cookie: ben.cookie });
    expect(late).toMatchObject({ status: 503, text: expect.stringContaining('Not certain') });
  });
});

describe('phone: what an order offers', () => {
  const offered = (text: string): string[] =>
    ['Hold this order', 'Take its approvals back'].filter((label) => text.includes(label));

  it('is what stops something of it now: one that is held is not held again, and one that is over takes neither; it can be written to', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('ben');
    const page = async () => (await world.get(order, cookie)).text;
    expect(offered(await page())).toEqual(['Hold this order', 'Take its approvals back']);
    world.stops = { ...world.stops, order: ['revoke'] };
    expect(offered(await page())).toEqual(['Take its approvals back']);
    world.stops = { ...world.stops, order: [] };
    expect(offered(await page())).toEqual([]);
    expect(await page()).not.toContain('unhold');
    expect(await page()).toContain('Write in the chat of the order');
    world.isAway = true;
    expect(offered(await page())).toEqual(['Hold this order', 'Take its approvals back']);
  });

  it('of a shadow stands first what is not done, on its page and where it is signed', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('ana+phone');
    const first =
      /<h1>[^<]*<\/h1>\s*<p class="card alert" role="alert">Mode shadow: the desk pays, releases, cancels and prices nothing/;
    for (const isShadow of [true, false]) {
      world.isShadow = isShadow;
      for (const path of [order, `${order}/approve`, '/ads/main/7'])
        expect(first.test((await world.get(path, cookie)).text), path).toBe(isShadow);
    }
  });

  it('what was taken and does not do what it asks for, or not yet, as a hold that is late, is not refused', async () => {
    const world = new PageWorld();
    const { cookie, seal } = await world.signIn('ben');
    world.end = 'unmet';
    const { status, text } = await world.post(`${order}/hold`, { seal, note: '' }, { cookie });
    expect(status).toBe(200);
    expect(text).toContain('<h1>Taken: read what follows</h1>');
  });
});

describe('phone: replying', () => {
  it('sends what was typed with the nonce of its form, and shows it again where it was not sent', async () => {
    const world = new PageWorld();
    const { cookie, seal } = await world.signIn('ben');
    const nonce = fieldIn((await world.get(order, cookie)).text, 'nonce');
    const form = { seal, nonce, text: '\r\nYa lo reviso\r\n<b>hoy</b> ' };
    const sent = await world.post(`${order}/reply`, form, { cookie });
    expect(sent.text).not.toContain('<textarea');
    world.end = 'uncertain';
    const again = await world.post(`${order}/reply`, form, { cookie });
    expect(again.status).toBe(503);
    expect(again.text).toContain('Ya lo reviso\n&lt;b&gt;hoy&lt;/b&gt;</textarea>');
    expect(fieldIn(again.text, 'nonce')).toBe(nonce);
    await world.post(`${order}/reply`, { ...form, meant: 'yes' }, { cookie });
    const place = { account: 'main', orderNumber: '88' };
    const reply = { nonce, text: 'Ya lo reviso\n<b>hoy</b>', isMeant: false };
    expect(world.done).toEqual([
      ['reply', place, reply],
      ['reply', place, reply],
      ['reply', place, { ...reply, isMeant: true }],
    ]);
    expect(JSON.stringify(world.lines)).not.toContain('reviso');
  });

  it('each look draws another nonce, and who may look alone has no field', async () => {
    const world = new PageWorld();
    const [ben, eva] = [await world.signIn('ben'), await world.signIn('eva')];
    const nonces = [await world.get(order, ben.cookie), await world.get(order, ben.cookie)].map(({ text }) =>
      fieldIn(text, 'nonce'),
    );
    expect(new Set(nonces).size).toBe(2);
    expect((await world.get(order, eva.cookie)).text).not.toContain('/reply');
    expect((await world.post(`${order}/reply`, { seal: ben.seal, nonce: 'x', text: 'a' }, ben)).status).toBe(422);
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
    const sent = { by: 'ana', seen: word.seen, signed: { ...word.end, signature } };
    expect(world.done).toEqual([['approve', { account: 'main', orderNumber: '88' }, sent]]);
    const again = await world.post(`${order}/approve`, signed, { cookie });
    expect(again).toMatchObject({ status: 409, text: expect.stringContaining('was sent already, or is too old') });
    expect(world.done).toHaveLength(1);
  });

  it('shows which money is looked for before the facts that are signed, and apart from them; without it signing goes on', async () => {
    const world = new PageWorld();
    const { page, word, text } = await drawnFor(world);
    const [before = '', signed = ''] = page.text.split('<form class="card need"');
    expect(before).toContain('<h2>Look for it in the bank</h2>');
    expect(before).toContain('457.50 BOB from Rosa &lt;b&gt;Perez&lt;/b&gt; into Banco Simulado …1001');
    expect(signed).toContain('Your passkey signs</h2>');
    expect(signed).toContain('50 USDT');
    expect(signed).not.toContain('look for');
    expect(text).not.toContain('Rosa');
    expect(JSON.stringify(word)).not.toContain('Rosa');
    world.lookFor = [['order sheet', 'names, methods and chat are not shown: worker 7 did not answer in time']];
    const without = await drawnFor(world);
    expect(without.page.text).toContain('worker 7 did not answer in time');
    const answer = answerOf(world.passkey('ana+phone'), without.text);
    expect((await world.post(`${order}/approve`, { ...without.form, answer }, without)).status).toBe(200);
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
    world.end = 'refused';
    const form = { ...shown.form, answer: answerOf(world.passkey('ana+phone'), shown.text) };
    const answer = await world.post(`${order}/approve`, form, shown);
    expect(answer).toMatchObject({ status: 409, text: expect.stringContaining('the order has changed') });
    world.isAway = true;
    expect((await world.get(`${order}/approve`, shown.cookie)).text).toContain('no worker answers');
  });
});

describe('phone: what one session may use up', () => {
  it('what approving signs is read ten times at once, and then once in three seconds; the refusal says when', async () => {
    const world = new PageWorld();
    const [ana, other] = [await world.signIn('ana+phone'), await world.signIn('ana+phone')];
    const look = async (cookie: string) => await world.get(`${order}/approve`, cookie);
    for (let at = 0; at < 10; at += 1) expect((await look(ana.cookie)).status).toBe(200);
    expect(await look(ana.cookie)).toMatchObject({ status: 429, text: expect.stringContaining('try again in 3 s') });
    expect(world.words).toHaveLength(10);
    expect((await look(other.cookie)).status).toBe(200);
    world.nowMs += 3_100;
    expect((await look(ana.cookie)).status).toBe(200);
    expect((await look(ana.cookie)).status).toBe(429);
  });

  it('looks at what the desk has are thirty at once; then the desk is not asked, and what stops is shown and works', async () => {
    const world = new PageWorld();
    const { cookie, seal } = await world.signIn('ben');
    for (let at = 0; at < 29; at += 1) expect((await world.get(order, cookie)).status).toBe(200);
    const before = world.looks;
    for (const path of [order, '/', '/ads', '/ads/main/7', '/report'])
      expect(await world.get(path, cookie)).toMatchObject({
        status: 429,
        text: expect.stringContaining('this session has asked very often just now: try again in 1 s'),
      });
    expect((await world.get('/live?of=/', cookie)).status).toBe(429);
    expect(world.looks).toBe(before);
    expect((await world.get(order, cookie)).text).toContain('Hold this order');
    expect((await world.get('/', cookie)).text).toContain('Stop everything');
    expect((await world.get('/ads/main/7', cookie)).text).toContain('Take it offline');
    for (let at = 0; at < 50; at += 1) {
      expect((await world.post(`${order}/hold`, { seal, note: '' }, { cookie })).status).toBe(200);
      expect((await world.post('/ads/main/7/pause', { seal, note: '' }, { cookie })).status).toBe(200);
      const kill = { seal, note: '', switch: 'all' };
      expect((await world.post('/accounts/main/kill', kill, { cookie })).status).toBe(200);
    }
    world.nowMs += 1_000;
    expect((await world.get(order, cookie)).status).toBe(200);
  });

  it('replies are ten at once, and then one in three seconds; what was typed is shown again', async () => {
    const world = new PageWorld();
    const { cookie, seal } = await world.signIn('ben');
    const reply = async (at: number) =>
      await world.post(`${order}/reply`, { seal, nonce: `${at}`.padStart(32, '0'), text: `Hola ${at}` }, { cookie });
    for (let at = 0; at < 10; at += 1) expect((await reply(at)).status).toBe(200);
    const refused = await reply(10);
    expect(refused).toMatchObject({ status: 409, text: expect.stringContaining('try again in 3 s') });
    expect(refused.text).toContain('Hola 10</textarea>');
    expect(world.done).toHaveLength(10);
    expect((await world.post(`${order}/hold`, { seal, note: '' }, { cookie })).status).toBe(200);
    world.nowMs += 3_100;
    expect((await reply(10)).status).toBe(200);
  });

  it('a page that looks by itself, every four seconds on three devices, is never refused', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('eva');
    for (let at = 0; at < 200; at += 1) {
      for (let page = 0; page < 3; page += 1)
        expect((await world.get('/', cookie, { 'peerdesk-look': '1' })).status).toBe(200);
      world.nowMs += 4_000;
    }
  });
});
