/** Returns what `toPlain` of the recorder wrote as the server's protocol has it: bytes are Buffers again. */
export function fromPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromPlain);
  if (typeof value !== 'object' || value === null) return value;
  if ('utf8' in value && typeof value.utf8 === 'string') return Buffer.from(value.utf8, 'utf8');
  if ('base64' in value && typeof value.base64 === 'string') return Buffer.from(value.base64, 'base64');
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fromPlain(part)]));
}
