import type { Sent } from '../exchange-error.ts';
import type { Connection } from './connection.ts';
import type { HttpMethod } from '../table/operation.ts';

export interface WireRequest {
  readonly method: HttpMethod;
  /** Path and query string, exactly as they go out. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** What precedes the body: a limit or a ban counts, even when the body never arrives whole. */
export type AnswerHead = Pick<WireAnswer, 'status' | 'headers'>;

/** No whole answer arrived. `sent` is `yes` when one had begun: then the request had arrived. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly sent: Sent;
  readonly head: AnswerHead | null;

  constructor(message: string, sent: Sent, head: AnswerHead | null = null) {
    super(message);
    this.sent = sent;
    this.head = head;
  }
}

export interface SendHooks {
  /**
   * Called when the first bytes of the request are about to leave. When it throws they do not, and `send` rejects with
   * its error.
   */
  readonly onLeave: () => void;
  readonly signal: AbortSignal | undefined;
  /** From `reserve`: the request leaves by this connection, or `send` rejects with ConnectionLost. */
  readonly reserved?: Connection | undefined;
}
