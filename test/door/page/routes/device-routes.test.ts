import { describe, expect, it } from 'vitest';
import { clientOf, createPasskey, dataOf, signAssertion } from '../../../setup/passkeys/passkey.ts';
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

  it('what was signed counts once, within a minute, and for no other session of the admin', async () => {
    const world = new PageWorld();
    const [ida, other] = [await world.signIn('ida'), await world.signIn('ida')];
    const form = { seal: ida.seal, person: 'ben' };
    const { text } = await world.post('/people/enrol', form, ida);
    const signed = world.confirmed(text, form, world.passkey('ida'));
    const elsewhere = await world.post('/people/enrol', { ...signed, seal: other.seal }, other);
    expect(elsewhere).toMatchObject({ status: 403, text: expect.stringContaining('load it again') });
    world.nowMs += 60_000;
    expect((await world.post('/people/enrol', signed, ida)).text).toContain('that took too long');
    world.nowMs -= 60_000;
    expect((await world.post('/people/enrol', signed, ida)).text).toContain('ABCD-EFGH-JKMN');
    expect((await world.post('/people/enrol', signed, ida)).text).toContain('this signature was used already');
    expect(world.done).toEqual([['enrol', 'ben', 'ida']]);
  });

  it('draws no word, and one that was signed for a person draws none for another one', async () => {
    const world = new PageWorld();
    const ida = await world.signIn('ida');
    const form = { seal: ida.seal, person: 'ben' };
    const { text } = await world.post('/people/enrol', form, ida);
    expect(text).toContain('Draw a word by which ben makes a passkey');
    expect(text).not.toContain('ABCD-EFGH');
    const signed = world.confirmed(text, form, world.passkey('ida'));
    expect((await world.post('/people/enrol', { ...signed, person: 'eva' }, ida)).status).toBe(403);
    const unverified = signAssertion(world.passkey('ida'), {
      data: dataOf(new URL(origin).hostname, 0x19),
      client: clientOf(origin, '', { challenge: /data-challenge="([^"]+)"/.exec(text)?.[1] ?? '' }),
    });
    const absent = { ...signed, answer: unverified.replace('passkey:', '') };
    expect((await world.post('/people/enrol', absent, ida)).status).toBe(403);
    expect(world.done).toEqual([]);
  });
});

describe('phone: letting a person in', () => {
  it('an admin draws a word for a person of the file; it is shown, and not in the log', async () => {
    const world = new PageWorld();
    const { cookie, seal } = await world.signIn('ida');
    expect((await world.get('/devices', cookie)).text).toContain('<option>ben</option>');
    const form = { seal, person: 'ben' };
    const { text } = await world.confirm('/people/enrol', form, { cookie, by: world.passkey('ida') });
    expect(text).toContain('ABCD-EFGH-JKMN');
    expect(world.done).toEqual([['enrol', 'ben', 'ida']]);
    expect(world.lines).toContainEqual({ event: 'enrolment-drawn', key: 'ida', person: 'ben' });
    expect(JSON.stringify(world.lines)).not.toContain('ABCD-EFGH');
    expect((await world.post('/people/enrol', { seal, person: 'zoe' }, { cookie })).status).toBe(422);
  });
});
