import { Connection } from '@temporalio/client';
import { expect, it, vi } from 'vitest';
import { answerTimeoutMs, readAnswerTimeoutMs } from '../../../src/client/connection/answer-timeout.ts';
import { connectTemporal } from '../../../src/client/index.ts';

it.each([
  [undefined, 15_000],
  ['', 15_000],
  ['60s', 60_000],
  ['1s', 1_000],
])('design 7: with PEERDESK_TIMEOUT %j a call waits for %d ms', (text, ms) => {
  expect([readAnswerTimeoutMs({ PEERDESK_TIMEOUT: text }), answerTimeoutMs({ PEERDESK_TIMEOUT: text })]).toEqual([
    ms,
    ms,
  ]);
});

it.each(['60', 'soon', '999ms', '-5s'])(
  'design 7: PEERDESK_TIMEOUT %j is refused before anything is asked',
  async (text) => {
    await expect(connectTemporal({ env: { PEERDESK_TIMEOUT: text } })).rejects.toThrow(
      `PEERDESK_TIMEOUT is ${text}: give a duration of at least 1s, such as 60s`,
    );
    expect(answerTimeoutMs({ PEERDESK_TIMEOUT: text })).toBe(15_000);
  },
);

it.each([
  [{}, 15_000],
  [{ PEERDESK_TIMEOUT: '60s' }, 60_000],
])('design 7: with %j connecting waits for %d ms', async (env, connectTimeout) => {
  const connect = vi.spyOn(Connection, 'connect').mockRejectedValue(new Error('away'));
  await expect(connectTemporal({ env })).rejects.toThrow('away');
  expect(connect).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ connectTimeout }));
});
