import type { Operation } from './operation.ts';
import {
  commissionOperations,
  currencyOperations,
  paymentMethodOperations,
  userOperations,
} from './operations/account-operations.ts';
import { adOperations } from './operations/ad-operations.ts';
import { chatOperations } from './operations/chat-operations.ts';
import { merchantOperations } from './operations/merchant-operations.ts';
import { publicOperations, systemOperations } from './operations/open-operations.ts';
import { orderOperations } from './operations/order-operations.ts';

/** Every operation by its name: those of release 7.4, the public search (EP-0), the server's time and its spot price. */
export const operations: Readonly<Record<string, Operation>> = {
  ...systemOperations,
  ...adOperations,
  ...orderOperations,
  ...chatOperations,
  ...paymentMethodOperations,
  ...commissionOperations,
  ...merchantOperations,
  ...userOperations,
  ...currencyOperations,
  ...publicOperations,
};

const pathPrefix = '/sapi/v1/c2c/';

/**
 * Finds an operation by its method's name (`releaseCoin`), by the name with its group as the documents write it
 * (`orders.releaseCoin`), by its path after /sapi/v1/c2c/ (`ads/getDetailByNo`) or by its whole path; null when there
 * is none. Where one path has two forms the preferred one wins.
 *
 * @example
 * findOperation('ads/getDetailByNo')?.name; // → 'getDetailByNo'
 * findOperation('orders.releaseCoin')?.group; // → 'orders'
 * findOperation('releaseCoins'); // → null
 */
export function findOperation(nameOrPath: string): Operation | null {
  const named = byName(nameOrPath) ?? byGroupAndName(nameOrPath);
  if (named !== null) return named;
  const wanted = nameOrPath.startsWith('/') ? nameOrPath : pathPrefix + nameOrPath;
  return Object.values(operations).find(({ path }) => path === wanted) ?? null;
}

const byName = (name: string): Operation | null =>
  Object.hasOwn(operations, name) ? (operations[name] ?? null) : null;

function byGroupAndName(text: string): Operation | null {
  const point = text.indexOf('.');
  const operation = byName(text.slice(point + 1));
  return operation?.group === text.slice(0, point) ? operation : null;
}
