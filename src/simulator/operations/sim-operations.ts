import { accountOperations, spotPriceOperation, timeOperation } from './account-operations.ts';
import { adOperations } from './ad-operations.ts';
import { chatOperations, type ChatParts } from './chat-operations.ts';
import { orderOperations } from './order-operations.ts';
import type { SimOperation } from '../world/sim-call.ts';
import type { SimulatorSettings } from '../world/simulator-options.ts';

/** Returns every served operation with its place, authentication, input and answer. */
export function simOperations(parts: ChatParts): SimOperation[] {
  return [
    timeOperation,
    spotPriceOperation,
    ...adOperations,
    ...orderOperations,
    ...chatOperations(parts),
    ...accountOperations,
  ];
}

type ServiceSettings = Pick<SimulatorSettings, 'weights' | 'requireClientType'>;

/**
 * Applies the settings of a simulator to the operations: served and described rows are the same.
 *
 * Throws a RangeError for a weight of an unknown operation, or one that is not positive.
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
