/** From what is read of an order to what is shown of it. */
import type { OrderFacts } from '../orders/order-facts.ts';
import {
  maxMethods,
  shownPart,
  shownWhole,
  type OrderBrief,
  type SheetAppeal,
  type SheetMethod,
  type SheetOrder,
  type SheetPerson,
} from './order-sheet.ts';

/** One read of an order with its people, and how it may be paid. */
export interface OrderInFull {
  readonly order: OrderFacts;
  readonly methods: readonly SheetMethod[];
  /** As `SheetOrder` has it. */
  readonly unread: number | null;
  /** Absent: none has begun. */
  readonly appeal?: SheetAppeal | null;
}

/** Returns what a sheet shows of an order. */
export function sheetOrder({ order, methods, unread, appeal = null }: OrderInFull): SheetOrder {
  const { side, asset, fiat, amount, price, totalPrice, status, createdAtMs, selectedPayId } = order;
  const name = side === 'SELL' ? order.buyerName : order.sellerName;
  return {
    side,
    asset,
    fiat,
    amount,
    price,
    totalPrice,
    status,
    createdAtMs,
    payDeadlineMs: order.payDeadlineMs,
    releaseDeadlineMs: order.releaseDeadlineMs,
    paidAtMs: order.paidAtMs ?? null,
    name: name === null ? null : shownWhole(name),
    nickname: order.counterpartyNickname === null ? null : shownPart(order.counterpartyNickname),
    chosen: selectedPayId === null ? null : (methods.find(({ payId }) => payId === selectedPayId) ?? null),
    offered: methods.slice(0, maxMethods),
    appeal,
    unread,
  };
}

/** The method that is meant: the chosen one, or the only one. */
export function meantMethod({ chosen, offered }: Pick<SheetOrder, 'chosen' | 'offered'>): SheetMethod | null {
  const [only, ...others] = offered;
  return chosen ?? (others.length === 0 ? (only ?? null) : null);
}

/** Returns what a list shows of an order; `assigned`: who of the desk works at it. */
export function orderBrief(
  read: OrderInFull,
  assigned: SheetPerson['assigned'],
): Extract<OrderBrief, { known: unknown }> {
  const order = sheetOrder(read);
  const method = meantMethod(order);
  const { name, unread } = order;
  const initials = initialsOf(name);
  return { known: { method: method === null ? null : methodName(method), initials, unread, assigned } };
}

/** Returns what a method is called. */
export const methodName = ({ name, identifier, payId }: SheetMethod): string => name || identifier || payId;

const maxInitials = 4;

/** Returns "A*** P***" of Ana Perez; null: there is no name. */
export function initialsOf(name: string | null): string | null {
  const words = (name ?? '').split(/[^\p{L}\p{M}]+/u).filter((word) => word !== '');
  const initials = words.slice(0, maxInitials).map((word) => word.replace(/^(.\p{M}*).*$/su, '$1***'));
  return initials.length === 0 ? null : initials.join(' ');
}

/** What a field of a method's form says, whatever it is called there. */
const kinds = {
  account: ['pay_account', 'account', 'card_number', 'phone', 'email'],
  bank: ['bank'],
  payee: ['payee'],
} as const;

/** Returns the value of a kind of field; null: the method has none. */
export function fieldValue({ fields }: SheetMethod, kind: keyof typeof kinds): string | null {
  const wanted: readonly string[] = kinds[kind];
  return fields.find((field) => wanted.includes(field.kind) && field.value !== null)?.value ?? null;
}
