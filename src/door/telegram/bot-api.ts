/** The four calls of Telegram's Bot API that a channel of messages needs. Its token stands in every address, so no address is said. */
import { Agent, ProxyAgent, request, type Dispatcher } from 'undici';
import { z } from 'zod';
import type { BotAddress } from '../../config/egress-config.ts';

/** A call that the Bot API did not carry out, in words without address and token. */
export class BotRefusal extends Error {
  override readonly name = 'BotRefusal';
  /** Null: there was no answer that can be read. */
  readonly status: number | null;
  /** In seconds; null: it does not say. */
  readonly retryAfterS: number | null;

  constructor(
    words: string,
    { status = null, retryAfterS = null }: Partial<Pick<BotRefusal, 'status' | 'retryAfterS'>> = {},
  ) {
    super(words);
    this.status = status;
    this.retryAfterS = retryAfterS;
  }
}

const answerSchema = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
});

const usualTimeoutMs = 10_000;
const maxAnswerBytes = 1_048_576;

interface BotCall {
  readonly method: 'getUpdates' | 'sendMessage' | 'editMessageText' | 'answerCallbackQuery';
  readonly parameters: Readonly<Record<string, unknown>>;
  /** For connection, answer and its text together. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Calls the Bot API once, and returns the `result` of its answer. Rejects with a BotRefusal. */
export async function callBot({ api, token, proxy }: BotAddress, call: BotCall): Promise<unknown> {
  const { method, parameters, timeoutMs = usualTimeoutMs } = call;
  const url = new URL(`/bot${token}/${method}`, api);
  const dispatcher = dispatcherBy(proxy, timeoutMs);
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = call.signal === undefined ? timeout : AbortSignal.any([timeout, call.signal]);
  try {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(parameters);
    const { statusCode, body: stream } = await request(url, { method: 'POST', headers, body, dispatcher, signal });
    return resultOf(statusCode, await textOf(stream));
  } catch (error) {
    if (error instanceof BotRefusal) throw error;
    throw new BotRefusal(timeout.aborted ? `no answer within ${timeoutMs / 1_000} s` : failureWords(error));
  } finally {
    await dispatcher.destroy();
  }
}

function dispatcherBy(proxy: URL | null, timeoutMs: number): Dispatcher {
  const times = { connect: { timeout: usualTimeoutMs }, headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  return proxy === null ? new Agent(times) : new ProxyAgent({ uri: proxy.href, ...times });
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const part = Buffer.from(chunk as Uint8Array);
    bytes += part.length;
    if (bytes > maxAnswerBytes) throw new BotRefusal(`the answer is longer than ${maxAnswerBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** What it says of a refusal is left out: it may repeat what was sent. */
function resultOf(status: number, text: string): unknown {
  const answer = answerSchema.safeParse(parsed(text)).data;
  if (answer?.ok === true) return answer.result;
  const retryAfterS = answer?.parameters?.retry_after ?? null;
  const advice = status === 401 || status === 404 ? ': is the token right?' : '';
  throw new BotRefusal(`HTTP ${status}${advice}`, { status, retryAfterS });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The code alone (ECONNREFUSED, say): a message may carry the address, and that the token. */
function failureWords(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  return `it was not reached (${code.slice(0, 60)})`;
}
