import { setTimeout as delay } from 'node:timers/promises';
import type { Check } from './check.ts';
import type { ServiceWorld } from './service-world.ts';

const pauseMs = 100;
const maxPauses = 300;

/**
 * Returns a check that waits, at most half a minute, while the process itself holds its calls back: a busy machine may
 * delay the confirmation of a worker's lead, which says nothing of the service.
 */
export function afterHold(check: Check<ServiceWorld>): Check<ServiceWorld> {
  const look = async (world: ServiceWorld) => {
    for (let pause = 0; pause < maxPauses && isHeld(world); pause += 1) await delay(pauseMs);
    return check.look(world);
  };
  return { ...check, look };
}

function isHeld({ exchange }: ServiceWorld): boolean {
  const verdict = exchange.gate.peek();
  return !verdict.allowed && (verdict.reason === 'standby' || verdict.reason === 'standstill');
}
