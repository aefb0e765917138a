import { defineQuery, defineUpdate } from '@temporalio/workflow';
import { z } from 'zod';
import {
  emptyGuardMemory,
  generationSchema,
  guardMemorySchema,
  switchNames,
  type GuardMemory,
} from '../../domain/guard/guard-memory.ts';
import { permittedCallSchema } from '../../domain/guard/permitted-call.ts';
import type { PublicationClaim } from '../../domain/guard/publication-claim.ts';
import type { PermitAnswer, PermitRequest } from '../../domain/guard/permit-request.ts';
import { guardMessageRefusalSchema } from '../../domain/refusals/guard-refusal.ts';
import { releaseRulesSchema } from '../../domain/orders/release-rules.ts';
import { commandsFor, maxRefusedName, maybeOperatorParts, operatorSchema, type RefusedMessages } from './message.ts';

const runIdSchema = z.string().min(1).max(100);

/**
 * The memory of the guard's workflow: the rules' memory, and its open work. Each part has a limit, from which a test
 * computes that the whole fits into one payload.
 */
export const guardRunMemorySchema = guardMemorySchema.unwrap().extend({
  refused: z.strictObject({
    count: z.int().nonnegative(),
    last: z
      .strictObject({
        message: z.string().max(maxRefusedName),
        refusal: guardMessageRefusalSchema,
        atMs: z.number().nonnegative(),
      })
      .nullable(),
  }),
  /** The ended run whose memory must still be taken over: until then nothing is permitted. */
  after: runIdSchema.nullable(),
  /** A switch was lifted, or a counterparty unblocked: the waiting orders must be woken. */
  wakes: z.boolean(),
  /** The switch of the ads was engaged: each ad must hear of it. */
  sweeps: z.boolean(),
  /** What may have left before the last word was kept. */
  mayHaveLeft: z.array(z.string().max(120)).max(20),
  /** The run of the last reset of this guard; null: it was never reset. */
  resetId: runIdSchema.nullable(),
  /** The last reset after which it received what the register restricts; null: none. */
  toldReset: runIdSchema.nullable(),
});
export type GuardRunMemory = z.infer<typeof guardRunMemorySchema>;

/** That of a guard that knows nothing yet. */
export const emptyGuardRunMemory: GuardRunMemory = {
  ...emptyGuardMemory,
  refused: { count: 0, last: null },
  after: null,
  wakes: false,
  sweeps: false,
  mayHaveLeft: [],
  resetId: null,
  toldReset: null,
};

export const guardInputSchema = z.strictObject({
  account: z.string().regex(/^[\w.-]{1,40}$/, 'an account alias'),
  /** Run id of a guard that was ended from outside; its memory is taken over before anything is permitted. */
  after: runIdSchema.nullable().optional(),
  /** Set by continue-as-new only, which a stranger's code can do as well. */
  memory: guardRunMemorySchema.optional(),
});

export type GuardInput = z.infer<typeof guardInputSchema>;

/** The answer of a guard's `state` query. No payment proofs. */
export interface GuardView extends Pick<GuardMemory, 'switches' | 'rules' | 'blocked'> {
  account: string;
  state: 'guarding' | 'taking-over';
  /** The ads that were published by name. */
  publications: Record<string, string>;
  /** Of the register whose calls it permits; null: it has no news of one yet. */
  generation: string | null;
  /** Whether the register has every word that the guard received: what is at the guard alone can be taken from it. */
  isKept: boolean;
  /** What may have left before the last word was kept, in words. */
  mayHaveLeft: readonly string[];
  refused: RefusedMessages;
}

/** What a command of a guard answers. Its lists are long, and each answer stays in the history: `state` has them. */
export interface GuardAnswer extends Omit<GuardView, 'blocked' | 'publications'> {
  /** How many are on the block list. */
  onBlockList: number;
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
const setReleaseRulesSchema = releaseRulesSchema.unwrap().extend(maybeOperatorParts);
const guardCommand = commandsFor<GuardAnswer>();

/**
 * The commands of a guard, for who sends them without `guardControl`.
 *
 * @example
 * const guard = client.workflow.getHandle(guardWorkflowId(account));
 * await guard.executeUpdate(guardCommands.block.update, { args: [{ counterparty: '9007', by: 'ana', note: 'a chargeback' }] });
 * await guard.signal(guardCommands.unblock.signal, { counterparty: '9007', by: 'ana' });
 */
export const guardCommands = {
  killSwitch: guardCommand(
    'killSwitch',
    killSwitchSchema,
    'Engage or lift a kill switch: all, releases, repricing or ads',
  ),
  setReleaseRules: guardCommand(
    'setReleaseRules',
    setReleaseRulesSchema,
    'Release rules of the orders that arrive from now on',
  ),
  block: guardCommand('block', blockSchema, 'Never release to this counterparty: a user number, or nickname:NAME'),
  unblock: guardCommand('unblock', blockSchema, 'Take a counterparty off the block list'),
};

/** What the register restricts, and which calls it knows of: a guard that knows less takes it over. */
export const catchUpSchema = z.strictObject({
  generation: generationSchema,
  /** The highest call of which the register knows that it was permitted; null: none. */
  known: permittedCallSchema.nullable(),
  /** The guard's own highest one, which the register has: it does not give way while it is another one. */
  compared: permittedCallSchema.nullable(),
  switches: guardMemorySchema.unwrap().shape.switches,
  rules: releaseRulesSchema.nullable(),
  blocked: guardMemorySchema.unwrap().shape.blocked,
  /** The last reset of the guard, as the worker has seen it; null: none. */
  toldReset: runIdSchema.nullable(),
});
export type CatchUp = z.infer<typeof catchUpSchema>;

/** The worker that leads sends this to a guard that is behind its register. */
export const catchUpUpdate = defineUpdate<GuardRunMemory, [CatchUp]>('catchUp');

export const publicationClaimSchema = z.strictObject({
  name: z.string().regex(/^[\w.-]{1,40}$/, 'the name of an ad'),
  adNumber: z.string().regex(/^[\w-]{1,64}$/, 'an ad number'),
});
/** A worker asks this once an ad is published: it answers who owns the ad. */
export const claimPublicationUpdate = defineUpdate<PublicationClaim, [PublicationClaim]>('claimPublication');

/** A worker asks this as the last check before a money call leaves. */
export const permitUpdate = defineUpdate<PermitReply, [PermitRequest]>('permit');
export const guardStateQuery = defineQuery<GuardView>('state');
/** The whole memory. Its argument, the id of an ended run, lets it answer with what no task of that run has taken. */
export const guardMemoryQuery = defineQuery<GuardRunMemory, [endedRunId?: string]>('memory');
