import { defaultPayloadConverter, type Payload, type PayloadConverter } from '@temporalio/common';

/** Set by the codec on a payload that must not be obeyed (`src/codec/payload-codec.ts`); its data says why. */
const unreadableEncoding = 'binary/peerdesk-unreadable';
const maxReason = 300;

/**
 * The default converter, except that an unreadable payload becomes a symbol that says why: every schema refuses it, and
 * no payload can be one. The default one throws before any handler is called, and one such signal would stop a workflow
 * for good.
 */
export const payloadConverter: PayloadConverter = {
  toPayload: (value) => defaultPayloadConverter.toPayload(value),
  fromPayload: <T>(payload: Payload): T => {
    const { encoding } = payload.metadata ?? {};
    if (encoding !== undefined && textOf(encoding) === unreadableEncoding) {
      return Symbol(textOf(payload.data ?? new Uint8Array()).slice(0, maxReason)) as T;
    }
    try {
      return defaultPayloadConverter.fromPayload<T>(payload);
    } catch {
      return Symbol('the payload is in a form that nothing can read') as T;
    }
  },
};

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
