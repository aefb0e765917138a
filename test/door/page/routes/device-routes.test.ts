import { describe, expect, it } from 'vitest';
import { createPasskey } from '../../../setup/passkeys/passkey.ts';
import { PageWorld, origin } from '../page-fixture.ts';

const idsIn = (text: string) => [...text.matchAll(/name="id" value="([\da-f]{16})"/g)].map(([, id = '']) => id);

describe('phone: who has signed in', () => {
  it('a person sees and ends his own sessions alone; an admin those of all', async () => {
    const world = new PageWorld();
    const [eva, ben, ida] = [await world.signIn('eva'), await world.signIn('ben'), await world.signIn('ida')];
    const mine = (await world.get('/devices', eva.cookie)).text;
    expect(mine).toContain('eva (this one)');
    expect(mine).not.toMatch(/ben|ida|Draw a word/);
    const all = (await world.get('/devices', ida.cookie)).text;
    expect(idsIn(all)).toHaveLength(3);
    const [, bens = ''] = idsIn(all);
    const byEva = await world.post('/devices/end', { seal: eva.seal, id: bens }, eva);
    expect(byEva.text).toContain('that session was over before');
    expect((await world.get('/', ben.cookie)).status).toBe(200);
    const meant = { seal: ida.seal, id: bens };
    const ended = await world.confirm('/devices/end', meant, { ...ida, by: world.passkey('ida') });
    expect(ended.text).toContain('the session of ben is over');
    expect(world.devices).toEqual([['forget-all', 'ben']]);
    expect((await world.get('/', ben.cookie)).status).toBe(401);
    expect((await world.post('/devices/end', { seal: ida.seal, id: bens }, ida)).text).toContain('was over before');
  });

  it('with since when notices do not reach a device, and why', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('eva');
    const why = 'HTTP 403 of fcm.googleapis.com: <b>';
    const device = { id: 'a'.repeat(32), keyName: 'eva', browser: 'Firefox', sinceMs: 0 };
    world.notified = [{ ...device, miss: null }];
    expect((await world.get('/devices', cookie)).text).not.toContain('not reached since');
    world.notified = [{ ...device, miss: { sinceMs: world.nowMs, why } }];
    const since = new Date(world.nowMs).toISOString();
    const { text } = await world.get('/devices', cookie);
    expect(text).toContain('not reached since');
    expect(text).toContain(`${since}: HTTP 403 of fcm.googleapis.com: &lt;b&gt;`);
  });

  it('to end the own session signs out', async () => {
    const world = new PageWorld();
    const { cookie, seal } = await world.signIn('eva');
    const [id = ''] = idsIn((await world.get('/devices', cookie)).text);
    const answer = await world.post('/devices/end', { seal, id }, { cookie });
    expect(answer).toMatchObject({ status: 303 });
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await world.get('/', cookie)).status).toBe(401);
    expect(world.devices).toEqual([]);
  });

  it('a session alone ends no other one of its person: a thief would keep him out, and silence his phones', async () => {
    const world = new PageWorld();
    const [thief, owner] = [await world.signIn('eva'), await world.signIn('eva')];
    const [newest = ''] = idsIn((await world.get('/devices', thief.cookie)).text);
    const meant = { seal: thief.seal, id: newest };
    expect((await world.post('/devices/end', meant, thief)).text).toContain('data-passkey="get"');
    expect((await world.get('/', owner.cookie)).status).toBe(200);
    expect(world.devices).toEqual([]);
    const signed = await world.confirm('/devices/end', meant, { ...thief, by: world.passkey('eva') });
    expect(signed.text).toContain('the session of eva is over');
    expect((await world.get('/', owner.cookie)).status).toBe(401);
    expect(world.devices).toEqual([['forget-all', 'eva']]);
  });

  it('on all devices of a person, also where a name is written otherwise, and of no other one', async () => {
    const world = new PageWorld();
    world.passkeys.set('Ana+tablet', createPasskey('ES256', origin));
    world.roles.set('Ana', 'approve');
    const [phone, tablet, ben] = [
      await world.signIn('ana+phone'),
      await world.signIn('Ana+tablet'),
      await world.signIn('ben'),
    ];
    const form = { seal: phone.seal };
    expect((await world.post('/devices/end-mine', form, phone)).text).toContain('data-passkey="get"');
    expect(world.devices).toEqual([]);
    const signed = await world.confirm('/devices/end-mine', form, { ...phone, by: world.passkey('ana+phone') });
    expect(signed.status).toBe(303);
    for (const { cookie } of [phone, tablet]) expect((await world.get('/', cookie)).status).toBe(401);
    expect((await world.get('/', ben.cookie)).status).toBe(200);
    expect(world.devices).toEqual([
      ['forget-all', 'ana+phone'],
      ['forget-all', 'Ana+tablet'],
    ]);
  });

  it('lists none that is over, idle, or whose key is in the configuration no more', async () => {
    const world = new PageWorld();
    const [ben, eva] = [await world.signIn('ben'), await world.signIn('eva')];
    world.nowMs += 30 * 60_000;
    const ida = await world.signIn('ida');
    world.passkeys.delete('eva');
    expect(idsIn((await world.get('/devices', ida.cookie)).text)).toHaveLength(1);
    for (const { cookie } of [ben, eva]) expect((await world.get('/', cookie)).status).toBe(401);
  });
});

describe('phone: the cookie of an admin alone', () => {
  it('ends no session of another person: his passkey is asked for exactly that', async () => {
    const world = new PageWorld();
    const [ben, eva, ida] = [await world.signIn('ben'), await world.signIn('eva'), await world.signIn('ida')];
    const [, evas = '', bens = ''] = idsIn((await world.get('/devices', ida.cookie)).text);
    const form = { seal: ida.seal, id: bens };
    const asked = await world.post('/devices/end', form, ida);
    expect(asked).toMatchObject({ status: 200, text: expect.stringContaining('End the session of ben since') });
    expect(asked.text).toContain('data-passkey="get"');
    for (const [change, status] of [
      [world.confirmed(asked.text, form, world.passkey('ben')), 403],
      [{ ...world.confirmed(asked.text, form, world.passkey('ida')), id: evas }, 403],
      [{ ...world.confirmed(asked.text, form, world.passkey('ida')), proof: '' }, 403],
      [{ ...form, answer: 'a.b.c' }, 403],
    ] as const)
      expect((await world.post('/devices/end', change, ida)).status).toBe(status);
    for (const { cookie } of [ben, eva]) expect((await world.get('/', cookie)).status).toBe(200);
  });
});
