import type { z } from 'zod';
import { OwnFailure } from '../failures/own-failures.ts';
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
  if (!read.success) return { memory, answer: refuse(OwnFailure.INVARIANT, unreadableText(read.error)) };
  const refusal =
    switchRefusal(memory, read.data) ?? behindRefusal(memory, read.data) ?? copyRefusal(memory, read.data);
  if (refusal !== null) return { memory, answer: refusal };
  const { number, callId } = read.data;
  return { memory: { ...memory, permitted: { number, callId } }, answer: { permitted: true } };
}

function refuse(reason: OwnFailure, text: string): Refusal {
  return { permitted: false, reason, text };
}

function switchRefusal({ switches }: GuardMemory, { step }: PermitRequest): Refusal | null {
  const engaged = switchesOfStep[step].map((name) => engagedAs(switches, name));
  const refusal = switchedOff(engaged.filter((one) => one !== null));
  return refusal === null ? null : { permitted: false, ...refusal };
}

/** Returns the refusal by the first of these switches; null: none is engaged. */
export function switchedOff([engaged]: readonly EngagedSwitch[]) {
  if (engaged === undefined) return null;
  return { reason: OwnFailure.SWITCHED_OFF, text: `the switch "${engaged.name}" is engaged`, engaged };
}

/** What stops a step. An ad that must leave the market is not published either. */
export const switchesOfStep: Readonly<Record<PermitRequest['step'], readonly SwitchName[]>> = {
  place: ['all'],
  'mark-paid': ['all'],
  release: ['all', 'releases'],
  publish: ['all', 'repricing', 'ads'],
};

/** An empty, replaced, older or forged guard does not know what was permitted before; one with words has more to say. */
function behindRefusal(
  { generation, permitted, words, keptWords }: GuardMemory,
  request: PermitRequest,
): Refusal | null {
  if (generation !== request.generation || numberOf(permitted) < numberOf(request.known)) {
    return refuse(OwnFailure.GUARD_BEHIND, 'the guard knows less than the register of this machine');
  }
  if (words === keptWords) return null;
  return refuse(OwnFailure.GUARD_BEHIND, 'the register does not have what the guard received yet');
}

/**
 * A register that does not name the last permitted call lacks it, or has not armed it: the worker looks for it there, and
 * asks once more. No copy that lacks a permitted call names it, however high its own numbers are by now.
 */
function copyRefusal({ permitted }: GuardMemory, { number, known }: PermitRequest): Refusal | null {
  const last = numberOf(permitted);
  if (number <= last) {
    const text = `the guard has permitted number ${last} already, and the register asks for ${number}: it is an older copy`;
    return refuse(OwnFailure.REGISTER_BEHIND, text);
  }
  if (isSameCall(permitted, known)) return null;
  const text = `the guard has permitted a call ${last} that the register does not name: it may be an older copy`;
  return refuse(OwnFailure.REGISTER_BEHIND, text);
}

/** Names the fields only: a value may be an identifier. */
function unreadableText({ issues }: z.ZodError): string {
  const places = issues.map(({ path }) => path.map(String).join('.') || 'the request').slice(0, 3);
  return `the request for a permit cannot be read: ${places.join(', ')}`;
}
