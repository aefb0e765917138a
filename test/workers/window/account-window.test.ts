import { expect, it } from 'vitest';
import { accountWindow, type AccountPeople } from '../../../src/workers/window/account-window.ts';

const people = { sheets: {}, chats: {} } as AccountPeople;
const world = (people: AccountPeople | null, refused: { account: string; why: string }[] = []) => ({
  accounts: { all: () => [{ config: { account: 'main' } }], refused: () => refused, peopleOf: () => people },
  leader: () => '7@elsewhere',
});

it('window: a process shows what it leads; else it says why it cannot', () => {
  expect(accountWindow(world(people), 'main')).toEqual({ kind: 'open', ...people });
  expect(accountWindow(world(null), 'main')).toEqual({ kind: 'standby', leader: '7@elsewhere' });
  expect(accountWindow(world(null), 'other')).toEqual({ kind: 'unserved' });
  const refused = [{ account: 'main', why: 'live writes would be unsafe' }];
  expect(accountWindow(world(people, refused), 'main')).toEqual({
    kind: 'refused',
    why: 'live writes would be unsafe',
  });
});
