import { expect, it } from 'vitest';
import { recoveredLines, type RecoveredDesk } from '../../../src/cli/recover/recover-text.ts';

const desk: RecoveredDesk = {
  account: 'main',
  carried: 2,
  missing: [],
  odd: [],
  waiting: {},
  held: [],
  mayHaveLeft: [],
  unknownReleases: [],
  stopped: [],
  trouble: null,
  seconds: 9,
};

it('ADR 0054: the end of a recovery has the rows that were not read, what stops money, and the trouble of an account', () => {
  expect(recoveredLines(desk)).toEqual(['account main: 2 of 2 open orders are carried, after 9 s']);
  const odd = ['the list goes on after 1000 rows'];
  const stopped = ['unknown release 9: no money moves until `peerdesk register explain main`'];
  expect(recoveredLines({ ...desk, missing: ['7'], odd, stopped, trouble: 'no answer' })).toEqual([
    'account main: 2 of 3 open orders are carried, after 9 s',
    '  NOT CARRIED 7',
    '  not read, look in the app: the list goes on after 1000 rows',
    '  trouble: no answer',
    '  unknown release 9: no money moves until `peerdesk register explain main`',
  ]);
});
