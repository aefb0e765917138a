import type { z } from 'zod';
import { OwnFailure } from '../failures/own-failures.ts';
import type { GuardMemory, SwitchName } from './guard-memory.ts';
import { permitRequestSchema, type PermitAnswer, type PermitRequest } from './permit-request.ts';

interface PermitDecision {
  readonly memory: GuardMemory;
  readonly answer: PermitAnswer;
}

type Refusal = Extract<PermitAnswer, { permitted: false }>;

/**
 * Decides whether a claimed money call may go on. A guard permits each number of its register once, and only while it
 * knows everything that the register knows and the register has its words. A request that does not parse is refused
 * (INVARIANT). Design 6, I12.
 */
export function decidePermit(memory: GuardMemory, request: unknown): PermitDecision {
  const read = permitRequestSchema.safeParse(request);
  if (!read.success) return { memory, answer: refuse(OwnFailure.INVARIANT, unreadableText(read.error)) };
  const refusal =
    switchRefusal(memory, read.data) ?? behindRefusal(memory, read.data) ?? numberRefusal(memory, read.data);
  if (refusal !== null) return { memory, answer: refusal };
  return { memory: { ...memory, permitted: read.data.number }, answer: { permitted: true } };
}

function refuse(reason: OwnFailure, text: string): Refusal {
  return { permitted: false, reason, text };
}

function switchRefusal({ switches }: GuardMemory, { step }: PermitRequest): Refusal | null {
  const name = switchesOfStep[step].find((one) => switches[one] !== null);
  return name === undefined ? null : refuse(OwnFailure.SWITCHED_OFF, `the switch "${name}" is engaged`);
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
  if (generation !== request.generation || permitted < request.armedNumber) {
    return refuse(OwnFailure.GUARD_BEHIND, 'the guard knows less than the register of this machine');
  }
  if (words === keptWords) return null;
  return refuse(OwnFailure.GUARD_BEHIND, 'the register does not have what the guard received yet');
}

function numberRefusal({ permitted }: GuardMemory, { number }: PermitRequest): Refusal | null {
  if (number > permitted) return null;
  const text = `the guard has permitted number ${permitted} already, and the register asks for ${number}: it is an older copy`;
  return refuse(OwnFailure.REGISTER_BEHIND, text);
}

/** Names the fields only: a value may be an identifier. */
function unreadableText({ issues }: z.ZodError): string {
  const places = issues.map(({ path }) => path.map(String).join('.') || 'the request').slice(0, 3);
  return `the request for a permit cannot be read: ${places.join(', ')}`;
}
