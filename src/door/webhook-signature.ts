/** How messages over HTTP are signed: Standard Webhooks both ways, and the like of it that a sender may have. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What is signed of a message. */
interface SignedMessage {
  readonly id: string;
  /** Epoch seconds, as they stand in its header. */
  readonly seconds: string;
  readonly body: string | Buffer;
}

/** Returns `v1,` and the Base64 of HMAC-SHA256 over id, time and body, with dots between them. */
export function webhookSignature(key: Buffer, { id, seconds, body }: SignedMessage): string {
  return `v1,${timedHmac(key, `${id}.${seconds}`, body).toString('base64')}`;
}

/** Returns HMAC-SHA256 over what stands before a body, a dot, and the body as it was sent. */
export function timedHmac(key: Buffer, before: string, body: string | Buffer): Buffer {
  return createHmac('sha256', key).update(`${before}.`).update(body).digest();
}

/** Compares two texts in a time that says nothing of where they differ. */
export function isSameText(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** A message that is older, or that the sender's clock dates ahead, may be a copy of one from before. */
const maxAgeMs = 300_000;

/** Whether the time in a header is a whole number of seconds that is near to now. */
export function isTimely(seconds: string, nowMs: number): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(nowMs - Number(seconds) * 1_000) <= maxAgeMs;
}
