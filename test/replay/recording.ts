/** Shared by the recorder and the tests of its recordings. */
export const account = 'acme';
/** Keys that only the recorder's own simulator knows; a recording must hold neither. */
export const keys = { apiKey: 'canary-key-0123456789', apiSecret: 'canary-secret-0123456789' };

/** One history as it is stored. */
export interface Recording {
  workflowId: string;
  /** The history of the server's protocol as `toPlain` wrote it. */
  history: unknown;
}

interface Long {
  low: number;
  high: number;
  toNumber(): number;
}

/**
 * Converts a history to plain JSON, which `fromPlain` of src/workers/replay reads: bytes as text, so that a recording
 * can be read and searched; 64-bit numbers as numbers. The SDK's own JSON form is not used: it needs all of its packages to share one copy of protobufjs.
 */
export function toPlain(value: unknown): unknown {
  if (value instanceof Uint8Array) return bytesToPlain(value);
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== 'object' || value === null) return value;
  if (isLong(value)) return value.toNumber();
  const parts = Object.entries(value).filter(([, part]) => part !== null && part !== undefined);
  return Object.fromEntries(parts.map(([name, part]) => [name, toPlain(part)]));
}

function bytesToPlain(bytes: Uint8Array): { utf8: string } | { base64: string } {
  const buffer = Buffer.from(bytes);
  const utf8 = buffer.toString('utf8');
  return Buffer.from(utf8, 'utf8').equals(buffer) ? { utf8 } : { base64: buffer.toString('base64') };
}

function isLong(value: object): value is Long {
  return 'low' in value && 'high' in value && 'toNumber' in value;
}

/** All text of a recording, including decoded base64. */
export function plainText(recording: unknown): string {
  const texts: string[] = [];
  collect(recording, texts);
  return texts.join('\n');
}

function collect(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value, Buffer.from(value, 'base64').toString('utf8'));
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    texts.push(name);
    collect(part, texts);
  }
}

/** Secrets and their other spellings. */
export function spellings(secret: string): string[] {
  return [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('hex'),
  ];
}
