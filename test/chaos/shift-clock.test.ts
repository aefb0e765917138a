import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { clockEnvironment } from '../setup/worker-process.ts';

/** The time according to a process and one of its threads, by both ways of asking. */
const program = `
import { Worker } from 'node:worker_threads';
const thread = "import { parentPort } from 'node:worker_threads'; parentPort.postMessage([Date.now(), new Date().getTime()])";
new Worker(new URL('data:text/javascript,' + encodeURIComponent(thread))).on('message', (times) =>
  console.log(JSON.stringify({
    times: [Date.now(), new Date().getTime(), ...times],
    given: new Date(5).getTime(),
    isDate: new Date() instanceof Date,
  })));
`;

interface Reading {
  times: number[];
  given: number;
  isDate: boolean;
}

function readClock(shift: { shiftMs: number; shiftAfterMs?: number }): Reading {
  const env = { ...process.env, ...clockEnvironment(shift) };
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' }),
  ) as Reading;
}

it.each([5_000, -5_000])('a process whose clock is wrong by %d ms, and its threads, have that time', (shiftMs) => {
  const before = Date.now();
  const { times, given, isDate } = readClock({ shiftMs });
  const after = Date.now();
  expect(times).toHaveLength(4);
  for (const time of times) {
    expect(time - shiftMs).toBeGreaterThanOrEqual(before);
    expect(time - shiftMs).toBeLessThanOrEqual(after);
  }
  expect([given, isDate]).toEqual([5, true]);
});

it('until its clock is set wrong it is right', () => {
  const before = Date.now();
  const { times } = readClock({ shiftMs: 3_600_000, shiftAfterMs: 3_600_000 });
  for (const time of times) expect(time).toBeLessThanOrEqual(Date.now());
  for (const time of times) expect(time).toBeGreaterThanOrEqual(before);
});
