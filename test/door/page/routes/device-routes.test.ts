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
    const ended = await world.post('/devices/end', { seal: ida.seal, id: bens }, ida);
    expect(ended.text).toContain('the session of ben is over');
    expect(world.devices).toEqual([['forget-all', 'ben']]);
    expect((await world.get('/', ben.cookie)).status).toBe(401);
    expect((await world.post('/devices/end', { seal: ida.seal, id: bens }, ida)).text).toContain('was over before');
  });

  it('with whether notices reach the devices of the key, since when not and why', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('eva');
    const shown = async () => (await world.get('/devices', cookie)).text;
    expect(await shown()).toContain('none: no device of this key is on the list');
    const why = 'HTTP 403 of fcm.googleapis.com: <b>';
    world.misses.set('eva', [null, { sinceMs: world.nowMs, why }]);
    const since = new Date(world.nowMs).toISOString();
    expect(await shown()).toContain(`on; have not arrived since ${since}: HTTP 403 of fcm.googleapis.com: &lt;b&gt;`);
    const without = new PageWorld(origin, { hasPush: false });
    const signed = await without.signIn('eva');
    expect((await without.get('/devices', signed.cookie)).text).not.toContain('notices');
  });

  it('to end the own session signs out', async () => {
    const world = new PageWorld();
    const { cookie, seal } = await world.signIn('eva');
    const [id = ''] = idsIn((await world.get('/devices', cookie)).text);
    const answer = await world.post('/devices/end', { seal, id }, { cookie });
    expect(answer).toMatchObject({ status: 303 });
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await world.get('/', cookie)).status).toBe(401);
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
    expect((await world.post('/devices/end-mine', { seal: phone.seal }, phone)).status).toBe(303);
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

describe('phone: letting a person in', () => {
  it('an admin draws a word for a person of the file; it is shown, and not in the log', async () => {
    const world = new PageWorld();
    const { cookie, seal } = await world.signIn('ida');
    expect((await world.get('/devices', cookie)).text).toContain('<option>ben</option>');
    const { text } = await world.post('/people/enrol', { seal, person: 'ben' }, { cookie });
    expect(text).toContain('ABCD-EFGH-JKMN');
    expect(world.done).toEqual([['enrol', 'ben']]);
    expect(world.lines).toContainEqual({ event: 'enrolment-drawn', key: 'ida', person: 'ben' });
    expect(JSON.stringify(world.lines)).not.toContain('ABCD-EFGH');
    expect((await world.post('/people/enrol', { seal, person: 'zoe' }, { cookie })).status).toBe(422);
  });
});
