import PQueue from 'p-queue';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import { MarketplaceFailure } from '../../domain/failures/marketplace-failure.ts';
import type { Turn } from '../../domain/sending.ts';
import type { OrderInFull } from '../../domain/sheet/sheet-facts.ts';
import { shownPart, type Missing, type Part } from '../../domain/sheet/order-sheet.ts';
import { RegisterSilent } from '../../register/register.ts';

/** What a service that hangs keeps a person waiting for; warnings are read after their order, within what a command waits. */
const limitMs = 4_000;
/** A list of orders must not take the turns of the market's reads. */
const readsAtOnce = 4;

/** What a read found, and when it began. */
export interface Timed<T> {
  value: T;
  atMs: number;
}

/** Why a read did not happen, as a person reads it. */
export class NotRead extends Error {
  override readonly name = 'NotRead';
  readonly missing: Missing;

  constructor(missing: Missing) {
    super(missing.code);
    this.missing = missing;
  }
}

type ReadParts = Pick<ActivityDependencies, 'marketplace' | 'clock' | 'stopping'>;

/** The calls of an account for people who look: few at once, after all that the desk asks, and none for longer than one waits. */
export class WindowReads {
  readonly #parts: ReadParts;
  readonly #limitMs: number;
  readonly #turns = new PQueue({ concurrency: readsAtOnce });

  /** `ofRead`: how long a person waits for a read. */
  constructor(parts: ReadParts, ofRead = limitMs) {
    this.#parts = parts;
    this.#limitMs = ofRead;
  }

  /** One call, when the turn has come; whatever waits for longer than a person does is not made at all. */
  read<T>(call: (turn: Turn) => Promise<T>, limitMs = this.#limitMs): Promise<Timed<T>> {
    const { clock, stopping } = this.#parts;
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(limitMs)]);
    const begun = this.#turns.add(async () => {
      if (signal.aborted) throw new NotRead({ code: 'ended' });
      this.refuseWhileBanned();
      const atMs = clock.now();
      return { value: await call({ priority: 'market', signal }), atMs };
    });
    return this.inTime(begun, { signal, limitMs });
  }

  /** Throws while nothing may be called. */
  refuseWhileBanned(): void {
    const { banUntilMs } = this.#parts.marketplace.account.rests();
    if (banUntilMs !== null && banUntilMs > this.#parts.clock.now()) {
      throw new NotRead({ code: 'ban', untilMs: banUntilMs });
    }
  }

  /** Rejects when the signal aborts first, whatever becomes of the work. */
  async inTime<T>(work: Promise<T>, limit?: { readonly signal: AbortSignal; readonly limitMs: number }): Promise<T> {
    const { limitMs, signal } = limit ?? { limitMs: this.#limitMs, signal: AbortSignal.timeout(this.#limitMs) };
    const late = Promise.withResolvers<never>();
    const give = (): void => late.reject(new NotRead(this.#lateness(limitMs)));
    signal.addEventListener('abort', give, { once: true });
    try {
      return await Promise.race([work, late.promise]);
    } finally {
      signal.removeEventListener('abort', give);
    }
  }

  #lateness(afterMs: number): Missing {
    return this.#parts.stopping.aborted ? { code: 'ended' } : { code: 'silent', afterMs };
  }
}

/** Reads an order with its people. An answer may be about another order (seen live). */
export async function inFull(
  { marketplace }: Pick<ReadParts, 'marketplace'>,
  orderNumber: string,
  turn: Turn,
): Promise<OrderInFull> {
  const read = await marketplace.orders.readInFull(orderNumber, turn);
  if (read.order.orderNumber !== orderNumber) throw new NotRead({ code: 'other-order' });
  return read;
}

/** Returns what was read, else why it was not. Never rejects. */
export async function known<T>(read: () => Promise<T>): Promise<Part<T>> {
  try {
    return { known: await read() };
  } catch (error) {
    return { missing: missingBy(error) };
  }
}

function missingBy(error: unknown): Missing {
  if (error instanceof NotRead) return error.missing;
  if (error instanceof RegisterSilent) return { code: 'register' };
  const { category, code, message } =
    error instanceof MarketplaceFailure ? error : { category: 'UNKNOWN', code: null, message: nameOf(error) };
  return {
    code: 'unread',
    category: shownPart(category),
    answer: code === null ? null : shownPart(code),
    message: shownPart(message),
  };
}

/** Its text could say anything. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'no reason');

/** Returns the part with what is known of it changed. */
export const mapped = <From, To>(part: Part<From>, map: (value: From) => To): Part<To> =>
  'known' in part ? { known: map(part.known) } : part;
