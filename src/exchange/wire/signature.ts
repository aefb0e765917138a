import { createHmac, type KeyObject } from 'node:crypto';

/**
 * Signs an encoded query string: lowercase hex of HMAC-SHA256 over exactly its bytes (interface section 2).
 *
 * Takes the query as it will be sent, without the leading `?`, and the secret as text or as a key object.
 */
export function signQuery(query: string, secret: string | KeyObject): string {
  return createHmac('sha256', secret).update(query, 'utf8').digest('hex');
}
