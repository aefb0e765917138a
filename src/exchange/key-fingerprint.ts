import { createHmac } from 'node:crypto';

/** Returns what names an API key at its service without revealing it: equal for equal keys, 64 bits as hex. */
export function keyFingerprint(baseUrl: string, apiKey: string): string {
  const hash = createHmac('sha256', `peerdesk-key:${new URL(baseUrl).host}`)
    .update(apiKey)
    .digest('hex');
  return hash.slice(0, 16);
}
