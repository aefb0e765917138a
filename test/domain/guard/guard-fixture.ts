import { emptyGuardMemory, type GuardMemory } from '../../../src/domain/guard/guard-memory.ts';
import { decidePermit } from '../../../src/domain/guard/permit.ts';
import type { PermitRequest } from '../../../src/domain/guard/permit-request.ts';

/** The mint of the register that these guards know. */
export const generation = 'generation-1';

/** A guard that knows its register, and has permitted nothing. */
export const readyMemory: GuardMemory = { ...emptyGuardMemory, generation };

/** Asks to release order A, as the first call of the register. */
export function permitRequest(changes: Partial<PermitRequest> = {}): PermitRequest {
  return { step: 'release', subject: 'A', generation, number: 1, callId: 'call-1', known: null, ...changes };
}

/** The memory after requests that must all be permitted. */
export function afterPermits(requests: readonly PermitRequest[], memory = readyMemory): GuardMemory {
  return requests.reduce((before, request) => {
    const { answer, memory: after } = decidePermit(before, request);
    if (!answer.permitted) throw new Error(answer.code);
    return after;
  }, memory);
}

/**
 * Decides as for the worker of the only register there is: it has every call that the guard has permitted, and names the
 * last one when it is asked for.
 */
export function decideForOnly(memory: GuardMemory, request: PermitRequest): ReturnType<typeof decidePermit> {
  const decision = decidePermit(memory, request);
  const isUnnamed = !decision.answer.permitted && decision.answer.reason === 'REGISTER_BEHIND';
  return isUnnamed ? decidePermit(memory, { ...request, known: memory.permitted }) : decision;
}
