import { defineQuery } from '@temporalio/workflow';
import { z } from 'zod';
import { isPositiveDecimalText } from '../../domain/decimal.ts';
import type { OnceTrouble } from '../../domain/failures/once-trouble.ts';
import type { PlacementEnd, PlacementWait } from '../../domain/orders/placement-wait.ts';
import { releaseRulesSchema } from '../../domain/orders/release-rules.ts';
import { deskSettingsSchema } from '../../domain/settings.ts';
import type { ShownTrouble, TroubleMemory } from './kept-memory.ts';
import { commandsFor, operatorSchema, type RefusedMessages } from './message.ts';
import { aliasSchema, modeSchema, resolutionSchema } from './order-contract.ts';

const decimal = z
  .string('amounts are decimals in strings')
  .refine(isPositiveDecimalText, 'must be a decimal above zero');
const currency = z.string().regex(/^[A-Z0-9]{2,12}$/, 'must be a currency in capitals');

/** An order that the desk wants to place on another merchant's ad. */
export const placementInputSchema = z.strictObject({
  account: aliasSchema,
  /** The caller's idempotency key: one request is one order, also after a reset of the workflow. */
  requestId: z.string().regex(/^[\w.-]{1,60}$/, 'letters, digits, dot, dash and underscore, at most 60'),
  mode: modeSchema,
  adNumber: z.string().regex(/^[\w-]{1,80}$/, 'must be an ad number in a string'),
  asset: currency,
  fiat: currency,
  /** The desk's own side. */
  side: z.enum(['BUY', 'SELL']),
  /** Fiat total of the order. */
  totalAmount: decimal,
  /** The price the desk saw; the service refuses when it has changed. */
  matchPrice: decimal,
  /** Own payment method, needed when the desk sells. */
  payId: z.string().min(1).max(40).nullable().optional(),
  release: releaseRulesSchema,
  settings: deskSettingsSchema.optional(),
  /** Who has asked for it, for an audit; absent: a program. */
  startedBy: operatorSchema.optional(),
});
export type PlacementInput = z.input<typeof placementInputSchema>;
export type ParsedPlacementInput = z.output<typeof placementInputSchema>;

const rulingSchema = resolutionSchema.extend({ orderNumber: z.string().min(1).max(80).optional() });
export type PlacementRuling = z.infer<typeof rulingSchema>;

export interface PlacementMemory extends TroubleMemory<OnceTrouble> {
  wait: PlacementWait;
  riskTips: string[];
  /** A human's ruling on an unknown outcome; null: none yet. */
  ruling: PlacementRuling | null;
}

export interface PlacementView {
  requestId: string;
  adNumber: string;
  state: PlacementWait['code'];
  orderNumber: string | null;
  waitingFor: PlacementWait;
  /** The same in words, with what troubles it. */
  why: string;
  troubles: ShownTrouble<OnceTrouble>[];
  riskTips: string[];
  needsHuman: boolean;
  refused: RefusedMessages;
}

export interface PlacementResult {
  state: PlacementEnd['code'];
  orderNumber: string | null;
  end: PlacementEnd;
  /** The same in words. */
  why: string;
}

export const placementStateQuery = defineQuery<PlacementView>('state');
export const placementCommands = {
  resolve: commandsFor<PlacementView>()(
    'resolve',
    rulingSchema,
    'A human says whether the order was placed, with its number when it was',
  ),
};
