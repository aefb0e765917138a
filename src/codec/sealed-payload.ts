import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Payload } from '@temporalio/common';
import type { KeyRing } from './key-ring.ts';

/** The `encoding` of a sealed payload. */
const sealedEncoding = 'binary/peerdesk-sealed';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const lengthBytes = 4;
/** Part of what is authenticated, so that another form of the same fields never opens. */
const form = 'peerdesk-sealed-1';

/** What a sealed payload is bound to: it opens nowhere else. */
interface Binding {
  namespace: string;
  /** Null: to its namespace alone, where no workflow is known. */
  workflowId: string | null;
}

/** Why a payload is not opened, in words for people. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError';
}

/** True for a payload that claims to be sealed. */
export function isSealed({ metadata }: Payload): boolean {
  return textOf(metadata?.['encoding']) === sealedEncoding;
}

/** Returns the id of the key that a payload says it was sealed with; null for one that is not sealed. */
export function sealedWith(payload: Payload): string | null {
  return isSealed(payload) ? textOf(payload.metadata?.['key']) : null;
}

/** Returns the workflow that a sealed payload says it is bound to; null: to none. */
export function boundWorkflow({ metadata }: Payload): string | null {
  const workflow = metadata?.['workflow'];
  return workflow === undefined || workflow === null ? null : textOf(workflow);
}

/** Seals a payload with the first key: AES-256-GCM with a nonce of its own. */
export function seal(payload: Payload, { first }: KeyRing, binding: Binding): Payload {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, first.key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(bound(first.id, binding));
  const body = [cipher.update(packed(payload)), cipher.final()];
  return {
    metadata: {
      encoding: bytesOf(sealedEncoding),
      key: bytesOf(first.id),
      ...(binding.workflowId === null ? {} : { workflow: bytesOf(binding.workflowId) }),
    },
    data: Buffer.concat([nonce, cipher.getAuthTag(), ...body]),
  };
}

/** Returns what was sealed. Throws SealBrokenError with the reason. */
export function open(payload: Payload, keys: KeyRing, binding: Binding): Payload {
  const id = sealedWith(payload) ?? '';
  const key = keys.find(id);
  if (key === null)
    throw new SealBrokenError(`it is sealed with the key ${id.slice(0, 60)}, which is not among the keys here`);
  const data = payload.data ?? new Uint8Array();
  try {
    const decipher = createDecipheriv(algorithm, key, data.subarray(0, nonceBytes), { authTagLength: tagBytes });
    decipher.setAAD(bound(id, binding));
    decipher.setAuthTag(data.subarray(nonceBytes, nonceBytes + tagBytes));
    const clear = [decipher.update(data.subarray(nonceBytes + tagBytes)), decipher.final()];
    return unpacked(Buffer.concat(clear));
  } catch {
    throw new SealBrokenError('its seal is broken: it was changed, or sealed for another namespace or workflow');
  }
}

function bound(keyId: string, { namespace, workflowId }: Binding): Buffer {
  return Buffer.from(JSON.stringify([form, keyId, namespace, workflowId]));
}

/** The length of the metadata, the metadata as JSON with base64, the data. */
function packed({ metadata, data }: Payload): Buffer {
  const entries = Object.entries(metadata ?? {}).map(([name, value]) => [name, Buffer.from(value).toString('base64')]);
  const head = Buffer.from(JSON.stringify(Object.fromEntries(entries)));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(head.length);
  // Where nothing stands, protobuf has a list in the sandbox of workflows, which has no Buffer.
  return Buffer.concat([length, head, Buffer.from(data ?? [])]);
}

function unpacked(bytes: Buffer): Payload {
  const end = lengthBytes + bytes.readUInt32BE(0);
  const head = JSON.parse(bytes.toString('utf8', lengthBytes, end)) as Record<string, string>;
  const metadata = Object.fromEntries(Object.entries(head).map(([name, text]) => [name, Buffer.from(text, 'base64')]));
  return { metadata, data: bytes.subarray(end) };
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text);
const textOf = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('utf8');
