import { NoticeNotDelivered, type Courier } from '../../activities/notices/notice-activities.ts';
import { webhookSignature } from '../../door/webhook-signature.ts';
import { postOnce } from './post-once.ts';

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
      const answer = await postOnce(url, { headers, body, proxy, timeoutMs });
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

function answerOf({ status, text }: Awaited<ReturnType<typeof postOnce>>): NoticeAnswer {
  return { words: `HTTP ${status}`, output: text };
}
