import { createECDH } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PageWorld } from '../page-fixture.ts';

const endpoint = 'https://web.push.apple.com/Q';
const device = {
  endpoint,
  p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
  auth: 'A'.repeat(22),
};

describe('phone: a person puts his device on the list', () => {
  it('by his session, and takes it off, or signs out with it', async () => {
    const world = new PageWorld();
    const { cookie, seal } = await world.signIn('eva');
    expect((await world.get('/', cookie)).text).toContain('data-key="BK-of-the-desk"');
    const kept = await world.post('/push/keep', { seal, ...device }, { cookie });
    expect(kept).toMatchObject({ status: 200, text: 'this device is notified' });
    await world.post('/push/keep', { seal, ...device }, { cookie });
    expect(world.lines.filter((line) => JSON.stringify(line).includes('push-kept'))).toEqual([
      { event: 'push-kept', key: 'eva' },
    ]);
    await world.post('/push/test', { seal, endpoint }, { cookie });
    await world.post('/push/forget', { seal, endpoint }, { cookie });
    await world.post('/sign-out', { seal, endpoint }, { cookie });
    const other = await world.signIn('eva');
    await world.post('/sign-out', { seal: other.seal, endpoint: '' }, { cookie: other.cookie });
    expect(world.devices).toEqual([
      ['keep', endpoint, 'eva'],
      ['keep', endpoint, 'eva'],
      ['test', endpoint],
      ['forget', endpoint, 'eva'],
      ['forget', endpoint, 'eva'],
    ]);
  });

  it('refused: without a session or its seal, an address of no push service, what encrypts nothing, a full list', async () => {
    const world = new PageWorld();
    const { cookie, seal } = await world.signIn('eva');
    expect((await world.post('/push/keep', { seal, ...device })).status).toBe(401);
    expect((await world.post('/push/keep', { seal: 'x', ...device }, { cookie })).status).toBe(403);
    const inside = { ...device, endpoint: 'https://169.254.169.254/latest' };
    expect(await world.post('/push/keep', { seal, ...inside }, { cookie })).toMatchObject({
      status: 422,
      text: expect.stringContaining('none of Apple, Google, Microsoft or Mozilla'),
    });
    expect((await world.post('/push/keep', { seal, ...device, auth: 'A' }, { cookie })).status).toBe(422);
    expect((await world.post('/push/test', { seal, endpoint: inside.endpoint }, { cookie })).status).toBe(422);
    world.isListFull = true;
    expect((await world.post('/push/keep', { seal, ...device }, { cookie })).status).toBe(409);
    expect((await world.get('/push/keep', cookie)).status).toBe(405);
    expect(world.devices).toEqual([]);
  });

  it('a page puts no device back by itself that was stopped elsewhere; its button does', async () => {
    const world = new PageWorld();
    const { cookie, seal } = await world.signIn('eva');
    const again = await world.post('/push/keep', { seal, ...device, again: 'yes' }, { cookie });
    expect(again).toMatchObject({ status: 410, text: expect.stringContaining('was taken off the list since') });
    expect((await world.post('/push/keep', { seal, ...device }, { cookie })).status).toBe(200);
    expect((await world.post('/push/keep', { seal, ...device, again: 'yes' }, { cookie })).status).toBe(200);
  });

  it('tests are few', async () => {
    const world = new PageWorld();
    const { cookie, seal } = await world.signIn('eva');
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push((await world.post('/push/test', { seal, endpoint }, { cookie })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('where no account notifies devices there is no button, and nothing is kept', async () => {
    const world = new PageWorld('https://desk.example.net', { hasPush: false });
    const { cookie, seal } = await world.signIn('eva');
    expect((await world.get('/', cookie)).text).not.toContain('id="push"');
    expect((await world.post('/push/keep', { seal, ...device }, { cookie })).status).toBe(404);
  });
});

describe('phone: the devices that are notified, under Devices', () => {
  const [anas, evas] = ['a'.repeat(32), 'e'.repeat(32)];
  const openWorld = () => {
    const world = new PageWorld();
    world.notified = [
      { id: anas, keyName: 'ana+phone', browser: 'Safari on iPhone', sinceMs: world.nowMs, miss: null },
      { id: evas, keyName: 'eva+old', browser: 'Chrome on Android', sinceMs: world.nowMs, miss: null },
    ];
    return world;
  };

  it('a person sees his own, on whichever device, and his passkey stops it, no session alone; another one’s is none to him', async () => {
    const world = openWorld();
    const { cookie, seal } = await world.signIn('eva');
    const { text } = await world.get('/devices', cookie);
    expect(text).toContain('Notices: Chrome on Android, of eva+old');
    expect(text).toContain('<dt>notified since</dt>');
    expect(text).toContain('2026-11-29T09:00:00.000Z');
    expect(text).not.toContain('iPhone');
    const other = await world.post('/push/stop', { seal, id: anas }, { cookie });
    expect(other.text).toContain('was off the list before');
    const meant = { seal, id: evas };
    expect((await world.post('/push/stop', meant, { cookie })).text).toContain('data-passkey="get"');
    expect(world.devices).toEqual([]);
    const own = await world.confirm('/push/stop', meant, { cookie, by: world.passkey('eva') });
    expect(own.text).toContain('a device of eva+old is notified no more');
    expect(world.devices).toEqual([['stop', evas]]);
  });

  it('an admin sees those of all, and his passkey signs before he stops another one’s', async () => {
    const world = openWorld();
    const { cookie, seal } = await world.signIn('ida');
    expect((await world.get('/devices', cookie)).text).toContain('Notices: Safari on iPhone, of ana+phone');
    const form = { seal, id: anas };
    const asked = await world.post('/push/stop', form, { cookie });
    expect(asked.text).toContain('Notify a device of ana+phone no more: Safari on iPhone.');
    const signed = world.confirmed(asked.text, form, world.passkey('ida'));
    expect((await world.post('/push/stop', { ...signed, id: evas }, { cookie })).status).toBe(403);
    expect(world.devices).toEqual([]);
    expect((await world.post('/push/stop', signed, { cookie })).text).toContain('is notified no more');
    expect(world.devices).toEqual([['stop', anas]]);
  });
});
