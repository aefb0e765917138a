import { defaultPayloadConverter, type Payload, type PayloadConverter } from '@temporalio/common';

/**
 * The usual converter, except that a payload in a form that nothing can read becomes undefined, which every schema
 * refuses. The usual one throws, before any handler is asked, and one such signal would stop a workflow for good.
 */
export const payloadConverter: PayloadConverter = {
  toPayload: (value) => defaultPayloadConverter.toPayload(value),
  fromPayload: <T>(payload: Payload): T => {
    try {
      return defaultPayloadConverter.fromPayload<T>(payload);
    } catch {
      return undefined as T;
    }
  },
};
