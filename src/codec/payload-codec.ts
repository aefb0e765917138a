import type { Payload, PayloadCodec, SerializationContext } from '@temporalio/common';
import type { KeyRing } from './key-ring.ts';
import { boundWorkflow, isSealed, open, seal, SealBrokenError } from './sealed-payload.ts';

/** How the payloads of a process are sealed. */
export interface CodecConfig {
  /** Null: payloads are written in clear, and sealed ones cannot be read. */
  keys: KeyRing | null;
  /** Whether payloads that are not sealed are read: only while a desk changes over. */
  plain: 'refused' | 'read';
}

/** A process without keys. */
export const plainCodec: CodecConfig = { keys: null, plain: 'read' };

interface CodecPlace extends CodecConfig {
  namespace: string;
  /**
   * 'throw': an unreadable payload is an error of the call that met it. 'mark': it is handed on as unreadable, because
   * an error in a worker would fail the same task again and again, and one message of a stranger would stop a workflow.
   */
  unreadable: 'throw' | 'mark';
}

/** The `encoding` of what `kit/payload-converter.ts` reads as unreadable; its data says why. */
const unreadableEncoding = 'binary/peerdesk-unreadable';

/** A payload that must not be obeyed; its message says why and what to do. */
class UnreadablePayloadError extends Error {
  override readonly name = 'UnreadablePayloadError';
}

/**
 * Creates the codec of a worker or a client. What it seals is bound to the namespace and to the workflow, so that a
 * payload that is copied to another one is refused there.
 */
export function createPayloadCodec(place: CodecPlace): PayloadCodec {
  const { keys, unreadable } = place;
  return {
    encode: async (payloads, context) =>
      keys === null ? payloads : payloads.map((payload) => seal(payload, keys, bindingOf(place, context))),
    decode: async (payloads, context) =>
      payloads.map((payload) => {
        try {
          return opened(payload, place, context);
        } catch (error) {
          if (unreadable === 'throw' || !(error instanceof UnreadablePayloadError)) throw error;
          return marked(error.message);
        }
      }),
  };
}

function opened(payload: Payload, place: CodecPlace, context: SerializationContext | undefined): Payload {
  const { keys, plain } = place;
  if (!isSealed(payload)) {
    if (keys === null || plain === 'read') return payload;
    throw new UnreadablePayloadError(
      'the payload is not sealed, and only sealed ones are obeyed here: use peerdesk, or a client with the keys of this desk',
    );
  }
  if (keys === null) {
    throw new UnreadablePayloadError('the payload is sealed: set PEERDESK_CODEC_KEYS_FILE to the keys of this desk');
  }
  return openedWith(keys, payload, bindingOf(place, context, boundWorkflow(payload)));
}

function openedWith(
  keys: KeyRing,
  payload: Payload,
  binding: { namespace: string; workflowId: string | null },
): Payload {
  try {
    return open(payload, keys, binding);
  } catch (error) {
    if (!(error instanceof SealBrokenError)) throw error;
    throw new UnreadablePayloadError(`the payload is not obeyed: ${error.message}`);
  }
}

/** The workflow is the one that Temporal names; where it names none, the one that the payload was sealed for. */
function bindingOf(place: CodecPlace, context: SerializationContext | undefined, sealedFor: string | null = null) {
  return {
    // A process belongs to one namespace; a replay names none of its own.
    namespace: place.namespace,
    workflowId: context?.workflowId ?? sealedFor,
  };
}

function marked(reason: string): Payload {
  return { metadata: { encoding: Buffer.from(unreadableEncoding) }, data: Buffer.from(reason) };
}
