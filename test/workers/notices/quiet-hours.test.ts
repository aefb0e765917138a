import { describe, expect, it } from 'vitest';
import { noticeMessage, testMessage, type NoticeMessage } from '../../../src/activities/notices/notice-message.ts';
import type { Stage } from '../../../src/domain/notices/need.ts';
import { inQuietHours, type SentMessage } from '../../../src/workers/notices/quiet-hours.ts';

const nowMs = Date.parse('2026-11-29T12:00:00Z');

const messageAt = (stage: Stage): NoticeMessage =>
  noticeMessage({
    account: 'main',
    items: [
      {
        need: {
          key: 'order:main:1/x',
          workflowId: 'order:main:1',
          type: 'order',
          fact: { code: 'our-payment' },
          sinceMs: nowMs,
          urgentAtMs: nowMs + 1,
        },
        stage,
      },
    ],
    more: 0,
    atMs: nowMs,
  });

describe('ADR 0020: a message on any way', () => {
  it.for([
    ['makes no sound in quiet hours', 'Mon-Sun 22:00-09:00', messageAt('first'), true],
    ['makes one outside them', 'Mon-Sun 22:00-07:59', messageAt('first'), false],
    ['that is urgent makes one in them', 'Mon-Sun 22:00-09:00', messageAt('urgent'), false],
    ['that is a test makes one in them', 'Mon-Sun 22:00-09:00', testMessage('main', nowMs), false],
    ['makes one where none are set', null, messageAt('first'), false],
  ] as const)('%s', async (row) => {
    const [, open, message, isQuiet] = row;
    const sent: SentMessage[] = [];
    const way = {
      deliver: async (one: SentMessage) => {
        sent.push(one);
        return { words: 'it has it', output: '' };
      },
    };
    // 08:00 there.
    const hours = { timezone: 'America/La_Paz', closed: [], exceptions: [], restingPrice: null };
    const quiet = open === null ? null : { open, ...hours };
    const answer = await inQuietHours(way, { quiet, clock: { now: () => nowMs } }).deliver(message);
    expect(answer).toEqual({ words: 'it has it', output: '' });
    expect(sent).toEqual([{ ...message, quiet: isQuiet }]);
  });
});
