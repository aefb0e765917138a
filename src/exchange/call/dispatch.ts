import type { ExchangeSettings } from '../../domain/exchange-settings.ts';
import type { AuthStep } from './auth-plan.ts';
import type { WireFields } from './call-input.ts';
import type { AttemptReport, CallOptions, Door, Fence, Priority } from '../call-options.ts';
import type { Gate } from '../limits/gate.ts';
import type { HttpTransport } from '../wire/http-transport.ts';
import type { HttpMethod, Operation } from '../table/operation.ts';
import type { RateBudget } from '../limits/rate-budget.ts';
import type { Redact } from './redact.ts';
import type { ServerClock } from '../limits/server-clock.ts';
import type { SigningKeys } from './wire-request.ts';

/**
 * One host with its limits: a limit or ban of one host does not apply to the other. The public host promises nothing
 * (interface 4.6), so it must not stop an account.
 */
export interface Lane {
  readonly gate: Gate;
  /** Other gates that learn of a ban: it applies to the address, so to all hosts of one origin. */
  readonly banGates: readonly Gate[];
  readonly budget: RateBudget;
  readonly transport: HttpTransport;
  /** Headers for every call of this host. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Everything that sending needs and that lives as long as the client. */
export interface SenderParts {
  readonly settings: ExchangeSettings;
  readonly keys: SigningKeys;
  readonly lanes: { readonly account: Lane; readonly public: Lane };
  readonly clock: ServerClock;
  readonly wallNow: () => number;
  /** Times the readings of the server clock. */
  readonly monotonicNow: () => number;
  /** A clock that no one sets, in ms: reveals jumps of the wall clock. */
  readonly steadyNow: () => number;
  readonly redact: Redact;
  /** Aborted once the client is closed: later failures prove nothing about the service. */
  readonly closing: AbortSignal;
  /** Called after every attempt. */
  readonly onAttempt: (attempt: AttemptReport) => void;
}

/** One moment by both clocks, in ms. */
export interface Moment {
  readonly wallMs: number;
  readonly steadyMs: number;
}

/** One call, ready to be sent in one of its ways. */
export interface Dispatch {
  readonly operation: Operation;
  readonly form: { readonly method: HttpMethod; readonly path: string };
  readonly step: AuthStep;
  readonly fields: WireFields;
  readonly priority: Priority;
  readonly adKey: string | null;
  readonly signal: AbortSignal | undefined;
  readonly fence: Fence | undefined;
  readonly door?: Door | undefined;
  readonly onAttempt?: CallOptions['onAttempt'];
  readonly onData?: CallOptions['onData'];
  /** When the call began. */
  readonly begun: Moment;
}
