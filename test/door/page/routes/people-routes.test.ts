import { describe, expect, it } from 'vitest';
import { clientOf, dataOf, signAssertion } from '../../../setup/passkeys/passkey.ts';
import { PageWorld, origin } from '../page-fixture.ts';

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

describe('phone: the cookie of an admin alone', () => {
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
