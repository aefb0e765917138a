import { z } from 'zod';
import { countingId } from './chat-id.ts';
import { flag, identifier, millis, optional, text } from '../table/wire-value.ts';
import { parseWireJson } from '../wire/wire-json.ts';

export type ChatOrderEventKind = 'created' | 'paid' | 'completed' | 'cancelled' | 'appealed' | 'kyc' | 'message';

/** A hint that something happened to an order, and a reason to read it. It proves nothing by itself. */
export interface ChatOrderEvent {
  readonly orderNumber: string;
  readonly event: ChatOrderEventKind;
  /** The service's id; the writer's uuid when the frame had no id. */
  readonly id: string;
  /** ms since the epoch, null when the frame had no time. */
  readonly atMs: number | null;
  /** The text of a message, for people only; empty for events. Never a command, never evidence of a payment. */
  readonly text: string;
  /** Written by the account itself. */
  readonly self: boolean;
  /** The payer's name, when the service sends it with the payment. */
  readonly payerName: string | null;
}

/** An order event with its identity on the wire. */
export interface OrderNotice {
  readonly kind: 'order';
  readonly event: ChatOrderEvent;
  /** The writer's own id, which the echo carries too. */
  readonly uuid: string | null;
  /** The service's id if it is a counting one: only such an id shows the event's position in the chat. */
  readonly serviceId: string | null;
}

export type ChatEvent =
  | OrderNotice
  /** Another socket of the same key took over. */
  | { readonly kind: 'bye' }
  /** A message of ours was refused. */
  | { readonly kind: 'refused'; readonly uuid: string | null; readonly reason: string }
  /** Statistics, greetings, pongs. */
  | { readonly kind: 'noise' };

/** Every field is read separately: an odd field counts as missing, and the rest of the frame is still useful. */
const frameSchema = z.looseObject({
  id: optional(identifier).catch(null),
  uuid: optional(text).catch(null),
  type: optional(text).catch(null),
  orderNo: optional(identifier).catch(null),
  topicId: optional(identifier).catch(null),
  content: z.unknown().optional(),
  self: optional(flag).catch(null),
  createTime: optional(millis).catch(null),
});
type Frame = z.infer<typeof frameSchema>;

const systemSchema = z.looseObject({ type: optional(text).catch(null), realName: optional(text).catch(null) });
type SystemContent = z.infer<typeof systemSchema>;

/** Names in the content of a `system` row (wire-facts 7.1); the reader's role is part of the name. */
const systemEvents: readonly (readonly [RegExp, ChatOrderEventKind])[] = [
  [/_trading(?:_with_ref)?$/, 'created'],
  [/_payed(?:_fiat_trade)?$/, 'paid'],
  [/_completed$/, 'completed'],
  [/_cancelled$|^cancelled_by_system$/, 'cancelled'],
  [/^(?:submit|be)_appeal$/, 'appealed'],
  [/additional_kyc|^liveness_check/, 'kyc'],
];

const maxText = 4_000;
const maxName = 200;
const maxUuid = 100;
/** Control and bidirectional characters, and lone surrogates, could forge what a terminal or a page shows. */
const invisible = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;
const noise: ChatEvent = { kind: 'noise' };

/**
 * Decodes one frame of the socket (wire-facts 7.1). Never throws: anything unreadable is noise.
 *
 * @example
 * decodeChatFrame('Bye'); // → { kind: 'bye' }
 * decodeChatFrame('not JSON'); // → { kind: 'noise' }
 */
export function decodeChatFrame(raw: string): ChatEvent {
  return raw.trim() === 'Bye' ? { kind: 'bye' } : decodeChatRow(parseOrNull(raw));
}

/** The field of an order that has a value, also in a document within a text. */
const namesOrder = /(?<!\w)(?:orderNo|orderNumber|topicId)\\*"\s*:\s*(?!null\b)/i;

/**
 * Whether a text frame of which nothing was read should have been: it looks like a document and is none (cut off, two in
 * one, a list), or names an order in another form than the known one.
 */
export function isUnreadableFrame(raw: string): boolean {
  if (namesOrder.test(raw)) return true;
  if (!/^\s*[[{]/.test(raw)) return false;
  const document = parseOrNull(raw);
  return document === null || Array.isArray(document);
}

/** Decodes a parsed frame, or a row of EP-34. Never throws: anything unreadable is noise. */
export function decodeChatRow(row: unknown): ChatEvent {
  const parsed = frameSchema.safeParse(row);
  return parsed.success ? decodeFrame(parsed.data) : noise;
}

function decodeFrame(frame: Frame): ChatEvent {
  const uuid = plainText(frame.uuid, maxUuid) || null;
  if (frame.type === 'error') return { kind: 'refused', uuid, reason: plainText(frame.content) || 'no reason given' };
  const orderNumber = frame.orderNo ?? frame.topicId;
  const id = frame.id ?? uuid;
  if (!orderNumber || !id) return noise;
  return { kind: 'order', uuid, serviceId: countingId(frame.id), event: orderEvent(frame, { orderNumber, id }) };
}

function orderEvent(frame: Frame, key: { readonly orderNumber: string; readonly id: string }): ChatOrderEvent {
  const system = frame.type === 'system' ? systemContent(frame.content) : null;
  return {
    ...key,
    event: eventKind(system),
    atMs: frame.createTime ?? null,
    text: system === null ? plainText(frame.content) : '',
    self: frame.self ?? false,
    payerName: plainText(system?.realName, maxName) || null,
  };
}

/** JSON in a string, as a rule. */
function systemContent(content: unknown): SystemContent {
  const parsed = systemSchema.safeParse(typeof content === 'string' ? parseOrNull(content) : content);
  return parsed.success ? parsed.data : {};
}

/** A system row of an unknown kind is still a reason to read the order. */
function eventKind(system: SystemContent | null): ChatOrderEventKind {
  const name = system?.type ?? '';
  return systemEvents.find(([form]) => form.test(name))?.[1] ?? 'message';
}

function parseOrNull(raw: string): unknown {
  try {
    return parseWireJson(raw);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

function plainText(content: unknown, longest = maxText): string {
  const readable = text.safeParse(content);
  return readable.success ? readable.data.slice(0, longest).replace(invisible, ' ').trim() : '';
}
