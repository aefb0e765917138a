/** Quiet hours, for every way alike: what is not urgent makes no sound in them. Nothing is held back. */
import type { NoticeMessage } from '../../activities/notices/notice-message.ts';
import type { HoursRule } from '../../domain/hours/hours-rule.ts';
import { openingAt } from '../../domain/hours/opening.ts';
import type { AnsweringCourier, NoticeAnswer } from './url-courier.ts';

/** A message as it leaves. */
export interface SentMessage extends NoticeMessage {
  /** It is to make no sound. */
  readonly quiet: boolean;
}

/** One way to the merchant, which says whether a message makes a sound. */
export interface Way {
  deliver(message: SentMessage): Promise<NoticeAnswer>;
}

interface QuietHours {
  /** null: none. */
  readonly quiet: HoursRule | null;
  /** Epoch milliseconds. */
  readonly clock: { now(): number };
}

/** Makes a courier of a way: each message says whether it is to make no sound. */
export function inQuietHours(way: Way, { quiet, clock }: QuietHours): AnsweringCourier {
  const isQuiet = (message: NoticeMessage): boolean =>
    quiet !== null && !isUrgent(message) && openingAt(quiet, clock.now())?.isOpen === true;
  return { deliver: (message) => way.deliver({ ...message, quiet: isQuiet(message) }) };
}

/** Who tries the way wants to hear it. */
export const isUrgent = ({ event, needs }: NoticeMessage): boolean =>
  event === 'test' || needs.some(({ urgent }) => urgent);
