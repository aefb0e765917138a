import { expect, it } from 'vitest';
import { accountWindow } from '../../../src/workers/window/account-window.ts';
import type { OrderSheets } from '../../../src/workers/window/order-sheets.ts';

const sheets = {} as OrderSheets;
const world = (sheetsOf: OrderSheets | null, refused: { account: string; why: string }[] = []) => ({
  accounts: { all: () => [{ config: { account: 'main' } }], refused: () => refused, sheetsOf: () => sheetsOf },
  leader: () => '7@elsewhere',
});

it('window: a process shows what it leads; else it says why it cannot', () => {
  expect(accountWindow(world(sheets), 'main')).toEqual({ kind: 'open', sheets });
  expect(accountWindow(world(null), 'main')).toEqual({ kind: 'standby', leader: '7@elsewhere' });
  expect(accountWindow(world(null), 'other')).toEqual({ kind: 'unserved' });
  const refused = [{ account: 'main', why: 'live writes would be unsafe' }];
  expect(accountWindow(world(sheets, refused), 'main')).toEqual({
    kind: 'refused',
    why: 'live writes would be unsafe',
  });
});
