import { createHash } from 'node:crypto';
import { askedCode, asksPerson, type Need } from '../../domain/notices/need.ts';
import { needKind } from '../../domain/notices/need-fact.ts';
import type { NoticeItem } from '../../domain/notices/reported-needs.ts';
import { lookCommand } from '../../words/looks.ts';
import { needName, needText } from '../../words/need-words.ts';

/** What a merchant receives. No name of a customer, no text of the service, no amount, no key. */
export interface NoticeMessage {
  version: 1;
  /** The same for the same needs at the same stage, which ask for the same approval: a message that comes twice is known by it. */
  id: string;
  event: 'needs-human' | 'urgent' | 'outcome-unknown' | 'digest' | 'daily' | 'test';
  account: string;
  /** When it was sent, as 2026-11-21T09:13:16.000Z. */
  at: string;
  /** The whole in words, for a phone; no links. */
  text: string;
  /** What waits; of the summary of a day none. */
  needs: NoticeNeed[];
  /** So many more wait that are not among `needs`. */
  more: number;
}

interface NoticeNeed {
  workflowId: string;
  type: Need['type'];
  kind: string;
  reason: string;
  since: string;
  urgent: boolean;
  /** The command that shows it, and moves nothing; null: its page in the Web UI does. */
  look: string | null;
}

interface MessageFacts {
  account: string;
  items: readonly NoticeItem[];
  more: number;
  atMs: number;
}

export function noticeMessage({ account, items, more, atMs }: MessageFacts): NoticeMessage {
  return {
    version: 1,
    id: idOf([
      account,
      ...items.flatMap(({ need, stage }) => [need.key, String(need.sinceMs), stage, askedCode(need)]),
    ]),
    event: eventOf(items),
    account,
    at: isoText(atMs),
    text: textOf(account, items, more),
    needs: items.filter(({ need }) => asksPerson(need)).map((item) => noticeNeed(account, item)),
    more,
  };
}

/** Makes a message that reports no need: what `peerdesk notify --test` sends. */
export function testMessage(account: string, atMs: number): NoticeMessage {
  return {
    version: 1,
    id: idOf([account, 'test', String(atMs)]),
    event: 'test',
    account,
    at: isoText(atMs),
    text: `Peerdesk, account ${account}: a test. Messages like this one will say what waits for you.`,
    needs: [],
    more: 0,
  };
}

function idOf(parts: readonly (string | null)[]): string {
  return `msg_${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}`;
}

function eventOf(items: readonly NoticeItem[]): NoticeMessage['event'] {
  const [only, second] = items;
  if (only === undefined || second !== undefined) return 'digest';
  const { code } = only.need.fact;
  if (code === 'outcome-unknown' || code === 'daily') return code;
  return only.stage === 'urgent' ? 'urgent' : 'needs-human';
}

function noticeNeed(account: string, { need, stage }: NoticeItem): NoticeNeed {
  const { workflowId, type, fact, sinceMs } = need;
  return {
    workflowId,
    type,
    kind: needKind(fact),
    reason: needText(fact),
    since: isoText(sinceMs),
    urgent: stage === 'urgent',
    look: lookCommand(workflowId, account),
  };
}

/** So many needs of a digest are named in its text. */
const maxNamed = 5;

function textOf(account: string, items: readonly NoticeItem[], more: number): string {
  const [only, second] = items;
  if (only !== undefined && second === undefined) return `Peerdesk, account ${account}: ${lineOf(account, only)}`;
  const urgent = items.filter(({ stage }) => stage === 'urgent').length;
  const count = `${items.length + more} things wait for you, ${urgent} of them urgent`;
  const rest = items.length + more - maxNamed;
  const lines = items.slice(0, maxNamed).map((item) => `- ${lineOf(account, item)}`);
  return [`Peerdesk, account ${account}: ${count}`, ...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n');
}

/** What asks for nothing has no look. */
function lineOf(account: string, { need, stage }: NoticeItem): string {
  if (!asksPerson(need)) return needText(need.fact);
  const urgent = stage === 'urgent' ? 'URGENT, ' : '';
  const look = lookCommand(need.workflowId, account);
  const shown = look === null ? '' : `. Look: ${look}`;
  return `${urgent}${needName(need)} since ${utcText(need.sinceMs)}: ${needText(need.fact)}${shown}`;
}

function isoText(atMs: number): string {
  return new Date(atMs).toISOString();
}

function utcText(atMs: number): string {
  return `${isoText(atMs).slice(0, 16).replace('T', ' ')} UTC`;
}
