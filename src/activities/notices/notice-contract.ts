/** What the activities of the notices take and give. Plain JSON; workflows import these as types only. */
import type { Need, Stage } from '../../domain/notices/need.ts';
import type { Channel, NoticeItem } from '../../domain/notices/reported-needs.ts';

interface KnownNeed {
  key: string;
  stage: Stage;
  urgentAtMs: number;
  /** Of the facts whose approval it asks for; null: for none. */
  askedCode: string | null;
}

export interface WatchNeedsInput {
  /** What is known: the watch comes back when what it sees is something else. */
  known: KnownNeed[];
  /** The ways as they are known. */
  channels: Channel[];
  perMinute: number;
  periodMs: number;
}

export interface WatchNeedsVerdict {
  /** null: no look came back. */
  needs: Need[] | null;
  atMs: number;
  channels: Channel[];
  perMinute: number;
}

export interface DeliverNoticeInput {
  channel: Channel;
  /** One need, or the many of a digest, or the summary of a day. */
  items: NoticeItem[];
  /** So many more wait. */
  more: number;
}
