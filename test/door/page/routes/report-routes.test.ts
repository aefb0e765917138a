import { expect, it } from 'vitest';
import { PageWorld } from '../page-fixture.ts';

it('phone: the report of today names each amount, and what a reader must know of it', async () => {
  const world = new PageWorld();
  const { cookie } = await world.signIn('eva');
  const { text } = await world.get('/report', cookie);
  for (const part of ['main, day', 'USDT/BOB', '<dt>earned</dt>', '3.10', 'left', 'late']) expect(text).toContain(part);
  expect(text).not.toContain('<table');
  world.isAway = true;
  expect((await world.get('/report', cookie)).text).toContain('A report cannot be shown: no worker answers');
});
