import type { SimOperation } from '../../src/simulator/world/sim-call.ts';
import { createChatTickets } from '../../src/simulator/chat/chat-tickets.ts';
import { createImageStore } from '../../src/simulator/chat/image-store.ts';
import { systemClock } from '../../src/simulator/world/sim-clock.ts';
import { simOperations } from '../../src/simulator/operations/sim-operations.ts';
import type { SimWorld } from '../simulator/sim-fixture.ts';
import type { WireAnswer, WireCall } from '../simulator/wire-caller.ts';

/** The operations as the simulator serves them. */
export const served: readonly SimOperation[] = simOperations({
  tickets: createChatTickets(1, systemClock),
  images: createImageStore(1, systemClock),
});

/** The served operation of this name. */
export function servedBy(name: string): SimOperation {
  const operation = served.find((candidate) => candidate.name === name);
  if (operation === undefined) throw new Error(`The simulator serves no ${name}.`);
  return operation;
}

const isSigned = (operation: SimOperation): boolean => ['hmac', 'adaptive', 'chain'].includes(operation.auth);

/** Calls an operation over plain HTTP, with the encoding and the signature of the test itself. */
export async function rawCall(
  world: SimWorld,
  { operation, input }: { operation: SimOperation; input: Readonly<Record<string, unknown>> },
  change: WireCall = {},
): Promise<WireAnswer> {
  const inQuery = operation.parameters === 'query';
  const query = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
  return world.desk.call(operation.path, {
    method: operation.method,
    sign: isSigned(operation),
    ...(inQuery ? { query } : {}),
    ...(operation.method === 'POST' && !inQuery ? { body: input } : {}),
    ...(operation.auth === 'none' ? { headers: { 'X-MBX-APIKEY': null } } : {}),
    ...change,
  });
}
