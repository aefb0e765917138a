import type { DeskSettings } from '../../domain/settings.ts';
import type { AuthStep } from './auth-plan.ts';
import type { WireFields } from './call-input.ts';
import type { Fence, Priority } from '../call-options.ts';
import type { Gate } from '../limits/gate.ts';
import type { HttpTransport } from '../wire/http-transport.ts';
import type { HttpMethod, Operation } from '../table/operation.ts';
import type { RateBudget } from '../limits/rate-budget.ts';
import type { Redact } from './redact.ts';
import type { ServerClock } from '../limits/server-clock.ts';
import type { SigningKeys } from './wire-request.ts';

/**
 * One host with what its answers mean: who is limited or banned there says nothing about the other host. The public one
 * promises nothing (interface 4.6), so it must not stop an account.
 */
export interface Lane {
  readonly gate: Gate;
  /** Who else learns of a ban told here: it is the address's, so it holds for all hosts of one origin. */
  readonly banGates: readonly Gate[];
  readonly budget: RateBudget;
  readonly transport: HttpTransport;
  /** Headers that every call of this host carries beside its own. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Everything that sending needs and that lives as long as the client. */
export interface SenderParts {
  readonly settings: DeskSettings;
  readonly keys: SigningKeys;
  readonly lanes: { readonly account: Lane; readonly public: Lane };
  readonly clock: ServerClock;
  readonly wallNow: () => number;
  /** What the server clock runs by: its readings are timed with it. */
  readonly monotonicNow: () => number;
  /** A clock that nothing sets, in ms: what a jump of the wall clock is seen by. */
  readonly steadyNow: () => number;
  readonly redact: Redact;
  /** Aborted once the client is closed: what fails from then on tells nothing of the service. */
  readonly closing: AbortSignal;
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
  /** When the call began. */
  readonly begun: Moment;
}
