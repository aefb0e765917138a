import { z } from 'zod';
import type { BusinessOutcome } from '../../domain/ads/business-outcome.ts';
import { businessActs, type BusinessAct } from '../../domain/ads/business-act.ts';
import { isPositiveDecimalText } from '../../domain/decimal.ts';
import { guardMemorySchema } from '../../domain/guard/guard-memory.ts';
import { modes, type Mode } from '../../domain/mode.ts';
import type { DeskTrouble } from '../../domain/notices/desk-trouble.ts';
import type { IntakeMemory } from '../../domain/orders/intake/intake-memory.ts';
import { pricingRulesSchema } from '../../domain/pricing/pricing-rules.ts';
import { deskSettingsSchema, type DeskSettings } from '../../domain/settings.ts';
import { carriedMemory, type ShownTrouble, type TroubleMemory } from './kept-memory.ts';
import { commandsFor, fact, operatorSchema, type RefusedMessages } from './message.ts';

/** A report names at most this many orders that need a human. */
const maxNamedOrders = 20;

const aliasSchema = z.string().regex(/^[\w.-]{1,40}$/, 'an alias: letters, digits, dot, dash and underscore');
const modeSchema = z.enum(modes, `must be one of ${modes.join(', ')}`);
const orderNumberSchema = z.string().min(1).max(80);
const momentSchema = z.number().nonnegative();
const countSchema = z.int().nonnegative();
const namedOrdersSchema = z
  .array(z.strictObject({ orderNumber: orderNumberSchema, why: z.string().max(500) }))
  .max(maxNamedOrders);

/** A report of the intake: sent to the desk on change, at most every half minute, and when its watch ends. */
export const intakeReportSchema = z.strictObject({
  /** When it last looked at the list of orders. */
  atMs: momentSchema,
  running: countSchema,
  /** Workflows of orders that it has started. */
  started: countSchema,
  businessStatus: z.string().max(100).nullable(),
  /** Orders that the service lists and that cannot be read. */
  unreadable: namedOrdersSchema,
  /** Own ads that the service lists and that cannot be read; absent: none. */
  unreadableAds: z
    .array(z.strictObject({ adNumber: orderNumberSchema, why: z.string().max(500) }))
    .max(maxNamedOrders)
    .optional(),
  /** Orders that the service lists as open although their workflow has completed. */
  uncarried: namedOrdersSchema,
  /** Orders with an unreachable workflow; each look tries again. */
  untold: namedOrdersSchema,
  /** Open orders that are taken up once those before them have been read; absent: none. */
  waiting: countSchema.optional(),
  /** Those of them that will not be read before their time is over, the first by number; absent: none. */
  late: z.strictObject({ count: countSchema, orderNumbers: z.array(orderNumberSchema).max(maxNamedOrders) }).optional(),
  /** The list continues after this many orders; null: it was read to its end. */
  cutAfter: countSchema.nullable(),
  /** The guard's switches and rules; null: it does not answer, and no order is released. */
  guard: guardMemorySchema.unwrap().pick({ switches: true, rules: true }).nullable(),
  /** Other accounts that call with the API key of this one; absent: none. */
  sharedWith: z.array(aliasSchema).max(maxNamedOrders).optional(),
  /** Releases that were not this desk's, and that no person has explained; absent: none. */
  unknownReleases: z
    .array(
      z.strictObject({
        orderNumber: orderNumberSchema,
        /** True: the register did not know the order, so no money moves. */
        stops: z.boolean(),
      }),
    )
    .max(maxNamedOrders)
    .optional(),
  egress: z.strictObject({ banUntilMs: momentSchema.nullable(), breakerOpenUntilMs: momentSchema.nullable() }),
});

export type IntakeReport = z.infer<typeof intakeReportSchema>;
export type { IntakeMemory } from '../../domain/orders/intake/intake-memory.ts';
export type NamedOrder = z.infer<typeof namedOrdersSchema>[number];

/** How an adopted ad is priced: the rules, and how far from its current price it may move. */
const adoptRulesSchema = z.strictObject({
  rules: pricingRulesSchema.omit({ limits: true }),
  /** Half-width of the limits around the current price, a ratio such as 0.02. */
  limitRatio: z.string().refine(isPositiveDecimalText, 'must be a ratio above zero, such as "0.02"'),
});

export type AdoptRules = z.infer<typeof adoptRulesSchema>;

/** The result of adopting the account's online ads. */
export interface Adoption {
  adopted: string[];
  /** Ads that already run in another mode or by other rules: they are left as they are. */
  leftAlone: { adNumber: string; why: string }[];
}

/** What a person said to do with the merchant's business. */
export interface BusinessWish {
  act: BusinessAct;
  by: string;
  note: string | null;
  sinceMs: number;
  /** Null: under way. */
  outcome: BusinessOutcome | null;
}

export interface DeskMemory extends TroubleMemory<DeskTrouble> {
  mode: Mode;
  report: IntakeReport | null;
  /** null: the next watch announces every order once. */
  intake: IntakeMemory | null;
  /** null: still to be done, or not wanted. */
  adoption: Adoption | null;
  /** The last one; null: none. */
  business: BusinessWish | null;
  stopped: boolean;
}

const someSettings = deskSettingsSchema.partial();

const settingsSchema = z.custom<Partial<DeskSettings>>(
  (value) => someSettings.safeParse(value).success,
  'must be settings of docs/reference/settings.md',
);

export const accountDeskInputSchema = z.strictObject({
  account: aliasSchema,
  egress: aliasSchema,
  mode: modeSchema,
  /** Adopt the account's online ads at the start; null: leave them alone. */
  adoptAds: adoptRulesSchema.nullable(),
  settings: settingsSchema.optional(),
  /** Who has started it, for an audit; absent: a program. */
  startedBy: operatorSchema.optional(),
  /** Set by continue-as-new only. */
  memory: carriedMemory<Partial<DeskMemory>>(),
});

export type AccountDeskInput = z.infer<typeof accountDeskInputSchema>;

/** The answer of a desk's `state` query. */
export interface DeskView {
  account: string;
  mode: Mode;
  state: 'running' | 'stopped';
  settings: Partial<DeskSettings>;
  report: IntakeReport | null;
  adopted: string[];
  leftAlone: Adoption['leftAlone'];
  /** What a person last said to do with the business, and what came of it; null: nothing. */
  business: BusinessWish | null;
  /** By source. */
  troubles: Record<string, ShownTrouble<DeskTrouble>>;
  refused: RefusedMessages;
  needsHuman: boolean;
}

const deskCommand = commandsFor<DeskView>();

/**
 * The commands of a desk, for who sends them without `deskControl`.
 *
 * @example
 * const desk = client.workflow.getHandle(deskWorkflowId(account));
 * const { mode } = await desk.executeUpdate(deskCommands.changeMode.update, { args: [{ by: 'ana', mode: 'sim' }] });
 * mode; // → 'sim'
 */
export const deskCommands = {
  stop: deskCommand('stop', operatorSchema, 'Stop taking orders in; orders and ads that run go on'),
  changeMode: deskCommand(
    'changeMode',
    operatorSchema.extend({ mode: modeSchema }),
    'Take orders in by another mode; those that run keep theirs',
  ),
  business: deskCommand(
    'business',
    operatorSchema.extend({ act: z.enum(businessActs, `must be one of ${businessActs.join(', ')}`) }),
    'Open or close the business at the service, or begin or end a break',
  ),
};

export const intakeReportFact = fact('intakeReport', intakeReportSchema, 'What the intake saw');
