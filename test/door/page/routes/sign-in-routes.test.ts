import { describe, expect, it } from 'vitest';
import { createPasskey } from '../../../setup/passkeys/passkey.ts';
import { PageWorld, origin } from '../page-fixture.ts';

const minuteMs = 60_000;

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

  it('over another session ends that one', async () => {
    const world = new PageWorld();
    const [ana, eva] = [await world.signIn('ana+phone'), await world.signIn('eva')];
    const form = await world.signInForm(world.passkey('ben'));
    expect((await world.post('/sign-in', form, { cookie: ana.cookie })).status).toBe(303);
    expect((await world.get('/', ana.cookie)).status).toBe(401);
    expect((await world.get('/', eva.cookie)).status).toBe(200);
  });

  it('the eleventh session of a person ends his oldest, with a line in the log', async () => {
    const world = new PageWorld();
    const ben = await world.signIn('ben');
    const anas: { cookie: string }[] = [];
    for (let at = 0; at < 11; at += 1) anas.push(await world.signIn('ana+phone'));
    expect((await world.get('/', anas[0]?.cookie)).status).toBe(401);
    for (const { cookie } of [ben, ...anas.slice(1)]) expect((await world.get('/', cookie)).status).toBe(200);
    const ended = world.lines.filter((line) => JSON.stringify(line).includes('session-replaced'));
    expect(ended).toEqual([{ event: 'session-replaced', key: 'ana+phone', by: 'ana+phone' }]);
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
    expect(stranger).toMatchObject({ status: 403, text: expect.stringContaining('neither in an approvers file') });
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
