import { defineQuery } from '@temporalio/workflow';
import { z } from 'zod';
import type { KeptMemory } from './kept-memory.ts';

/** What the watchdog of an account does. `lookedAtMs`: the mark of the last look, by the clock of the desk. */
export type WatchdogState =
  | { readonly kind: 'watching' }
  /** It concluded that no process looks, and must not or cannot call: it tries again. */
  | {
      readonly kind: 'prevented';
      readonly lookedAtMs: number;
      readonly why: string;
      readonly sinceMs: number;
      readonly banUntilMs: number | null;
    }
  /** The mark is set; the ads are being taken offline. `left`: those that were online at the last read. */
  | {
      readonly kind: 'acting';
      readonly lookedAtMs: number;
      readonly sinceMs: number;
      readonly taken: readonly string[];
      readonly left: readonly string[];
      readonly banUntilMs: number | null;
    }
  /** The ads are offline; it waits until a person opens the switch. */
  | { readonly kind: 'acted'; readonly lookedAtMs: number; readonly atMs: number; readonly taken: readonly string[] };

export interface WatchdogMemory extends KeptMemory {
  state: WatchdogState;
  /** The last time that it took ads offline; null: never. */
  lastAct: { readonly atMs: number; readonly ads: number } | null;
}

export const watchdogInputSchema = z.strictObject({
  account: z.string().regex(/^[\w.-]{1,40}$/, 'an account alias'),
  /** Set by continue-as-new only. */
  memory: z.custom<WatchdogMemory>((value) => typeof value === 'object' && value !== null).optional(),
});

export type WatchdogInput = z.infer<typeof watchdogInputSchema>;

/** What the `state` query of a watchdog answers. */
export interface WatchdogView extends WatchdogMemory {
  account: string;
}

export const watchdogStateQuery = defineQuery<WatchdogView>('state');
