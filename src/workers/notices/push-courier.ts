import { createHash } from 'node:crypto';
import webPush from 'web-push';
import { NoticeNotDelivered } from '../../activities/notices/notice-activities.ts';
import { readProxyFor } from '../../config/environment/proxy-on-the-way.ts';
import type { Environment } from '../../config/environment/service-environment.ts';
import type { PushWay } from '../../config/egress-config.ts';
import { isPushEndpoint, type Subscription } from '../../door/push/subscription.ts';
import { countingNotes, dropNote, noteMiss } from '../../door/push/subscription-notes.ts';
import { parseWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { postOnce } from './post-once.ts';
import { isUrgent, type SentMessage, type Way } from './quiet-hours.ts';

interface PushCourierOptions extends PushWay {
  /** The proxies on the way. */
  readonly env: Environment;
  /** Epoch milliseconds. */
  readonly clock: { now(): number };
  /** Of the list the device with this address alone; without it all. */
  readonly only?: string;
  /** Whether an address is one of a push service. */
  readonly isEndpoint?: (endpoint: string) => boolean;
}

const timeoutMs = 10_000;
/** Of a message; with its encryption it is to stay below 4,096 bytes. */
const maxTextLetters = 900;
/** What is first reported is reported again as urgent after ten minutes: it is of no use later. */
const firstTtlS = 600;
/** A phone that was off for a night gets no word of an order that is over, nor of a day that is. */
const longTtlS = 4 * 3_600;
/** The browser's person has taken the permission away, or the browser is gone. */
const goneStatuses: readonly number[] = [404, 410];
/**
 * Makes the way to the devices on the list of the page: a message that is encrypted for each (RFC 8291) and signed by the key of the desk
 * (RFC 8292). A device that is gone is taken off the list.
 */
export function createPushCourier(options: PushCourierOptions): Way {
  const { folder, publicKey, clock, only, isEndpoint = isPushEndpoint } = options;
  return {
    deliver: async (message) => {
      const notes = countingNotes(folder, { serverKey: publicKey, nowMs: clock.now() });
      const meant = notes.filter(({ endpoint }) => isEndpoint(endpoint) && (only === undefined || endpoint === only));
      if (meant.length === 0) throw new NoticeNotDelivered('no device is on the list: put one there on the page');
      const failures = (await Promise.all(meant.map((one) => sendTo(one, message)))).filter((one) => one !== null);
      const missed = `${failures.length} of ${devicesText(meant.length)} not reached (${failures[0]})`;
      // A device that takes nothing slows no message to the others down: it counts as sent as soon as one has it.
      if (failures.length === meant.length) throw new NoticeNotDelivered(missed);
      const words = failures.length > 0 ? missed : `the push services have it for ${devicesText(meant.length)}`;
      return { words, output: '' };
    },
  };

  /** Sends to one device, and writes down for its person whether that has it; returns why not, or null. */
  async function sendTo(of: Subscription, message: SentMessage): Promise<string | null> {
    const why = await failureOf(of, message);
    noteMiss(folder, of.endpoint, why === null ? null : { sinceMs: clock.now(), why });
    return why;
  }

  /** Returns why a device does not have the message, without its address, which is a secret; null: it has it. */
  async function failureOf(of: Subscription, message: SentMessage): Promise<string | null> {
    const url = new URL(of.endpoint);
    try {
      const { headers, body } = requestTo(of, message, options);
      const { status } = await postOnce(url, { headers, body, proxy: readProxyFor(url, options.env), timeoutMs });
      if (status >= 200 && status < 300) return null;
      if (!goneStatuses.includes(status)) return `HTTP ${status} of ${url.host}${adviceOn(status)}`;
      dropNote(folder, of.endpoint);
      return `${url.host} knows it no more: it is off the list`;
    } catch (error) {
      return `${url.host}: ${error instanceof NoticeNotDelivered ? error.message : 'an unexpected failure'}`;
    }
  }
}

const devicesText = (count: number): string => `${count} device${count === 1 ? '' : 's'}`;

const adviceOn = (status: number): string =>
  status === 401 || status === 403
    ? ': does it know push_subject, and is the key the one the device subscribed with?'
    : '';

function requestTo(
  { endpoint, ...keys }: Subscription,
  message: SentMessage,
  { privateKey, publicKey, subject }: PushWay,
): { headers: Record<string, string>; body: Buffer } {
  const details = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify(payloadOf(message)), {
    vapidDetails: { subject, publicKey, privateKey },
    TTL: isUrgent(message) || message.event === 'daily' ? longTtlS : firstTtlS,
    urgency: isUrgent(message) ? 'high' : 'normal',
    // A phone that was away gets the last word on the same needs alone.
    topic: topicOf(message),
  });
  const headers = Object.entries(details.headers).map(([name, value]) => [name, String(value)] as const);
  return { headers: Object.fromEntries(headers), body: details.body ?? Buffer.alloc(0) };
}

function topicOf({ id, needs }: SentMessage): string {
  const subjects = needs.length === 0 ? id : needs.map(({ workflowId }) => workflowId).join('\n');
  return createHash('sha256').update(subjects).digest('base64url').slice(0, 32);
}

/** The words of every way, which hold no name and no amount, and the page that a tap opens. */
function payloadOf(message: SentMessage) {
  const { text, quiet } = message;
  return { title: 'Peerdesk', text: text.slice(0, maxTextLetters), path: pathOf(message), quiet };
}

/** Of one order its page; of all else what waits. */
function pathOf({ account, needs }: SentMessage): string {
  const orders = new Set(needs.map(({ type, workflowId }) => (type === 'order' ? orderIn(workflowId) : null)));
  const [order = null] = orders;
  return orders.size === 1 && order !== null ? `/orders/${account}/${order}` : '/';
}

const orderIn = (workflowId: string): string | null => parseWorkflowId(workflowId)?.subject ?? null;
