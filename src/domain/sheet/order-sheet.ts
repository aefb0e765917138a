/**
 * What a person looks at before he decides about an order: a value, read by the process that leads and shown at its window. It
 * names people and accounts, so it travels from the window to a command, and nowhere else.
 */
import { z } from 'zod';
import { dealingCountsSchema } from '../people/dealing.ts';
import { OrderStatus } from '../orders/order-status.ts';
import { sheetPaymentsSchema } from './sheet-payments.ts';

/** What is longer is left out: an account number that is cut is another one. */
export const maxSaid = 500;
/** A form of a method has less, an order offers less. */
export const maxFields = 20;
export const maxMethods = 20;
/** The last ones of a chat, for a sheet. */
export const maxLines = 20;
/** What one read of a chat may have. */
export const maxMessages = 100;

const said = z.string().max(maxSaid);
const moment = z.number().nullable();
const count = z.number().nullable();

const methodSchema = z.object({
  payId: said,
  identifier: said,
  name: said,
  /** As the service shows them to us, with their names; a value of null is too long. */
  fields: z.array(z.object({ kind: said, name: said, value: said.nullable() })).max(maxFields),
});
/** How an order may be paid, with the account: ours in a sale, the payee's in a purchase. */
export type SheetMethod = z.infer<typeof methodSchema>;

const appealSchema = z.object({
  /** Who is to act, or how it has ended. */
  stage: z.enum(['respondent', 'complainant', 'service', 'over', 'withdrawn', 'unknown']),
  /** Until when; null: the service does not say. */
  untilMs: moment,
  /** As who appealed has written it. */
  reason: said.nullable(),
});
export type SheetAppeal = Readonly<z.infer<typeof appealSchema>>;

const orderSchema = z.object({
  side: z.enum(['BUY', 'SELL']),
  asset: said,
  fiat: said,
  amount: said,
  price: said,
  totalPrice: said,
  status: z.enum(Object.values(OrderStatus)),
  createdAtMs: z.number(),
  payDeadlineMs: moment,
  releaseDeadlineMs: moment,
  /** When the buyer said that he has paid; null: he has not, or the service does not say. */
  paidAtMs: moment,
  /** Of the other one; null: not shown. */
  name: said.nullable(),
  nickname: said.nullable(),
  /** The one that the buyer has chosen; null: none yet, or it is not among those that are shown. */
  chosen: methodSchema.nullable(),
  offered: z.array(methodSchema).max(maxMethods),
  /** Null: there is none. */
  appeal: appealSchema.nullable(),
  /** How many messages of its chat the service counts as unread, its own among them; null: it does not say. */
  unread: z.int().min(0).nullable(),
});
export type SheetOrder = z.infer<typeof orderSchema>;

const lineSchema = z.object({
  /** The service's. */
  id: said,
  atMs: moment,
  by: z.enum(['us', 'them', 'service']),
  kind: z.enum(['text', 'reply', 'image', 'other']),
  /** What was written; of a picture its name, of anything else what it is. */
  text: said,
  /** Of theirs alone. */
  unread: z.boolean(),
});
export type ChatLine = z.infer<typeof lineSchema>;

const chatSchema = z.object({
  /** The newest last. */
  lines: z.array(lineSchema).max(maxMessages),
  /** Theirs among what was read. */
  unread: z.int().min(0),
  /** Older ones were not read. */
  hasOlder: z.boolean(),
  /** Rows that cannot be read, by name with the reason. */
  odd: z.array(said).max(maxMessages),
});
export type SheetChat = z.infer<typeof chatSchema>;

const recordSchema = z.object({
  completedOrders: count,
  finishRate: count,
  registerDays: count,
  /** Of the last 30 days. */
  completedLately: count,
  finishRateLately: count,
  /** Trades with this account in the last 30 days. */
  withUsLately: count,
});
/** What the service says of the other one; null where unknown. */
export type CounterpartyRecord = Readonly<z.infer<typeof recordSchema>>;

const blockSchema = z.union([
  z.object({ kind: z.literal('clear') }),
  z.object({ kind: z.literal('unknown') }),
  z.object({ kind: z.literal('blocked'), by: said, note: said.nullable() }),
]);
export type SheetBlock = z.infer<typeof blockSchema>;

/** Who of the desk works at an order; null: no one. */
const assignedSchema = z.object({ assignee: said, untilMs: z.number() }).nullable();

const personSchema = z.object({
  /** What is noted of the other one, by number or nickname; null: nothing. */
  remark: z.object({ text: said, by: said }).nullable(),
  /** The orders with this account before this one; null: the desk has not read this order yet. */
  before: dealingCountsSchema.nullable(),
  assigned: assignedSchema,
});
export type SheetPerson = z.infer<typeof personSchema>;

export const missingSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('ban'), untilMs: z.number() }),
  z.object({ code: z.literal('silent'), afterMs: z.number() }),
  /** The process that was asked ends, or has lost the lead. */
  z.object({ code: z.literal('ended') }),
  z.object({ code: z.literal('other-order') }),
  z.object({ code: z.literal('unread'), category: said, answer: said.nullable(), message: said }),
  /** It is compared with an order that could not be read. */
  z.object({ code: z.literal('needs-order') }),
  z.object({ code: z.literal('over') }),
  z.object({ code: z.literal('register') }),
]);
/** Why a part is not shown. */
export type Missing = z.infer<typeof missingSchema>;

const partOf = <Known extends z.ZodType>(known: Known) =>
  z.union([z.object({ known }), z.object({ missing: missingSchema })]);
/** A part that is missing hides no other one. */
export type Part<Known> = { readonly known: Known } | { readonly missing: Missing };

export const orderSheetSchema = z.object({
  account: said,
  orderNumber: said,
  /** When the oldest of its reads began. */
  readAtMs: z.number(),
  order: partOf(orderSchema),
  record: partOf(recordSchema),
  payments: partOf(sheetPaymentsSchema),
  block: partOf(blockSchema),
  person: partOf(personSchema),
  chat: partOf(chatSchema),
  tips: partOf(z.array(said).max(maxLines)),
});
export type OrderSheet = z.infer<typeof orderSheetSchema>;

/** What a list shows of an order: no name and no account leaves for it. */
export const orderBriefSchema = partOf(
  z.object({
    method: said.nullable(),
    initials: said.nullable(),
    unread: z.int().min(0).nullable(),
    assigned: assignedSchema,
  }),
);
export type OrderBrief = z.infer<typeof orderBriefSchema>;

export const orderChatSchema = z.object({
  account: said,
  orderNumber: said,
  /** When its read began. */
  readAtMs: z.number(),
  chat: partOf(chatSchema),
});
export type OrderChat = z.infer<typeof orderChatSchema>;

/** Returns a text as a sheet carries it; null: it is too long, and what is cut could mean something else. */
export const shownWhole = (text: string): string | null => (text.length > maxSaid ? null : text);

/** Returns the beginning of a text that is read and compared with nothing. */
export const shownPart = (text: string): string => (text.length > maxSaid ? `${text.slice(0, maxSaid - 1)}…` : text);
