import { accountOperations, timeOperation } from './account-operations.ts';
import { adOperations } from './ad-operations.ts';
import { chatOperations, type ChatParts } from './chat-operations.ts';
import { orderOperations } from './order-operations.ts';
import type { SimOperation } from '../world/sim-call.ts';
import type { SimulatorSettings } from '../world/simulator-options.ts';

/** Every operation that is served, each with its place, its authentication and what it takes and gives. */
export function simOperations(parts: ChatParts): SimOperation[] {
  return [timeOperation, ...adOperations, ...orderOperations, ...chatOperations(parts), ...accountOperations];
}

type ServiceSettings = Pick<SimulatorSettings, 'weights' | 'requireClientType'>;

/**
 * The operations as the settings of a simulator want them: what is served and what is described are the same rows.
 *
 * Throws a RangeError when a weight is given to an operation that does not exist, or is no positive number.
 */
export function configureOperations(operations: readonly SimOperation[], settings: ServiceSettings): SimOperation[] {
  const { weights, requireClientType } = settings;
  const names = new Set(operations.map(({ name }) => name));
  for (const [name, weight] of Object.entries(weights)) {
    if (!names.has(name) || !(weight > 0)) throw new RangeError(`No operation has the weight ${name}: ${weight}.`);
  }
  return operations.map((operation) => ({
    ...operation,
    weight: weights[operation.name] ?? operation.weight,
    needsClientType: operation.needsClientType && (requireClientType || operation.auth === 'key-web'),
  }));
}
