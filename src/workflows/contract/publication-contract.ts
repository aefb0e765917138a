import { defineQuery } from '@temporalio/workflow';
import { z } from 'zod';
import type { PublicationEnd, PublicationWait } from '../../domain/ads/state/publication-wait.ts';
import { publishedTermsSchema } from '../../domain/ads/published-terms.ts';
import type { OnceTrouble } from '../../domain/failures/once-trouble.ts';
import { pricingRulesSchema } from '../../domain/pricing/pricing-rules.ts';
import { deskSettingsSchema } from '../../domain/settings.ts';
import type { ShownTrouble } from './kept-memory.ts';
import { commandsFor, operatorSchema, type RefusedMessages } from './message.ts';
import { aliasSchema, modeSchema, resolutionSchema } from './order-contract.ts';
import type { RestMemory } from './rest-memory.ts';

const adNumber = z.string().regex(/^[\w-]{1,64}$/, 'must be an ad number in a string');

/** An ad that the desk publishes under a name of the merchant's; the name owns the ad's number forever. */
export const publicationInputSchema = z.strictObject({
  account: aliasSchema,
  /** The idempotency key: one name is one ad, whatever is started, reset or terminated in between. */
  name: z.string().regex(/^[\w.-]{1,40}$/, 'letters, digits, dot, dash and underscore, at most 40'),
  mode: modeSchema,
  terms: publishedTermsSchema,
  rules: pricingRulesSchema,
  /** False: it is published offline. */
  online: z.boolean().default(true),
  settings: deskSettingsSchema.optional(),
  /** Who has asked for it, for an audit; absent: a program. */
  startedBy: operatorSchema.optional(),
});
export type PublicationInput = z.input<typeof publicationInputSchema>;
export type ParsedPublicationInput = z.output<typeof publicationInputSchema>;

const rulingSchema = resolutionSchema.extend({
  outcome: z.enum(['done', 'not-done'], 'outcome must be done or not-done'),
  adNumber: adNumber.optional(),
});
export type PublicationRuling = z.infer<typeof rulingSchema>;

export interface PublicationMemory extends RestMemory {
  wait: PublicationWait;
  /** A human's ruling on an unknown outcome; null: none yet. */
  ruling: PublicationRuling | null;
}

/** A run keeps what it was started with, whatever the file says since. */
export interface PublicationView extends Pick<ParsedPublicationInput, 'mode' | 'terms' | 'rules' | 'online'> {
  name: string;
  state: PublicationWait['code'];
  adNumber: string | null;
  waitingFor: PublicationWait;
  /** The same in words, with what troubles it. */
  why: string;
  troubles: ShownTrouble<OnceTrouble>[];
  sinceMs: number;
  businessStatus: string | null;
  needsHuman: boolean;
  refused: RefusedMessages;
}

export interface PublicationResult {
  state: PublicationEnd['code'];
  adNumber: string | null;
  end: PublicationEnd;
  /** The same in words. */
  why: string;
}

export const publicationStateQuery = defineQuery<PublicationView>('state');
const command = commandsFor<PublicationView>();
export const publicationCommands = {
  resolve: command('resolve', rulingSchema, 'A human says whether the ad was published, with its number when it was'),
  retry: command('retry', operatorSchema, 'Try again now: the business is open, or what was refused is put right'),
  stop: command('stop', operatorSchema, 'Give it up while it waits; nothing was published'),
};
