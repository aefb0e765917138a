import { describe, expect, it } from 'vitest';
import { inTimeZone, timeText } from '../../../src/cli/text/time-zone.ts';
import { runInProcess } from '../../setup/run-in-process.ts';

const atMs = Date.UTC(2026, 10, 21, 8, 5, 9, 123);

describe('moments in texts', () => {
  it.each([
    [undefined, '2026-11-21T08:05:09Z'],
    ['', '2026-11-21T08:05:09Z'],
    ['America/La_Paz', '2026-11-21T04:05:09-04:00'],
    ['Asia/Kathmandu', '2026-11-21T13:50:09+05:45'],
    ['Europe/London', '2026-11-21T08:05:09+00:00'],
    ['Pacific/Kiritimati', '2026-11-21T22:05:09+14:00'],
  ])('with PEERDESK_TIME_ZONE %s: %s, which names the same moment', async (zone, shown) => {
    const text = await inTimeZone({ PEERDESK_TIME_ZONE: zone }, () => Promise.resolve(timeText(atMs)));
    expect(text).toBe(shown);
    expect(Date.parse(text)).toBe(Math.floor(atMs / 1_000) * 1_000);
  });

  it('commands at the same time keep their own zones', async () => {
    const textIn = (zone: string): Promise<string> =>
      inTimeZone({ PEERDESK_TIME_ZONE: zone }, async () => {
        await Promise.resolve();
        return timeText(atMs);
      });
    expect(await Promise.all([textIn('America/La_Paz'), textIn('Asia/Kathmandu')])).toEqual([
      '2026-11-21T04:05:09-04:00',
      '2026-11-21T13:50:09+05:45',
    ]);
  });

  it('a zone that does not exist is a mistake to report', async () => {
    expect(await runInProcess(['version'], { PEERDESK_TIME_ZONE: 'La Paz' })).toMatchObject({
      exitCode: 4,
      stderr: expect.stringMatching(/PEERDESK_TIME_ZONE "La Paz" is no time zone: .* such as America\/La_Paz/),
    });
  });
});
