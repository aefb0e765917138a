import type { OperationFacts } from '../world/sim-call.ts';

/** The header that tells the weight used in the last minute (wire-facts section 14); null where none is told. */
export function weightHeader({ envelope, countedBy }: Pick<OperationFacts, 'envelope' | 'countedBy'>): string | null {
  if (envelope === 'public') return null;
  return envelope === 'bare' ? 'X-MBX-USED-WEIGHT-1M' : `X-SAPI-USED-${countedBy.toUpperCase()}-WEIGHT-1M`;
}
