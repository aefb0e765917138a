import { expect, it } from 'vitest';
import { listWish } from '../../../src/cli/page/look-for-page.ts';

it('phone: a list that is cut says of which account, and what shows the rest', () => {
  const wish = listWish('main', 'ads');
  expect(wish.limit).toBe(100);
  expect(wish.cut?.(100)).toBe(
    'only 100 ads of account main are shown: `peerdesk ad list --account main --limit 10000` on the machine of the desk shows all',
  );
  expect(listWish('second', 'orders').cut?.(100)).toContain('`peerdesk order list --account second --limit 10000`');
});
