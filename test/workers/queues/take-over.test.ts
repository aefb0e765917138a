import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { isDead } from '../../../src/workers/queues/take-over.ts';

const host = { name: 'desk-1', isAlive: (pid: number) => pid === 20 };

it.each([
  { identity: '10@desk-1', dead: true, why: 'no such process on this host' },
  { identity: '20@desk-1', dead: false, why: 'the process lives' },
  { identity: '10@desk-2', dead: false, why: 'another host cannot be asked' },
  {
    identity: `${process.pid}@desk-1`,
    dead: true,
    why: 'a container that starts again has the pid of its predecessor',
  },
  { identity: 'ana@desk-1', dead: false, why: 'no pid' },
  { identity: '10@desk-1 ', dead: false, why: 'another name' },
  { identity: '', dead: false, why: 'no name' },
  { identity: null, dead: false, why: 'no answer' },
])('design 6: a worker called $identity is dead: $dead ($why)', ({ identity, dead }) => {
  expect(isDead(identity, host)).toBe(dead);
});

it('design 6: the processes of this machine are looked up: one that lives, and one that has ended', () => {
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  expect(isDead(`${process.ppid}@${hostname()}`)).toBe(false);
  expect(isDead(`${ended}@${hostname()}`)).toBe(true);
});
