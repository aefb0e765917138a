/** Asks a guard for a permit. Where one of guard and register does not know the other's last call, they are compared first. */
import { randomUUID } from 'node:crypto';
import type { GuardControl } from '../../client/index.ts';
import { OwnFailure } from '../../domain/failures/own-failures.ts';
import type { PermitRequest } from '../../domain/guard/permit-request.ts';
import type { PermitReply } from '../../workflows/contract/guard-contract.ts';
import { catchUp, type Behind } from './guard-catch-up.ts';

interface Asked extends Behind {
  readonly guard: Pick<GuardControl, 'permit' | 'memory' | 'catchUp'>;
  /** Bounds each question of its own. */
  readonly inTime: <T>(ask: () => Promise<T>) => Promise<T>;
}

/** Returns the guard's answer; one that a comparison can change is asked for twice. */
export async function askPermit(asked: Asked, request: PermitRequest): Promise<PermitReply> {
  const { guard, inTime } = asked;
  const answer = await inTime(() => guard.permit(request, randomUUID()));
  if (answer.permitted) return answer;
  const next = await inTime(() => afterComparison(asked, request, answer.reason));
  return next === null ? answer : await inTime(() => guard.permit(next, randomUUID()));
}

/**
 * Returns what is asked after a refusal, or null: it stays as it is. A guard that is behind catches up. A call that the
 * guard has permitted and this register has not armed is looked for among its rows: one that was withdrawn is there.
 */
async function afterComparison(
  { guard, register }: Asked,
  request: PermitRequest,
  reason: OwnFailure,
): Promise<PermitRequest | null> {
  if (reason === OwnFailure.GUARD_BEHIND) {
    await catchUp({ guard, register }, request);
    return request;
  }
  if (reason !== OwnFailure.REGISTER_BEHIND) return null;
  const { generation, permitted } = await guard.memory();
  return (await register.compareGuard({ generation, permitted })) ? null : { ...request, known: permitted };
}
