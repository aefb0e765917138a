import { describe, expect, it } from 'vitest';
import { createGate } from '../../../src/exchange/index.ts';

const thresholds = { breakerFailureThreshold: 3, breakerOpenMs: 45_000 };

describe('I27: the clock of a ban', () => {
  it.each([3_600_000, -86_400_000])('runs on when the wall clock is set by %i ms, without a call', async (stepMs) => {
    let wallMs = 1_768_000_000_000;
    let elapsedMs = 5_000;
    const gate = createGate(thresholds, { now: () => wallMs, elapsed: () => elapsedMs });
    gate.setBan(wallMs + 60_000);
    wallMs += stepMs;
    expect(gate.peek()).toEqual({ allowed: false, reason: 'ban', retryAfterMs: 60_000 });
    elapsedMs += 59_999;
    expect(gate.peek()).toMatchObject({ allowed: false, retryAfterMs: 1 });
    elapsedMs += 1;
    expect(gate.peek()).toEqual({ allowed: true });
  });

  it('one that follows another is reported, also when the wall clock was set back between them', () => {
    let wallMs = 1_768_000_000_000;
    let elapsedMs = 0;
    const gate = createGate(thresholds, { now: () => wallMs, elapsed: () => elapsedMs });
    const told: unknown[] = [];
    gate.subscribe(({ banUntilMs }) => told.push(banUntilMs));
    gate.setBan(wallMs + 60_000);
    gate.setBan(wallMs + 30_000);
    wallMs -= 3_600_000;
    gate.setBan(wallMs + 90_000);
    elapsedMs += 90_000;
    wallMs += 90_000;
    gate.setBan(wallMs + 1_000);
    const startMs = 1_768_000_000_000;
    expect(told).toEqual([startMs + 60_000, startMs - 3_600_000 + 90_000, startMs - 3_600_000 + 91_000]);
    expect(gate.peek()).toMatchObject({ retryAfterMs: 1_000 });
  });
});
