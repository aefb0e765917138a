import { accountOperations, timeOperation } from './operations/account-operations.ts';
import { adOperations } from './operations/ad-operations.ts';
import { chatOperations, type ChatParts } from './operations/chat-operations.ts';
import { orderOperations } from './operations/order-operations.ts';
import type { SimOperation } from './sim-call.ts';

/** Every operation that is served, each with its place, its authentication and what it takes and gives. */
export function simOperations(parts: ChatParts): SimOperation[] {
  return [timeOperation, ...adOperations, ...orderOperations, ...chatOperations(parts), ...accountOperations];
}
