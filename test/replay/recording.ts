/** What the recorder and the tests of its recordings share. */
export const account = 'acme';
/** Keys that only the recorder's own simulator knows; a recording must hold neither. */
export const keys = { apiKey: 'canary-key-0123456789', apiSecret: 'canary-secret-0123456789' };

/** One history as it is stored. */
export interface Recording {
  workflowId: string;
  /** In the JSON form of the server's protocol. */
  history: unknown;
}

/** Everything that a recording says, with its payloads decoded. */
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
  return [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')];
}
