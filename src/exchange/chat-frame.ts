import { z } from 'zod';
import { flag, identifier, millis, optionals, text } from './wire-value.ts';
import { parseWireJson } from './wire-json.ts';

export type OrderEventKind = 'created' | 'paid' | 'completed' | 'cancelled' | 'appealed' | 'kyc' | 'message';

/** Something happened to an order. It says that reading the order is worth while, and proves nothing by itself. */
export interface OrderEvent {
  readonly orderNumber: string;
  readonly event: OrderEventKind;
  /** The same for the same event, however often it is delivered. */
  readonly id: string;
  /** ms since the epoch, null when the frame had no time. */
  readonly atMs: number | null;
  /** What was written, for people only; empty for events. Never a command, never evidence of a payment. */
  readonly text: string;
  /** Written by the account itself. */
  readonly self: boolean;
  /** Name of the payer, when the service tells it with the payment. */
  readonly payerName: string | null;
}

export type ChatEvent =
  | { readonly kind: 'order'; readonly event: OrderEvent; readonly uuid: string | null }
  /** Another socket of the same key took over. */
  | { readonly kind: 'bye' }
  /** A message of ours was refused. */
  | { readonly kind: 'refused'; readonly uuid: string | null; readonly reason: string }
  /** Statistics, greetings, pongs. */
  | { readonly kind: 'noise' };

const frameSchema = z.looseObject(
  optionals({
    id: identifier,
    uuid: text,
    type: text,
    orderNo: identifier,
    topicId: identifier,
    content: text,
    self: flag,
    createTime: millis,
  }),
);
type Frame = z.infer<typeof frameSchema>;

const systemSchema = z.looseObject(optionals({ type: text, realName: text }));
type SystemContent = z.infer<typeof systemSchema>;

/** The names that a `system` row carries in its content (api-facts 7.1); the reader's role is part of the name. */
const systemEvents: readonly (readonly [RegExp, OrderEventKind])[] = [
  [/_trading(?:_with_ref)?$/, 'created'],
  [/_payed(?:_fiat_trade)?$/, 'paid'],
  [/_completed$/, 'completed'],
  [/_cancelled$|^cancelled_by_system$/, 'cancelled'],
  [/^(?:submit|be)_appeal$/, 'appealed'],
  [/additional_kyc|^liveness_check/, 'kyc'],
];

const longestText = 4_000;
/** Control and bidirectional characters could forge what a terminal or a page shows. */
const invisible = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
const noise: ChatEvent = { kind: 'noise' };

/** Decodes one frame of the socket, or one row of EP-34 as JSON text. Never throws: what it cannot read is noise. */
export function decodeChatFrame(raw: string): ChatEvent {
  if (raw.trim() === 'Bye') return { kind: 'bye' };
  const parsed = frameSchema.safeParse(parseOrNull(raw));
  if (!parsed.success) return noise;
  return decodeFrame(parsed.data);
}

function decodeFrame(frame: Frame): ChatEvent {
  const uuid = frame.uuid ?? null;
  if (frame.type === 'error') return { kind: 'refused', uuid, reason: plainText(frame.content ?? 'no reason given') };
  const orderNumber = frame.orderNo ?? frame.topicId;
  const id = frame.id ?? uuid;
  if (!orderNumber || !id) return noise;
  return { kind: 'order', uuid, event: orderEvent(frame, { orderNumber, id }) };
}

function orderEvent(frame: Frame, key: { readonly orderNumber: string; readonly id: string }): OrderEvent {
  const system = frame.type === 'system' ? systemContent(frame.content) : null;
  return {
    ...key,
    event: eventKind(system),
    atMs: frame.createTime ?? null,
    text: system === null ? plainText(frame.content ?? '') : '',
    self: frame.self ?? false,
    payerName: system?.realName ?? null,
  };
}

function systemContent(content: string | null | undefined): SystemContent {
  const parsed = systemSchema.safeParse(parseOrNull(content ?? ''));
  return parsed.success ? parsed.data : {};
}

/** A system row of a kind that nobody has seen yet is still a reason to look at the order. */
function eventKind(system: SystemContent | null): OrderEventKind {
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

function plainText(content: string): string {
  return content.slice(0, longestText).replace(invisible, ' ').trim();
}
