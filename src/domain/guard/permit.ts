import type { z } from 'zod';
import { OwnFailure } from '../failures/own-failures.ts';
import type { BarredStep } from '../step-bar.ts';
import type { EngagedSwitch } from '../switch-state.ts';
import { engagedAs, type GuardMemory, type SwitchName } from './guard-memory.ts';
import { isSameCall, numberOf } from './permitted-call.ts';
import { permitRequestSchema, type PermitAnswer, type PermitRequest } from './permit-request.ts';

interface PermitDecision {
  readonly memory: GuardMemory;
  readonly answer: PermitAnswer;
}

type Refusal = Extract<PermitAnswer, { permitted: false }>;

/**
 * Decides whether a claimed money call may go on. A guard permits each number of its register once, and only while each
 * knows the last call that the other one knows of, and the register has its words. A request that does not parse is refused
 * (INVARIANT). Design 6, I12.
 */
export function decidePermit(memory: GuardMemory, request: unknown): PermitDecision {
  const read = permitRequestSchema.safeParse(request);
  if (!read.success) {
    const places = unreadablePlaces(read.error);
    return { memory, answer: refuse({ reason: OwnFailure.INVARIANT, code: 'request-unreadable', places }) };
  }
  const refusal =
    switchRefusal(memory, read.data) ?? behindRefusal(memory, read.data) ?? copyRefusal(memory, read.data);
  if (refusal !== null) return { memory, answer: refusal };
  const { number, callId } = read.data;
  return { memory: { ...memory, permitted: { number, callId } }, answer: { permitted: true } };
}

function refuse(bar: BarredStep): Refusal {
  return { permitted: false, ...bar };
}

function switchRefusal({ switches }: GuardMemory, { step }: PermitRequest): Refusal | null {
  const engaged = switchesOfStep[step].map((name) => engagedAs(switches, name));
  const refusal = switchedOff(engaged.filter((one) => one !== null));
  return refusal === null ? null : refuse(refusal);
}

/** Returns the refusal by the first of these switches; null: none is engaged. */
export function switchedOff([engaged]: readonly EngagedSwitch[]): BarredStep | null {
  if (engaged === undefined) return null;
  return { reason: OwnFailure.SWITCHED_OFF, code: 'switched-off', engaged };
}

/** What stops a step. An ad that must leave the market is not published either. */
export const switchesOfStep: Readonly<Record<PermitRequest['step'], readonly SwitchName[]>> = {
  place: ['all'],
  'mark-paid': ['all'],
  release: ['all', 'releases'],
  // It sends no money, and it can lose money that has been sent: who stops everything means it, too.
  cancel: ['all'],
  publish: ['all', 'repricing', 'ads'],
};

/** An empty, replaced, older or forged guard does not know what was permitted before; one with words has more to say. */
function behindRefusal(
  { generation, permitted, words, keptWords }: GuardMemory,
  request: PermitRequest,
): Refusal | null {
  if (generation !== request.generation || numberOf(permitted) < numberOf(request.known)) {
    return refuse({ reason: OwnFailure.GUARD_BEHIND, code: 'guard-behind' });
  }
  if (words === keptWords) return null;
  return refuse({ reason: OwnFailure.GUARD_BEHIND, code: 'guard-untaken' });
}

/**
 * A register that does not name the last permitted call lacks it, or has not armed it: the worker looks for it there, and
 * asks once more. No copy that lacks a permitted call names it, however high its own numbers are by now.
 */
function copyRefusal({ permitted }: GuardMemory, { number, known }: PermitRequest): Refusal | null {
  const last = numberOf(permitted);
  const reason = OwnFailure.REGISTER_BEHIND;
  if (number <= last) return refuse({ reason, code: 'number-permitted', last, number });
  return isSameCall(permitted, known) ? null : refuse({ reason, code: 'call-unnamed', last });
}

/** Names the fields only: a value may be an identifier. */
function unreadablePlaces({ issues }: z.ZodError): string[] {
  return issues.map(({ path }) => path.map(String).join('.') || 'the request').slice(0, 3);
}
