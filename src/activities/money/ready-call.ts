/** What a money call is made of. */
import type { SeenMarks } from '../../domain/register/arm-rules.ts';
import type { OnceStepName } from '../../domain/once-steps.ts';
import type { OneTimeCode } from '../../domain/orders/code-step.ts';
import type { Departure, Fence } from '../../domain/sending.ts';
import type { Claim, ClaimReply } from '../../register/operations/claim.ts';
import type { StepFence } from '../activity-contract.ts';
import type { Caller } from '../kit/caller.ts';

/** The result of a fresh look: what is claimed, what it rests on, and the call itself. */
export interface ReadyCall {
  /** What the register writes down of it. */
  wish: Omit<Claim, 'account' | 'term' | 'begunIn' | 'nowMs' | 'callId' | 'step' | 'subject' | 'epoch'>;
  seen: SeenMarks;
  /** Sends it; returns the number of the new order, or null. */
  send: (by: Departure, code: OneTimeCode | null) => Promise<string | null>;
}

/** A money call as its activity asks for it. */
export interface MoneyCall {
  step: OnceStepName;
  /** Order number, the request id of a placement, or the name of an ad. */
  subject: string;
  mode: unknown;
  fence: StepFence;
  caller: Caller;
  needsCode: boolean;
  /** Reads everything again; throws a NotSent when a condition fails. */
  prepare: () => Promise<ReadyCall>;
}

/** A call that is ready to be claimed, with its code and the time in which it may leave. */
export interface FencedCall extends ReadyCall {
  fence: Fence;
  code: OneTimeCode | null;
}

/** A guard's permit: its time, and how long the call may still leave by it, in ms. */
export interface Permit {
  atMs: number;
  leftMs: number;
}

/** A call that the register has written down, and the guard lets go. */
export interface PermittedCall extends FencedCall {
  claim: Extract<ClaimReply, { claimed: true }>;
  permit: Permit;
}
