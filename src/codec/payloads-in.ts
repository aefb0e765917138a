import type { Payload } from '@temporalio/common';

/** What no codec touches: search attributes are searched, headers and markers are of Temporal's own. */
const untouched = new Set(['searchAttributes', 'header', 'headers', 'markerRecordedEventAttributes']);

/** Yields each payload in a message of Temporal's protocol that a codec encodes. */
export function* payloadsIn(message: unknown): Generator<Payload> {
  if (typeof message !== 'object' || message === null || message instanceof Uint8Array) return;
  if (isPayload(message)) {
    yield message;
    return;
  }
  for (const [name, part] of Object.entries(message)) {
    if (!untouched.has(name)) yield* payloadsIn(part);
  }
}

function isPayload(value: object): value is Payload {
  if (!('metadata' in value) || typeof value.metadata !== 'object' || value.metadata === null) return false;
  return 'encoding' in value.metadata && value.metadata.encoding instanceof Uint8Array;
}
