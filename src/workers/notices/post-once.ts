import type { Readable } from 'node:stream';
import { Agent, ProxyAgent, request, type Dispatcher } from 'undici';
import { NoticeNotDelivered } from '../../activities/notices/notice-activities.ts';

interface Post {
  headers: Record<string, string>;
  body: string | Buffer;
  proxy: URL | null;
  timeoutMs: number;
}

interface Posted {
  status: number;
  /** The beginning of what it said. */
  text: string;
}

/** So much of an answer is read; whether the message arrived stands in its first line. */
const maxAnswerBytes = 2_048;

/** Posts once: no redirect is followed, time and the answer are bounded, a connection is used once. Rejects in words that hold no address. */
export async function postOnce(url: URL, { headers, body, proxy, timeoutMs }: Post): Promise<Posted> {
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

function dispatcherBy(proxy: URL | null, timeoutMs: number): Dispatcher {
  const connect = { timeout: timeoutMs };
  return proxy === null ? new Agent({ connect }) : new ProxyAgent({ uri: proxy.href, connect });
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

/** The code alone (ECONNREFUSED, say): a message may carry the address. */
function failureWords(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return `the address was not reached (${code.slice(0, 60)})`;
}
