import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Agent, request } from 'undici';
import { z } from 'zod';

/** Which service to ask, and what a simulator of this account knows. */
interface SimulatorQuestion {
  /** The origin of the service. */
  baseUrl: string;
  apiKey: string;
  apiSecret: string;
  /** 32 hex digits; default: random. */
  nonce?: string;
  /** Until when the whole answer must arrive; default: 3 s. */
  timeoutMs?: number;
}

const usualTimeoutMs = 3_000;
const maxAnswerBytes = 4_096;
const answerSchema = z.strictObject({ simulator: z.literal(true), proof: z.string().regex(/^[0-9a-f]{64}$/) });

/**
 * Returns whether the service at the address proves that it is a simulator with this account's secret (design 2).
 *
 * Any other answer, a redirect, an error or silence is false: then it is a real service. Never rejects.
 */
export async function proveSimulator(question: SimulatorQuestion): Promise<boolean> {
  const nonce = question.nonce ?? randomBytes(16).toString('hex');
  try {
    const answer = answerSchema.safeParse(JSON.parse(await ask(question, nonce)));
    return answer.success && isProof(answer.data.proof, nonce, question.apiSecret);
  } catch {
    return false;
  }
}

/** Returns the text of an answer with 200; throws for anything else. Redirects are not followed: they prove nothing. */
async function ask({ baseUrl, apiKey, timeoutMs = usualTimeoutMs }: SimulatorQuestion, nonce: string): Promise<string> {
  const dispatcher = new Agent({ maxResponseSize: maxAnswerBytes, connect: { timeout: timeoutMs } });
  try {
    const { statusCode, body } = await request(new URL(`/_sim/identity?nonce=${nonce}`, baseUrl), {
      dispatcher,
      headers: { 'x-mbx-apikey': apiKey, accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (statusCode !== 200) throw new TypeError(`The service answered ${statusCode}.`);
    return await body.text();
  } finally {
    await dispatcher.destroy();
  }
}

function isProof(proof: string, nonce: string, apiSecret: string): boolean {
  const expected = createHmac('sha256', apiSecret).update(`peerdesk-simulator:${nonce}`).digest();
  return timingSafeEqual(Buffer.from(proof, 'hex'), expected);
}
