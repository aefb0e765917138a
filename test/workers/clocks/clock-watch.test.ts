import { describe, expect, it } from 'vitest';
import { ClockWatch } from '../../../src/workers/clocks/clock-watch.ts';

function watched(serviceMs: number | null = null) {
  const said: (string | null)[] = [];
  const service = { differenceMs: serviceMs };
  const watch = new ClockWatch({
    serviceDifferenceMs: () => service.differenceMs,
    onChange: (text) => said.push(text),
  });
  const delays = (...delaysMs: number[]): void => {
    for (const delayMs of delaysMs) watch.note(1_000_000, 1_000_000 + delayMs);
    watch.check();
  };
  return { said, service, delays };
}

describe('design 6: a worker whose clock is off says so', () => {
  it.each([
    [[5, 40, 9_000], []],
    [[2_000, 2_001], []],
    [[2_001, 9_000], ["this clock is up to 2.0 s ahead of Temporal's, or its task queue is that slow"]],
    [[-2_000], []],
    [[-2_001, 5], ["this clock is 2.0 s behind Temporal's"]],
  ])('delays of %j ms', (delaysMs, texts) => {
    const { said, delays } = watched();
    delays(...delaysMs);
    expect(said).toEqual(texts);
  });

  it.each([
    [2_000, []],
    [2_001, ["this clock is 2.0 s behind the service's"]],
    [-5_500, ["this clock is 5.5 s ahead of the service's"]],
  ])('a service %i ms ahead', (differenceMs, texts) => {
    const { said, delays } = watched(differenceMs);
    delays();
    expect(said).toEqual(texts);
  });

  it('says each change once, also that it is over', () => {
    const { said, service, delays } = watched(3_000);
    delays(5);
    delays(5);
    service.differenceMs = 10;
    delays(5);
    delays(5);
    expect(said).toEqual(["this clock is 3.0 s behind the service's", null]);
  });

  it('forgets delays with each check, so that a repaired clock is not held against it', () => {
    const { said, delays } = watched();
    delays(-4_000);
    delays(3);
    expect(said).toEqual(["this clock is 4.0 s behind Temporal's", null]);
  });
});
