import type { Payload } from '@temporalio/common';
import { z } from 'zod';

const bytes = z.base64().transform((text): Uint8Array => Buffer.from(text, 'base64'));
const payloadSchema = z.object({ metadata: z.record(z.string(), bytes).default({}), data: bytes.optional() });
const bodySchema = z.object({ payloads: z.array(payloadSchema).max(10_000).default([]) });

/** Returns the payloads in a body of the codec protocol (protobuf's JSON), or null for another body. */
export function readPayloads(text: string): Payload[] | null {
  const read = bodySchema.safeParse(jsonOrNull(text));
  if (!read.success) return null;
  return read.data.payloads.map(({ metadata, data }) => ({ metadata, data: data ?? new Uint8Array() }));
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Writes payloads as the codec protocol has them. */
export function writePayloads(payloads: readonly Payload[]): string {
  const base64 = (part: Uint8Array): string => Buffer.from(part).toString('base64');
  return JSON.stringify({
    payloads: payloads.map(({ metadata, data }) => ({
      metadata: Object.fromEntries(Object.entries(metadata ?? {}).map(([name, part]) => [name, base64(part)])),
      data: base64(data ?? new Uint8Array()),
    })),
  });
}
