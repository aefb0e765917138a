import { defineQuery, defineUpdate } from '@temporalio/workflow';
import { z } from 'zod';
import {
  amountSchema,
  fiatSchema,
  guardMemorySchema,
  identifierSchema,
  switchNames,
  type GuardMemory,
} from '../../domain/guard/guard-memory.ts';
import type { PublicationClaim } from '../../domain/guard/publication-claim.ts';
import type { PermitAnswer, PermitRequest } from '../../domain/guard/permit-request.ts';
import { maxMatches, proofIdSchema } from '../../domain/orders/payment-match.ts';
import { releaseRulesSchema } from '../../domain/orders/release-rules.ts';
import { commandsFor, fact, operatorSchema, refusedMessagesSchema, type RefusedMessages } from './message.ts';

const runIdSchema = z.string().min(1).max(100);

/**
 * The memory of the guard's workflow: the rules' memory, and its open work. Each part has a limit, from which a test
 * computes that the whole fits into one payload.
 */
export const guardRunMemorySchema = guardMemorySchema.unwrap().extend({
  refused: refusedMessagesSchema,
  /** The ended run whose memory must still be taken over: until then nothing is permitted. */
  after: runIdSchema.nullable(),
  /** A switch was lifted: the waiting orders must be woken. */
  wakes: z.boolean(),
  /** The switch of the ads was engaged: each ad must hear of it. */
  sweeps: z.boolean(),
});
export type GuardRunMemory = z.infer<typeof guardRunMemorySchema>;

export const guardInputSchema = z.strictObject({
  account: z.string().regex(/^[\w.-]{1,40}$/, 'an account alias'),
  /** Run id of a guard that was ended from outside; its memory is taken over before anything is permitted. */
  after: runIdSchema.nullable().optional(),
  /** Set by continue-as-new only. */
  memory: z.custom<GuardRunMemory>((value) => typeof value === 'object' && value !== null).optional(),
});

export type GuardInput = z.infer<typeof guardInputSchema>;

/** The answer of a guard's `state` query. No payment proofs. */
export interface GuardView extends Pick<GuardMemory, 'switches' | 'rules' | 'blocked'> {
  account: string;
  state: 'guarding' | 'taking-over';
  /** Payment proofs that are in use. */
  claims: number;
  /** The ads that were published by name; null: the call has left, and its number is not known yet. */
  publications: Record<string, string | null>;
  /** Released within the last 24 hours, by fiat. */
  releasedToday: Record<string, string>;
  refused: RefusedMessages;
}

export type PermitReply = PermitAnswer & {
  /** Temporal's time of the answer, in epoch ms: the clock of a worker is compared with it. */
  atMs: number;
};

const killSwitchSchema = operatorSchema.omit({ note: true }).extend({
  name: z.enum(switchNames, `name must be one of ${switchNames.join(', ')}`),
  /** True engages the switch (stops), false lifts it (resumes). */
  thrown: z.boolean('thrown must be true or false'),
  reason: z.string().trim().max(500).default(''),
});

export type KillSwitchCommand = z.input<typeof killSwitchSchema>;

const blockSchema = operatorSchema.extend({ counterparty: z.string().trim().min(1).max(100) });
const guardCommand = commandsFor<GuardView>();

export const guardCommands = {
  killSwitch: guardCommand(
    'killSwitch',
    killSwitchSchema,
    'Engage or lift a kill switch: all, releases, repricing or ads',
  ),
  setReleaseRules: guardCommand(
    'setReleaseRules',
    releaseRulesSchema,
    'Release rules of the orders that arrive from now on',
  ),
  block: guardCommand('block', blockSchema, 'Never release to this counterparty'),
  unblock: guardCommand('unblock', blockSchema, 'Take a counterparty off the block list'),
};

const giveBackSchema = z.strictObject({
  orderNumber: identifierSchema,
  step: z.enum(['place', 'mark-paid', 'release', 'publish']),
  /** When the attempt had ended: what was permitted later is another one. */
  endedAtMs: z.number().nonnegative().optional(),
  /** When the attempt began: what was permitted before is another one, and stays. */
  sinceMs: z.number().nonnegative().optional(),
});

/** The step provably did not happen: its claim and its share of the day's sum are free again. */
export const giveBackFact = fact('giveBack', giveBackSchema, 'A money step is proven not to have happened');

const lateReleaseSchema = z.strictObject({
  orderNumber: identifierSchema,
  amount: amountSchema,
  fiat: fiatSchema,
  proofs: z.array(proofIdSchema).max(maxMatches + 1),
});

/** A release that was given back happened all the same: its payments and its share of the day's sum are used. */
export const lateReleaseFact = fact('lateRelease', lateReleaseSchema, 'A release that was given back shows as done');

export const publicationClaimSchema = z.strictObject({
  name: z.string().regex(/^[\w.-]{1,40}$/, 'the name of an ad'),
  adNumber: z.string().regex(/^[\w-]{1,64}$/, 'an ad number'),
});
/** A worker asks this once an ad is published: it answers who owns the ad. */
export const claimPublicationUpdate = defineUpdate<PublicationClaim, [PublicationClaim]>('claimPublication');

/** A worker asks this as the last check before a money call leaves. */
export const permitUpdate = defineUpdate<PermitReply, [PermitRequest]>('permit');
export const guardStateQuery = defineQuery<GuardView>('state');
/** The whole memory, for the run that takes it over. */
export const guardMemoryQuery = defineQuery<GuardRunMemory>('memory');
