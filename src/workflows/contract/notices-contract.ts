import { defineQuery } from '@temporalio/workflow';
import { z } from 'zod';
import { channels, type Channel, type ReportedNeed } from '../../domain/notices/reported-needs.ts';
import { carriedMemory, type KeptMemory } from './kept-memory.ts';
import { fact } from './message.ts';

/** So much of the answer to a message is kept. */
export const maxMessage = 300;

/** A way on which messages do not arrive. */
interface FailingChannel {
  /** Why the last one did not; null: no worker has sent it in time. */
  message: string | null;
  sinceMs: number;
  /** Messages in a row that did not arrive. */
  tries: number;
}

/** What the workflow of an account's notices remembers: what was reported, so that no restart reports it again. */
export interface NoticesMemory extends KeptMemory {
  needs: ReportedNeed[];
  /** The ways of the worker that looked last. */
  channels: Channel[];
  /** At most so many messages a minute on each way. */
  perMinute: number;
  /** Of the messages of the last minute, by way. */
  sentAtMs: Partial<Record<Channel, number[]>>;
  failing: Partial<Record<Channel, FailingChannel>>;
  /** Messages that arrived. */
  delivered: number;
  lookedAtMs: number | null;
}

export const noticesInputSchema = z.strictObject({
  account: z.string().regex(/^[\w.-]{1,40}$/, 'an account alias'),
  /** Set by continue-as-new only. */
  memory: carriedMemory<NoticesMemory>(),
});

export type NoticesInput = z.infer<typeof noticesInputSchema>;

/** What the `state` query of an account's notices answers. */
export interface NoticesView extends NoticesMemory {
  account: string;
  state: 'telling' | 'failing';
}

export const noticesStateQuery = defineQuery<NoticesView>('state');

const silentWaySchema = z.strictObject({
  channel: z.enum(channels),
  message: z.string().max(maxMessage).nullable(),
});

/** Reported to the desk, whose page a merchant reads. */
export const noticesReportFact = fact(
  'noticesReport',
  z.strictObject({ ways: z.array(silentWaySchema).max(channels.length) }),
  'Whether the messages to the merchant arrive',
);
