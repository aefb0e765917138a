/** A device that is to be notified, as its browser describes it. */
import { ECDH } from 'node:crypto';
import { z } from 'zod';

/** The push services of Google, Mozilla, Apple and Microsoft: nothing else is written to, whatever a page sends. */
const hosts: readonly string[] = ['fcm.googleapis.com', 'updates.push.services.mozilla.com'];
const families: readonly string[] = ['.push.apple.com', '.notify.windows.com'];

/** Whether an address is one of a push service. */
export function isPushEndpoint(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:' || url.port !== '' || url.username + url.password !== '') return false;
  return hosts.includes(url.hostname) || families.some((family) => url.hostname.endsWith(family));
}

export const subscriptionSchema = z.object({
  /** Who knows it can write to the device: it counts as a secret. */
  endpoint: z.string().max(1_000),
  /** What messages are encrypted with. */
  p256dh: z.string().refine(isPoint),
  auth: z.string().regex(/^[\w-]{22}$/),
});
export type Subscription = z.output<typeof subscriptionSchema>;

function isPoint(text: string): boolean {
  if (!/^[\w-]{87}$/.test(text)) return false;
  try {
    ECDH.convertKey(text, 'prime256v1', 'base64url', 'base64url', 'compressed');
    return true;
  } catch {
    return false;
  }
}
