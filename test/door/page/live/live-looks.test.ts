import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LiveLooks } from '../../../../src/door/page/live/live-looks.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function sightOf(key = '/') {
  const said = { looks: 0, digest: 'a' };
  const look = async () => {
    said.looks += 1;
    return said.digest;
  };
  return { said, sight: { key, needed: 'view', look } as const };
}

it('one look serves all who watch the same, and none is made where no one watches', async () => {
  const [looks, { said, sight }] = [new LiveLooks(), sightOf()];
  const heard: string[] = [];
  const stops = ['one', 'other'].map((name) => looks.watch(sight, (digest) => heard.push(`${name} ${digest}`)));
  await vi.advanceTimersByTimeAsync(0);
  expect([said.looks, heard]).toEqual([1, ['one a', 'other a']]);
  said.digest = 'b';
  await vi.advanceTimersByTimeAsync(4_000);
  expect([said.looks, heard.slice(2)]).toEqual([2, ['one b', 'other b']]);
  stops[0]?.();
  await vi.advanceTimersByTimeAsync(4_000);
  expect([said.looks, heard.slice(4)]).toEqual([3, ['other b']]);
  stops[1]?.();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([said.looks, vi.getTimerCount()]).toEqual([3, 0]);
});

it('who comes later is answered at once; who has left once more takes no look away from others', async () => {
  const [looks, { said, sight }] = [new LiveLooks(), sightOf()];
  const stop = looks.watch(sight, () => undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  stop();
  const heard: (string | null)[] = [];
  looks.watch(sight, (digest) => heard.push(digest));
  stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual(['a']);
  looks.watch(sight, (digest) => heard.push(digest));
  await vi.advanceTimersByTimeAsync(0);
  expect([heard, said.looks]).toEqual([['a', 'a', 'a'], 3]);
});
