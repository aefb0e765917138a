import { expect, it } from 'vitest';
import { LiveStreams } from '../../../../src/door/page/live/live-streams.ts';

/** Opens a stream as a route does. */
function opened(streams: LiveStreams, person: string) {
  const one = { isOpen: true };
  let forget: (() => void) | null = null;
  const end = (): void => {
    one.isOpen = false;
    forget?.();
  };
  forget = streams.add({ person, end });
  if (forget === null) one.isOpen = false;
  return { one, end };
}

it('a person who opens a ninth stream loses his oldest', () => {
  const streams = new LiveStreams();
  const all = Array.from({ length: 9 }, () => opened(streams, 'ana'));
  expect(all.map(({ one }) => one.isOpen)).toEqual([false, ...Array<boolean>(8).fill(true)]);
});

it('thirty-two are open at most; one that has ended makes place', () => {
  const streams = new LiveStreams();
  const all = Array.from({ length: 33 }, (_, index) => opened(streams, String(index)));
  expect(all.map(({ one }) => one.isOpen).filter(Boolean)).toHaveLength(32);
  all[0]?.end();
  expect(opened(streams, 'late').one.isOpen).toBe(true);
});
