import type { GuardMemory } from '../../domain/guard/guard-memory.ts';
import type { PublicationClaim } from '../../domain/guard/publication-claim.ts';
import type { PermitRequest } from '../../domain/guard/permit-request.ts';
import type { GuardRunMemory, PermitReply } from '../../workflows/contract/guard-contract.ts';
import type { StepBar } from '../../domain/step-bar.ts';

/** What activities ask of the guard of their account. The worker implements it with a Temporal client. */
export interface GuardPort {
  /**
   * Asks whether a claimed money call may go on. Never rejects: a guard that does not
   * answer in time permits nothing (GUARD_SILENT, with a time of null).
   */
  permit(request: PermitRequest): Promise<PermitReply | SilentGuard>;
  /** Returns the guard's memory, at most `ttlMs` old; null when it does not answer: callers fail closed. */
  look(ttlMs: number): Promise<GuardMemory | null>;
  /** Assigns a published ad to a name, and returns who owns it. Rejects when the guard does not answer. */
  claimPublication(claim: PublicationClaim): Promise<PublicationClaim>;
  /** Returns the memory of an ended run of the guard. Rejects when it cannot be read. */
  readEnded(runId: string): Promise<GuardRunMemory>;
}

export type SilentGuard = { permitted: false; reason: 'GUARD_SILENT'; atMs: null } & Extract<
  StepBar,
  { code: 'guard-unheard' }
>;
