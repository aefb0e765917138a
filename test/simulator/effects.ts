import type { Ledger } from '../../src/simulator/world/ledger.ts';

/** How often something of an order happened at the service. */
export function effects(
  { entries }: Ledger,
  kind: 'release' | 'pay' | 'place' | 'cancel',
  orderNumber: string,
): number {
  return entries.filter((entry) => entry.kind === kind && entry.orderNumber === orderNumber).length;
}
