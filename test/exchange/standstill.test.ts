import { expect, it } from 'vitest';
import { createGate } from '../../src/exchange/index.ts';

const thresholds = { breakerFailureThreshold: 3, breakerOpenMs: 45_000 };

it('I27: a gate that must hold refuses every call; a known ban refuses with its own reason', () => {
  let isBehind = false;
  const gate = createGate(thresholds, { now: () => 1_000 });
  const end = gate.holdWhile('standstill', () => isBehind);
  expect([gate.peek(), gate.enter()]).toEqual([{ allowed: true }, { allowed: true }]);
  isBehind = true;
  const held = { allowed: false, reason: 'standstill', retryAfterMs: 500 };
  expect([gate.peek(), gate.enter()]).toEqual([held, held]);
  gate.setBan(61_000);
  expect(gate.enter()).toEqual({ allowed: false, reason: 'ban', retryAfterMs: 60_000 });
  gate.clearBan();
  expect(gate.enter()).toEqual(held);
  end();
  expect(gate.enter()).toEqual({ allowed: true });
});
