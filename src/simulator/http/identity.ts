import { createHmac } from 'node:crypto';
import type { SimAccount } from '../world/simulator-options.ts';
import { jsonReply, type SimReply } from './sim-reply.ts';
import { decodeQuery, type SimRequest } from './sim-request.ts';

export const identityPath = '/_sim/identity';

const nonceForm = /^[0-9a-f]{32}$/i;

/**
 * Answers `GET /_sim/identity?nonce=<32 hex>` with the proof that this is a simulator with the caller's secret (design
 * 2): HMAC-SHA256 of the secret over `peerdesk-simulator:` and the nonce, lower-case hex.
 *
 * `X-MBX-APIKEY` chooses the account; default: the first one. A nonce of another form is a 400, a foreign key a 404.
 */
export function answerIdentity(request: SimRequest, accounts: readonly SimAccount[]): SimReply {
  const nonce = decodeQuery(request.rawQuery).get('nonce') ?? '';
  if (!nonceForm.test(nonce)) return jsonReply(400, { error: 'The nonce must be 32 hex digits.' });
  const account = request.apiKey === null ? accounts[0] : accounts.find(({ apiKey }) => apiKey === request.apiKey);
  if (account === undefined) return jsonReply(404, { error: 'No account here has this API key.' });
  const proof = createHmac('sha256', account.apiSecret).update(`peerdesk-simulator:${nonce}`).digest('hex');
  return jsonReply(200, { simulator: true, proof });
}
