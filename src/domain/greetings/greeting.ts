/** What the desk says by itself in the chat of an order: a text of the merchant's file, once for each state of the order. */
import { z } from 'zod';
import { OrderStatus } from '../orders/order-status.ts';
import type { TradeSide } from '../orders/order-facts.ts';
import { derivedId, messageFault, type MessageFault } from '../sheet/chat-message.ts';

/** The states of an order in which something may be said. */
export const greetingStates = ['placed', 'paid', 'completed', 'cancelled'] as const;
export type GreetingState = (typeof greetingStates)[number];

/** What a text may name of its order: numbers and codes alone, for what a person writes could say anything. */
export const greetingParts = ['order', 'amount', 'asset', 'total', 'fiat', 'price', 'minutes'] as const;
export type GreetingPart = (typeof greetingParts)[number];

export const greetingSchema = z.strictObject({
  name: z.string().min(1).max(40),
  state: z.enum(greetingStates),
  /** Null: either. */
  side: z.enum(['BUY', 'SELL']).nullable(),
  /** Null: any. */
  fiat: z.string().nullable(),
  text: z.string(),
});
export type Greeting = Readonly<z.infer<typeof greetingSchema>>;

const stateByStatus: ReadonlyMap<OrderStatus, GreetingState> = new Map([
  [OrderStatus.AWAITING_PAYMENT, 'placed'],
  [OrderStatus.PAID, 'paid'],
  [OrderStatus.COMPLETED, 'completed'],
  [OrderStatus.CANCELLED, 'cancelled'],
  [OrderStatus.CANCELLED_BY_SYSTEM, 'cancelled'],
]);

/** Returns the state in which something may be said; null: nothing is. */
export const greetingState = (status: OrderStatus): GreetingState | null => stateByStatus.get(status) ?? null;

interface Occasion {
  readonly state: GreetingState;
  readonly side: TradeSide;
  readonly fiat: string;
}

/** Returns the one that names most of what the order is; null: none fits. No two that differ in nothing else are in a file. */
export function greetingFor(greetings: readonly Greeting[], { state, side, fiat }: Occasion): Greeting | null {
  const fitting = greetings.filter((one) => one.state === state && isMeantFor(one, { side, fiat }));
  const [best = null] = fitting.toSorted((left, right) => closeness(right) - closeness(left));
  return best;
}

/** Reports whether a greeting is for orders of this side and currency. */
export const isMeantFor = (
  greeting: Pick<Greeting, 'side' | 'fiat'>,
  { side, fiat }: Omit<Occasion, 'state'>,
): boolean => (greeting.side ?? side) === side && (greeting.fiat ?? fiat) === fiat;

/** The currency says more than the side: it goes with a language. */
const closeness = ({ side, fiat }: Greeting): number => (fiat === null ? 0 : 2) + (side === null ? 0 : 1);

/** Reports whether a file could not say which of the two is meant. */
export const isSameOccasion = (left: Greeting, right: Greeting): boolean =>
  left.state === right.state && left.side === right.side && left.fiat === right.fiat;

export type GreetingFault =
  | { readonly code: MessageFault | 'account' | 'no-deadline' }
  | { readonly code: 'unknown-part'; readonly part: string };

const part = /\{([^{}]*)\}/g;
/** What stands for a part is no longer: twenty digits, and a point. */
const longest = 'x'.repeat(25);
/** Eight digits, however they are grouped, or an address of mail: an account changes, and its text would stay. */
const accountLike = /\d(?:[ .\-/]?\d){7}|\S@\S/u;

/** Returns what is wrong with a text of a file; null: it may be said. */
export function greetingFault(text: string, state: GreetingState): GreetingFault | null {
  const named = [...text.matchAll(part)].map(([, name = '']) => name);
  const unknown = named.find((name) => !isPart(name)) ?? text.replace(part, '').match(/[{}]/)?.[0];
  if (unknown !== undefined) return { code: 'unknown-part', part: unknown.slice(0, longest.length) };
  if (named.includes('minutes') && state !== 'placed' && state !== 'paid') return { code: 'no-deadline' };
  const fault = messageFault(text.replace(part, longest));
  if (fault !== null) return { code: fault };
  return accountLike.test(text) ? { code: 'account' } : null;
}

const isPart = (name: string): name is GreetingPart => greetingParts.some((known) => known === name);

/** Returns the text with what its parts stand for, each replaced once; null: one of them is not known. */
export function filledGreeting(
  { text }: Pick<Greeting, 'text'>,
  facts: Readonly<Record<GreetingPart, string | null>>,
): string | null {
  const named = [...text.matchAll(part)].map(([, name = '']) => name).filter(isPart);
  if (named.some((name) => facts[name] === null)) return null;
  return text.replace(part, (whole, name: string) => (isPart(name) ? String(facts[name]) : whole));
}

interface GreetedOrder {
  readonly account: string;
  readonly orderNumber: string;
  readonly state: GreetingState;
}

/**
 * Returns the id of what is said of an order in a state: every process and every person has the same one, whatever the text and
 * its name are by then.
 */
export function greetingId({ account, orderNumber, state }: GreetedOrder): string {
  return derivedId('greeting', account, orderNumber, state);
}
