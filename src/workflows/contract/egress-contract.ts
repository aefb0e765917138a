import { defineQuery, defineUpdate } from '@temporalio/workflow';
import { z } from 'zod';
import type { BreakerState } from '../../domain/failures/circuit-breaker.ts';
import { carriedMemory, type KeptMemory } from './kept-memory.ts';
import { commandsFor, fact, operatorSchema } from './message.ts';

const momentSchema = z.number().int().nonnegative().max(8_640_000_000_000_000);
const aliasSchema = z.string().regex(/^[\w.-]{1,40}$/, 'an alias');

const banSchema = z.strictObject({ untilMs: momentSchema, reason: z.string().trim().min(1).max(500) });

/** A ban of an outgoing address: no call leaves before `untilMs`. */
export type Ban = z.infer<typeof banSchema>;

const breakerReportSchema = z.strictObject({
  account: aliasSchema,
  /** Host and port of the service: one account's wrong address proves nothing about another's. */
  service: z.string().min(1).max(300),
  breaker: z.strictObject({
    phase: z.enum(['closed', 'open', 'half-open']),
    failures: z.number().int().nonnegative(),
    openUntilMs: momentSchema.nullable(),
  }),
});

/** The breaker of one account for one service, as its worker reports it. */
export interface BreakerReport {
  account: string;
  service: string;
  breaker: BreakerState;
}

/** What an egress remembers across restarts of everything else. */
export interface EgressMemory extends KeptMemory {
  ban: Ban | null;
  /** The breakers that are not closed. */
  breakers: readonly BreakerReport[];
  bans: number;
  /** Counts the changes of the ban: a worker's knowledge is identified by it. */
  news: number;
  /** The end of the ban that a human cleared last. A ban that ends by itself is not cleared: clocks may differ. */
  clearedUntilMs?: number;
}

export const egressInputSchema = z.strictObject({
  egress: aliasSchema,
  /** Set by continue-as-new only. */
  memory: carriedMemory<EgressMemory>(),
});

export type EgressInput = z.infer<typeof egressInputSchema>;

export interface EgressView extends EgressMemory {
  egress: string;
  state: 'open' | 'banned' | 'breaker-open';
}

export const banNewsQuestionSchema = z.strictObject({ known: z.number().int().min(-1) });

/** The answer to a worker that waits for news of the ban. */
export interface BanNews {
  view: EgressView;
  /** Temporal's time: it decides the end of a ban, whatever the clock of the worker reads. */
  atMs: number;
  /** Too many workers wait: this one was answered for that reason, and should come back later. */
  isCrowded: boolean;
}

/** Answers when the ban differs from the `known` one (its `news`), or when the wait ends without news. */
export const awaitBanNewsUpdate = defineUpdate<BanNews, [z.infer<typeof banNewsQuestionSchema>]>('awaitBanNews');

export const egressStateQuery = defineQuery<EgressView>('state');
export const banReportedFact = fact(
  'banReported',
  banSchema,
  'A 418 was answered: no call from this address until then',
);
export const breakerReportedFact = fact<BreakerReport>(
  'breakerReported',
  breakerReportSchema,
  "The breaker of an account's worker has opened or closed",
);

export const egressCommands = {
  clearBan: commandsFor<EgressView>()('clearBan', operatorSchema, 'A human knows better: calls may leave again'),
};
