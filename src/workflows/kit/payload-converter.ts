import { defaultPayloadConverter, type Payload, type PayloadConverter } from '@temporalio/common';

/**
 * The default converter, except that an unreadable payload becomes undefined, which every schema refuses. The default
 * one throws before any handler is called, and one such signal would stop a workflow for good.
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
