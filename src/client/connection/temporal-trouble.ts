import { isGrpcServiceError } from '@temporalio/client';

/** Why a call to Temporal failed, with the server's message. */
interface TemporalTrouble {
  kind: 'late' | 'unreachable' | 'unserved' | 'access' | 'namespace' | 'invalid' | 'other';
  words: string;
}

/** gRPC codes, by number and by the names that Temporal's native part writes. */
const kinds: Readonly<Record<string, TemporalTrouble['kind']>> = {
  1: 'late',
  Cancelled: 'late',
  3: 'invalid',
  InvalidArgument: 'invalid',
  4: 'late',
  DeadlineExceeded: 'late',
  5: 'other',
  7: 'access',
  PermissionDenied: 'access',
  9: 'unserved',
  FailedPrecondition: 'unserved',
  14: 'unreachable',
  Unavailable: 'unreachable',
  16: 'access',
  Unauthenticated: 'access',
};

/**
 * Returns the meaning of the gRPC status in an error of Temporal's client or of its native part, or null without one.
 */
export function temporalTrouble(error: Error): TemporalTrouble | null {
  return clientTrouble(error) ?? nativeTrouble(error) ?? transportTrouble(error);
}

function clientTrouble(error: Error): TemporalTrouble | null {
  const cause = isGrpcServiceError(error) ? error : error.cause;
  if (!isGrpcServiceError(cause)) return null;
  const words = cause.details === '' ? cause.message : cause.details;
  // The server's message, without the code that the client puts before it.
  return trouble(String(cause.code), words.replace(/^\d+ [A-Z_]+: /, ''));
}

/** The native part writes the whole status into the message, with bytes and nested errors. */
function nativeTrouble({ message }: Error): TemporalTrouble | null {
  const [, code = '', words = ''] = /Status \{ code: '?(\w+)'?,.*?message: "((?:[^"\\]|\\.)*)"/.exec(message) ?? [];
  return code === '' ? null : trouble(code, words);
}

/** The native part could not connect; its message is a nest of types that ends with what the system said. */
function transportTrouble({ name, message }: Error): TemporalTrouble | null {
  if (name !== 'TransportError') return null;
  const [, words = 'no connection'] = /message: "([^"]*)"/.exec(message) ?? [];
  return { kind: 'unreachable', words };
}

function trouble(code: string, words: string): TemporalTrouble {
  const isNamespace = /^namespace\b.*\bnot found/i.test(words);
  return { kind: isNamespace ? 'namespace' : (kinds[code] ?? 'other'), words };
}

/** The server answers, and refuses this process's polls: waiting would keep a process alive that never serves. */
export function isFinalRefusal(error: unknown): boolean {
  const kind = error instanceof Error ? temporalTrouble(error)?.kind : undefined;
  return kind === 'namespace' || kind === 'access';
}

/** What a server says when its own limit of a long poll or of a query is over, which may be shorter than the caller's. */
const serverLimitWords = ['context deadline exceeded', 'query timed out before a worker could process it'];

/** Returns whether the server alone has given up. The caller's own deadline has other words: "Deadline exceeded after …". */
export function isDeadlineOfServer(error: unknown): boolean {
  return error instanceof Error && serverLimitWords.includes(temporalTrouble(error)?.words ?? '');
}
