import type { Readable } from 'node:stream';
import { Agent, ProxyAgent, request, type Dispatcher } from 'undici';
import { NoticeNotDelivered, type Courier } from '../../activities/notices/notice-activities.ts';
import { webhookSignature } from '../../door/webhook-signature.ts';

/** What came back from a way to the merchant. */
export interface NoticeAnswer {
  /** Such as "HTTP 200". */
  words: string;
  /** The beginning of what it said. */
  output: string;
}

interface UrlCourierOptions {
  url: URL;
  signingKey: Buffer | null;
  /** The proxy on the way (its address may hold a password); null: none. */
  proxy: URL | null;
  /** Epoch milliseconds. */
  clock: { now(): number };
  /** For connection, answer and its text together. */
  timeoutMs?: number;
}

export interface AnsweringCourier extends Courier {
  deliver: (...args: Parameters<Courier['deliver']>) => Promise<NoticeAnswer>;
}

const usualTimeoutMs = 10_000;
/** So much of an answer is read; whether the message arrived stands in its first line. */
const maxAnswerBytes = 2_048;

/**
 * Makes the way by HTTP: one POST to the one address of the configuration. A redirect is not followed, time and the size
 * of the answer are bounded, and a connection is used once. Signed as Standard Webhooks has it, where there is a key.
 */
export function createUrlCourier({
  url,
  signingKey,
  proxy,
  clock,
  timeoutMs = usualTimeoutMs,
}: UrlCourierOptions): AnsweringCourier {
  return {
    deliver: async (message) => {
      const body = JSON.stringify({ ...message, ...asReceiversRead(message.text) });
      const seconds = String(Math.floor(clock.now() / 1_000));
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'peerdesk',
        'webhook-id': message.id,
        'webhook-timestamp': seconds,
        ...(signingKey === null
          ? {}
          : { 'webhook-signature': webhookSignature(signingKey, { id: message.id, seconds, body }) }),
      };
      const answer = await post(url, { headers, body, proxy, timeoutMs });
      if (answer.status >= 200 && answer.status < 300) return answerOf(answer);
      const advice = answer.status >= 300 && answer.status < 400 ? ' (redirects are not followed)' : '';
      throw new NoticeNotDelivered(`the address answered HTTP ${answer.status}${advice}`, answer.text);
    },
  };
}

/** A longer one is refused. */
const maxContentLength = 2_000;

/**
 * Discord takes a message with its words in `content`, where an alias that reads as a mention calls no one; Gotify takes them
 * in `message`.
 */
function asReceiversRead(text: string) {
  const isLong = text.length > maxContentLength;
  const content = isLong ? `${text.slice(0, maxContentLength - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
  return { message: text, content, allowed_mentions: { parse: [] } };
}

interface Post {
  headers: Record<string, string>;
  body: string;
  proxy: URL | null;
  timeoutMs: number;
}

interface Posted {
  status: number;
  text: string;
}

function dispatcherBy(proxy: URL | null, timeoutMs: number): Dispatcher {
  const connect = { timeout: timeoutMs };
  return proxy === null ? new Agent({ connect }) : new ProxyAgent({ uri: proxy.href, connect });
}

async function post(url: URL, { headers, body, proxy, timeoutMs }: Post): Promise<Posted> {
  const dispatcher = dispatcherBy(proxy, timeoutMs);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await request(url, { method: 'POST', headers, body, dispatcher, signal });
    return { status: answer.statusCode, text: await beginningOf(answer.body) };
  } catch (error) {
    throw new NoticeNotDelivered(signal.aborted ? `no answer within ${timeoutMs / 1_000} s` : failureWords(error));
  } finally {
    await dispatcher.destroy();
  }
}

/** That the message has arrived is known by now: an answer that is endless, or breaks off, changes nothing. */
async function beginningOf(body: Readable): Promise<string> {
  let bytes = Buffer.alloc(0);
  try {
    for await (const chunk of body) {
      bytes = Buffer.concat([bytes, Buffer.from(chunk as Uint8Array)]).subarray(0, maxAnswerBytes);
      if (bytes.length === maxAnswerBytes) break;
    }
  } catch {
    return bytes.toString();
  }
  return bytes.toString();
}

function answerOf({ status, text }: Posted): NoticeAnswer {
  return { words: `HTTP ${status}`, output: text };
}

/** The code alone (ECONNREFUSED, say): a message may carry the address. */
function failureWords(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return `the address was not reached (${code.slice(0, 60)})`;
}
