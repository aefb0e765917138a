import type { Client } from '@temporalio/client';
import type { Payload } from '@temporalio/common';

/** A client, or the part of one that deals with workflows. */
interface Converting {
  options: Pick<Client['options'], 'namespace' | 'loadedDataConverter'>;
}

/** A value that travels outside the calls for which the SDK converts and seals. */
interface OwnPayload {
  workflowId: string;
  value: unknown;
}

/** Converts a value as the client does for everything that it sends to a workflow. */
export async function toPayload(client: Converting, { workflowId, value }: OwnPayload): Promise<Payload> {
  const { namespace, loadedDataConverter } = client.options;
  const { payloadConverter, payloadCodecs } = loadedDataConverter;
  const context = { type: 'workflow', namespace, workflowId } as const;
  let payloads = [payloadConverter.toPayload(value, context)];
  for (const codec of payloadCodecs) payloads = await codec.encode(payloads, context);
  const [payload] = payloads;
  if (payload === undefined) throw new TypeError('a codec returned no payload');
  return payload;
}

/** Reads a payload of a workflow as the client reads what it receives. Rejects when it cannot be read. */
export async function fromPayload<T>(client: Converting, workflowId: string, payload: Payload): Promise<T> {
  const { namespace, loadedDataConverter } = client.options;
  const { payloadConverter, payloadCodecs } = loadedDataConverter;
  const context = { type: 'workflow', namespace, workflowId } as const;
  let payloads = [payload];
  for (const codec of payloadCodecs.toReversed()) payloads = await codec.decode(payloads, context);
  return payloadConverter.fromPayload<T>(payloads[0] ?? payload, context);
}
