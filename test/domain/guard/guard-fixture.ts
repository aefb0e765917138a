import { emptyGuardMemory, type GuardMemory } from '../../../src/domain/guard/guard-memory.ts';
import { decidePermit } from '../../../src/domain/guard/permit.ts';
import type { PermitRequest } from '../../../src/domain/guard/permit-request.ts';

/** A request to release order A of 1150 BOB without a proof, a code or a cap. */
export function releaseRequest(changes: Partial<PermitRequest> = {}): PermitRequest {
  return {
    step: 'release',
    orderNumber: 'A',
    amount: '1150.00',
    fiat: 'BOB',
    proof: null,
    codeStep: null,
    counterparty: null,
    caps: { perDay: null },
    ...changes,
  };
}

/** The memory after requests that must all be permitted at that time. */
export function afterPermits(requests: readonly PermitRequest[], atMs: number, memory = emptyGuardMemory): GuardMemory {
  return requests.reduce((before, request) => {
    const { answer, memory: after } = decidePermit(before, request, atMs);
    if (!answer.permitted) throw new Error(answer.text);
    return after;
  }, memory);
}
