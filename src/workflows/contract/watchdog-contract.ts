import { defineQuery } from '@temporalio/workflow';
import { z } from 'zod';
import type { WatchdogState } from '../../domain/watchdog/watchdog-state.ts';
import { carriedMemory, type KeptMemory } from './kept-memory.ts';

export interface WatchdogMemory extends KeptMemory {
  state: WatchdogState;
  /** The last time that it took ads offline; null: never. */
  lastAct: { readonly atMs: number; readonly ads: number } | null;
}

export const watchdogInputSchema = z.strictObject({
  account: z.string().regex(/^[\w.-]{1,40}$/, 'an account alias'),
  /** Set by continue-as-new only. */
  memory: carriedMemory<WatchdogMemory>(),
});

export type WatchdogInput = z.infer<typeof watchdogInputSchema>;

/** What the `state` query of a watchdog answers. */
export interface WatchdogView extends WatchdogMemory {
  account: string;
}

export const watchdogStateQuery = defineQuery<WatchdogView>('state');
