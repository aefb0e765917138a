import { describe, expect, it } from 'vitest';
import { PageWorld } from '../page-fixture.ts';

const ad = '/ads/main/7';
const place = { account: 'main', adNumber: '7' };

describe('phone: ads', () => {
  it('are listed with their price and rank, each with its page; what cannot be shown is said', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('eva');
    const list = (await world.get('/ads', cookie)).text;
    expect(list).toContain(`<a href="${ad}">Ad 7</a>`);
    expect(list).toContain('9.15, rank 1');
    expect((await world.get(ad, cookie)).text).not.toMatch(/formaction|name="note"/);
    world.isAway = true;
    expect((await world.get('/ads', cookie)).text).toContain('The ads cannot be shown: no worker answers');
    expect((await world.get('/ads/other/7', cookie)).status).toBe(404);
  });

  it('stop with a session alone, in the name of the person, also one that cannot be shown', async () => {
    const world = new PageWorld();
    const { cookie, seal } = await world.signIn('ben');
    world.isAway = true;
    expect((await world.get(ad, cookie)).text).toContain('Take it offline');
    await world.post(`${ad}/pause`, { seal, note: ' lunch ' }, { cookie });
    await world.post(`${ad}/offline`, { seal, note: '' }, { cookie });
    expect(world.done).toEqual([
      ['stop', place, 'pause', { by: 'ben', note: 'lunch' }],
      ['stop', place, 'offline', { by: 'ben', note: null }],
    ]);
  });

  it('offer what stops something of them now alone', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('ben');
    world.stops = { ...world.stops, ad: ['offline'] };
    const paused = (await world.get(ad, cookie)).text;
    expect(paused).toContain('Take it offline');
    expect(paused).not.toContain('Pause:');
    world.stops = { ...world.stops, ad: [] };
    expect((await world.get(ad, cookie)).text).not.toMatch(/Take it offline|Pause:|ad resume/);
  });

  it('go on at the machine of the desk alone: who reaches a session brings nothing back', async () => {
    const world = new PageWorld();
    const { cookie, seal } = await world.signIn('ida');
    expect((await world.get(ad, cookie)).text).toContain('peerdesk ad resume');
    expect((await world.post(`${ad}/resume`, { seal }, { cookie })).status).toBe(404);
    expect(world.done).toEqual([]);
  });
});
