import { createHash } from 'node:crypto';
import webPush from 'web-push';
import { NoticeNotDelivered } from '../../activities/notices/notice-activities.ts';
import type { NoticeMessage } from '../../activities/notices/notice-message.ts';
import { readProxyFor } from '../../config/environment/proxy-on-the-way.ts';
import type { Environment } from '../../config/environment/service-environment.ts';
import type { PushWay } from '../../config/egress-config.ts';
import { isPushEndpoint, type Subscription } from '../../door/push/subscription.ts';
import { countingNotes, dropNote } from '../../door/push/subscription-notes.ts';
import { parseWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { postOnce } from './post-once.ts';
import type { AnsweringCourier } from './url-courier.ts';

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
/** A phone that was off for a night gets no word of an order that is over. */
const urgentTtlS = 4 * 3_600;
/** The browser's person has taken the permission away, or the browser is gone. */
const goneStatuses: readonly number[] = [404, 410];
/** What sending again does not mend: the key, the subject, or the message. */
const lastingStatuses: readonly number[] = [400, 401, 403, 413];
/** Messages of which it is remembered which devices have them. */
const maxRemembered = 200;

/**
 * Makes the way to the devices on the list of the page: a message that is encrypted for each (RFC 8291) and signed by the key of the desk
 * (RFC 8292). A device that is gone is taken off the list; one that has it gets it no second time when it is tried again for the others.
 */
export function createPushCourier(options: PushCourierOptions): AnsweringCourier {
  const { folder, publicKey, clock, only, isEndpoint = isPushEndpoint } = options;
  const arrived = new Map<string, Set<string>>();
  return {
    deliver: async (message) => {
      const reached = reachedBy(arrived, message.id);
      const notes = countingNotes(folder, { serverKey: publicKey, nowMs: clock.now() });
      const meant = notes.filter(({ endpoint }) => isEndpoint(endpoint) && (only === undefined || endpoint === only));
      if (meant.length === 0) throw new NoticeNotDelivered('no device is on the list: put one there on the page');
      const missing = meant.filter(({ endpoint }) => !reached.has(endpoint));
      const failures = (await Promise.all(missing.map((one) => sendTo(one, message)))).filter(
        (one) => one !== 'has it',
      );
      for (const { endpoint } of missing.filter((one) => !failures.some(({ of }) => of === one))) reached.add(endpoint);
      const missed = `${failures.length} of ${devicesText(meant.length)} not reached (${failures[0]?.why})`;
      // A device that takes nothing keeps no message from the others: it counts as sent as soon as the rest have it.
      if (failures.length > 0 && (reached.size === 0 || !failures.every(({ isLasting }) => isLasting)))
        throw new NoticeNotDelivered(missed);
      const words = failures.length > 0 ? missed : `the push services have it for ${devicesText(meant.length)}`;
      return { words, output: '' };
    },
  };

  async function sendTo(of: Subscription, message: NoticeMessage): Promise<'has it' | Failure> {
    const url = new URL(of.endpoint);
    try {
      const { headers, body } = requestTo(of, message, options);
      const { status } = await postOnce(url, { headers, body, proxy: readProxyFor(url, options.env), timeoutMs });
      if (status >= 200 && status < 300) return 'has it';
      if (!goneStatuses.includes(status))
        return {
          of,
          why: `HTTP ${status} of ${url.host}${adviceOn(status)}`,
          isLasting: lastingStatuses.includes(status),
        };
      dropNote(folder, of.endpoint);
      return { of, why: `${url.host} knows it no more: it is off the list`, isLasting: true };
    } catch (error) {
      const why = error instanceof NoticeNotDelivered ? error.message : 'an unexpected failure';
      return { of, why: `${url.host}: ${why}`, isLasting: false };
    }
  }
}

const devicesText = (count: number): string => `${count} device${count === 1 ? '' : 's'}`;

interface Failure {
  readonly of: Subscription;
  /** Without the address, which is a secret. */
  readonly why: string;
  readonly isLasting: boolean;
}

const adviceOn = (status: number): string =>
  status === 401 || status === 403
    ? ': does it know push_subject, and is the key the one the device subscribed with?'
    : '';

function reachedBy(arrived: Map<string, Set<string>>, id: string): Set<string> {
  const reached = arrived.get(id) ?? new Set<string>();
  arrived.set(id, reached);
  const [oldest] = arrived.keys();
  if (arrived.size > maxRemembered && oldest !== undefined) arrived.delete(oldest);
  return reached;
}

function requestTo(
  { endpoint, ...keys }: Subscription,
  message: NoticeMessage,
  { privateKey, publicKey, subject }: PushWay,
): { headers: Record<string, string>; body: Buffer } {
  const isUrgent = message.event === 'test' || message.needs.some(({ urgent }) => urgent);
  const details = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify(payloadOf(message)), {
    vapidDetails: { subject, publicKey, privateKey },
    TTL: isUrgent ? urgentTtlS : firstTtlS,
    urgency: isUrgent ? 'high' : 'normal',
    // A phone that was away gets the last word on the same needs alone.
    topic: topicOf(message),
  });
  const headers = Object.entries(details.headers).map(([name, value]) => [name, String(value)] as const);
  return { headers: Object.fromEntries(headers), body: details.body ?? Buffer.alloc(0) };
}

function topicOf({ id, needs }: NoticeMessage): string {
  const subjects = needs.length === 0 ? id : needs.map(({ workflowId }) => workflowId).join('\n');
  return createHash('sha256').update(subjects).digest('base64url').slice(0, 32);
}

/** The words of every way, which hold no name and no amount, and the page that a tap opens. */
function payloadOf(message: NoticeMessage) {
  return { title: 'Peerdesk', text: message.text.slice(0, maxTextLetters), path: pathOf(message) };
}

/** Of one order its page; of all else what waits. */
function pathOf({ account, needs }: NoticeMessage): string {
  const orders = new Set(needs.map(({ type, workflowId }) => (type === 'order' ? orderIn(workflowId) : null)));
  const [order = null] = orders;
  return orders.size === 1 && order !== null ? `/orders/${account}/${order}` : '/';
}

const orderIn = (workflowId: string): string | null => parseWorkflowId(workflowId)?.subject ?? null;
