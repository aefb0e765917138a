import { expect, it } from 'vitest';
import { accountWindow, type AccountPeople } from '../../../src/workers/window/account-window.ts';

const people = { sheets: {}, approvals: {}, chats: {}, waiting: {} } as AccountPeople;
const looks = { last: () => ({ lookedAtMs: 5, heldAtMs: 7 }) };
const gate = { state: () => ({ banUntilMs: 9 }) };
const runtime = { config: { account: 'main' }, metrics: { looks }, exchange: { gate } };
const world = (people: AccountPeople | null, refused: { account: string; why: string }[] = []) => ({
  accounts: { all: () => [runtime], refused: () => refused, peopleOf: () => people },
  leader: () => '7@elsewhere',
});

it('window: a process shows what it leads; else it says why it cannot', () => {
  expect(accountWindow(world(people), 'main')).toEqual({ kind: 'open', ...people, leads: expect.any(Function) });
  expect(accountWindow(world(null), 'main')).toEqual({ kind: 'standby', leader: '7@elsewhere' });
  expect(accountWindow(world(null), 'other')).toEqual({ kind: 'unserved' });
  const refused = [{ account: 'main', why: 'live writes would be unsafe' }];
  expect(accountWindow(world(people, refused), 'main')).toEqual({
    kind: 'refused',
    why: 'live writes would be unsafe',
  });
});

it('ADR 0034: a process that leads says when it looked, whether its prices are held, and the ban of its address', () => {
  const window = accountWindow(world(people), 'main');
  expect(window.kind === 'open' && window.leads()).toEqual({ lookedAtMs: 5, isHeld: true, banUntilMs: 9 });
});
