import { expect, it } from 'vitest';
import { digestOf, sightOf } from '../../../../src/door/page/live/live-sights.ts';
import type { PageDesk } from '../../../../src/door/page/page-desk.ts';

const desk = (order: unknown) =>
  ({ accounts: ['main'], waits: async () => ({ shown: 1 }), order: async () => order }) as unknown as PageDesk;
const shown = (code: string, stand = 'PAID') => desk({ shown: { code, stand } });

it('lists, an order, an ad and what approving signs can be watched; the last needs the role approve', () => {
  const paths = ['/', '/ads', '/report', '/orders/main/88', '/ads/main/7', '/orders/main/88/approve'];
  const needed = paths.map((path) => sightOf(path, desk(null))?.needed);
  expect(needed).toEqual(['view', 'view', 'view', 'view', 'view', 'approve']);
});

it.each([
  '',
  '/sign-in',
  '/orders/other/88',
  '/orders/main/8/8',
  '/orders/main/88/hold',
  '/ads/main/7/approve',
  '/ads/other/7',
  'constructor',
  '//evil.example/',
])('no other path can: %j', (path) => {
  expect(sightOf(path, desk(null))).toBeNull();
});

it('what an approval covers has changed when its code has, and by nothing else', async () => {
  const look = (of: PageDesk) => sightOf('/orders/main/88/approve', of)?.look();
  expect(await look(shown('AB23', 'held'))).toBe(await look(shown('AB23')));
  expect(await look(shown('AB24'))).not.toBe(await look(shown('AB23')));
  expect(await look(desk({ missing: 'no worker answers' }))).toBeNull();
});

it('what waits has changed once a need comes, or part of it cannot be read; not while it only waits', async () => {
  const row = { place: null, title: 'Desk main', needsYou: true, fields: [['since', '2026-11-29T09:00:00Z']] };
  const look = (rows: readonly unknown[], notes: readonly string[] = []) =>
    sightOf('/', {
      accounts: ['main'],
      waits: async () => ({ shown: { rows, notes } }),
    } as unknown as PageDesk)?.look();
  const before = await look([]);
  expect(await look([])).toBe(before);
  expect(await look([row])).not.toBe(before);
  expect(await look([row])).toBe(await look([row]));
  expect(await look([], ['this list is not whole'])).not.toBe(before);
});

it('what the clock alone changes is no change', () => {
  expect(digestOf(['paid 2.1 min ago', 'in 40 s'])).toBe(digestOf(['paid 3 min ago', 'in 2 h']));
  expect(digestOf('in 3 min')).not.toBe(digestOf('3 min over'));
  expect(digestOf('400 USDT')).not.toBe(digestOf('410 USDT'));
});
