import type { Door, Fence, Priority } from '../domain/sending.ts';
import type { ExchangeError } from './exchange-error.ts';

export type { Door, Fence, Priority } from '../domain/sending.ts';

/** In the order in which they go. */
export const priorities = ['money', 'price', 'order', 'market'] as const satisfies readonly Priority[];

/** One attempt of a call, as `onAttempt` of a client receives it: no parameter, no answer, no key. */
export interface AttemptReport {
  /** The operation's name. */
  readonly operation: string;
  readonly priority: Priority;
  /** The step of authentication that it was made with. */
  readonly step: string;
  /** How long it waited for its turn, in ms; the whole time when it never left. */
  readonly waitedMs: number;
  /** From its departure to its end, in ms; null: it never left. */
  readonly tookMs: number | null;
  /** Null: it succeeded. */
  readonly error: ExchangeError | null;
}

/** The last argument of every method. */
export interface CallOptions {
  /** Aborting gives up: `sent` of the error says whether the request may still take effect. */
  readonly signal?: AbortSignal | undefined;
  readonly priority?: Priority | undefined;
  /** The ad whose limit the call counts against; default: the ad in the arguments. */
  readonly adKey?: string | undefined;
  readonly fence?: Fence | undefined;
  /** The last check. A call that has one is sent at most once, whatever its operation. */
  readonly door?: Door | undefined;
  /** Called after every attempt of this call, beside the client's own observer. */
  readonly onAttempt?: ((attempt: AttemptReport) => void) | undefined;
  /** Receives the data of a success as the service sent it, before it is read. */
  readonly onData?: ((data: unknown) => void) | undefined;
}

/** The parameters of a call by its name. */
export interface CallInput {
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}
