import { knownTime } from '../../domain/epoch.ts';
import {
  maxFields,
  shownPart,
  shownWhole,
  type ChatLine,
  type SheetAppeal,
  type SheetMethod,
} from '../../domain/sheet/order-sheet.ts';
import type { WireChatMessage } from '../table/schemas/chat-schema.ts';
import type { WireOrderDetail } from '../table/schemas/order-detail-schema.ts';

type WireMethod = NonNullable<WireOrderDetail['payMethods']>[number];
type WireField = NonNullable<WireMethod['fields']>[number];

/** What was written before there were lists of fields, in the words of today's. */
const flatFields = [
  ['payee', 'payee', 'Name'],
  ['payAccount', 'pay_account', 'Account'],
  ['payBank', 'bank', 'Bank'],
  ['paySubBank', 'sub_bank', 'Branch'],
] as const;

type Field = SheetMethod['fields'][number];

/**
 * Returns how an order of EP-13 may be paid, with the fields that the service shows to its people.
 *
 * @example
 * const methods = toSheetMethods(await client.orders.getUserOrderDetail(orderNumber));
 * console.log(methods.map(({ name, fields }) => `${name}: ${fields.map(({ value }) => value).join(', ')}`));
 */
export function toSheetMethods(order: WireOrderDetail): readonly SheetMethod[] {
  const flat = flatFields.flatMap(([wire, kind, name]) => filled({ kind, name, value: order[wire] }));
  const methods = order.payMethods ?? [];
  return methods.map((method) => {
    const fields = [...(method.fields ?? method.fieldList ?? [])].filter(isShown).flatMap(toField);
    return {
      payId: shownPart(method.id ?? ''),
      identifier: shownPart(method.identifier || method.tradeMethodIdentifier || ''),
      name: shownPart(method.tradeMethodName ?? ''),
      // The flat form does not say which method it is of.
      fields: (fields.length === 0 && methods.length === 1 ? flat : fields).slice(0, maxFields),
    };
  });
}

/** 0: the service hides it. */
const isShown = ({ isDisplay }: WireField): boolean => String(isDisplay) !== '0';

const toField = ({ fieldContentType, fieldName, fieldTitle, fieldValue }: WireField): Field[] =>
  filled({ kind: fieldContentType ?? '', name: fieldName || fieldTitle || '', value: fieldValue });

function filled({ kind, name, value }: { kind: string; name: string; value: string | null | undefined }): Field[] {
  if (value === undefined || value === null || value.trim() === '') return [];
  return [{ kind: shownPart(kind), name: shownPart(name || kind), value: shownWhole(value) }];
}

const appealStages = ['respondent', 'complainant', 'service', 'over', 'withdrawn'] as const;

/**
 * Returns what an order of EP-13 shows of its appeal; null: none has begun.
 *
 * @example
 * const appeal = toSheetAppeal(await client.orders.getUserOrderDetail(orderNumber));
 * console.log(appeal === null ? 'no appeal' : `${appeal.stage}: ${appeal.reason ?? 'no reason is shown'}`);
 */
export function toSheetAppeal(order: WireOrderDetail): SheetAppeal | null {
  const { complaintStatus, complaintReason, complaintDeadline } = order;
  if (complaintStatus === undefined || complaintStatus === null) return null;
  return {
    stage: appealStages[Number(complaintStatus)] ?? 'unknown',
    untilMs: knownTime(complaintDeadline),
    reason: typeof complaintReason === 'string' && complaintReason !== '' ? shownPart(complaintReason) : null,
  };
}

/**
 * Converts a row of the chat (EP-34): a picture by its name alone, an event of the service by what it is called.
 *
 * @example
 * const { items } = await client.chat.retrieveChatMessagesWithPagination({ orderNo: orderNumber, page: 1, rows: 20 });
 * console.log(items.map(toChatLine).map(({ by, text }) => `${by}: ${text}`));
 */
export function toChatLine(row: WireChatMessage): ChatLine {
  const { id, type, self, content, createTime, status } = row;
  const atMs = knownTime(createTime);
  if (type === 'system') return { id, atMs, by: 'service', kind: 'other', text: eventOf(content), unread: false };
  const common = { id, atMs, by: self === true ? 'us' : 'them', unread: status === 'unread' && self !== true } as const;
  if (type === 'image') return { ...common, kind: 'image', text: imageName(row) };
  if (type === 'text' || type === 'auto_reply') {
    return { ...common, kind: type === 'text' ? 'text' : 'reply', text: shownPart(content ?? '') };
  }
  return { ...common, kind: 'other', text: shownPart(type ?? '') };
}

/** It names people besides. */
function eventOf(content: string | null | undefined): string {
  try {
    const event: unknown = JSON.parse(content ?? '');
    const type = typeof event === 'object' && event !== null && 'type' in event ? event.type : '';
    return typeof type === 'string' ? shownPart(type) : '';
  } catch {
    return '';
  }
}

/** The address has keys for it behind its name. */
function imageName({ imageUrl, content }: WireChatMessage): string {
  const path = (imageUrl || content || '').replace(/[?#].*$/s, '');
  return shownPart(path.slice(path.lastIndexOf('/') + 1));
}
