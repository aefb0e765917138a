import { defineQuery } from '@temporalio/workflow';
import { z } from 'zod';
import type { ChangeEnd, ChangeWait } from '../../domain/ads/change-wait.ts';
import type { TermDifference } from '../../domain/ads/listed-terms.ts';
import { termsPartSchema } from '../../domain/ads/published-terms.ts';
import type { OnceTrouble } from '../../domain/failures/once-trouble.ts';
import { deskSettingsSchema } from '../../domain/settings.ts';
import type { ShownTrouble } from './kept-memory.ts';
import { commandsFor, operatorSchema, type RefusedMessages } from './message.ts';
import { aliasSchema, modeSchema } from './order-contract.ts';
import type { RestMemory } from './rest-memory.ts';

/** A change of an own ad besides its price: its terms (EP-7), or its end (EP-8). */
export const adChangeInputSchema = z.strictObject({
  account: aliasSchema,
  adNumber: z.string().regex(/^[\w-]{1,64}$/, 'must be an ad number in a string'),
  mode: modeSchema,
  by: z.string().trim().min(1).max(80),
  /** compare: only reads, and returns the differences. */
  act: z.enum(['compare', 'change', 'close']),
  terms: termsPartSchema.default({}),
  settings: deskSettingsSchema.optional(),
});
export type AdChangeInput = z.input<typeof adChangeInputSchema>;
export type ParsedAdChangeInput = z.output<typeof adChangeInputSchema>;

export interface AdChangeMemory extends RestMemory {
  wait: ChangeWait;
  /** What differed when the ad was read last. */
  differences: TermDifference[];
}

export interface AdChangeView {
  adNumber: string;
  state: ChangeWait['code'];
  waitingFor: ChangeWait;
  /** The same in words, with what troubles it. */
  why: string;
  troubles: ShownTrouble<OnceTrouble>[];
  sinceMs: number;
  differences: TermDifference[];
  businessStatus: string | null;
  needsHuman: boolean;
  refused: RefusedMessages;
}

export interface AdChangeResult {
  state: ChangeEnd['code'];
  end: ChangeEnd;
  /** The same in words. */
  why: string;
  /** compare: what differs; change: what was changed. */
  differences: TermDifference[];
  status: 'online' | 'offline' | 'closed' | null;
}

export const adChangeStateQuery = defineQuery<AdChangeView>('state');
const command = commandsFor<AdChangeView>();
export const adChangeCommands = {
  retry: command('retry', operatorSchema, 'Try again now: the business is open, or what was refused is put right'),
  stop: command('stop', operatorSchema, 'Give the change up while it waits'),
};
