import { expect, it } from 'vitest';
import { newsOf } from '../../../src/activities/kit/heartbeat-news.ts';

const look = { note: 'keeps 10.02', price: '10.02', atMs: 1, nextCheckAtMs: 2, decision: { rank: 1 } };

it.each([
  { what: 'another time of the same look', next: { ...look, atMs: 9, nextCheckAtMs: 10 }, same: true },
  { what: 'another price', next: { ...look, price: '10.03' }, same: false },
  { what: 'another rank within the decision', next: { ...look, decision: { rank: 2 } }, same: false },
  { what: 'a part that was not there', next: { ...look, wasHeld: true }, same: false },
  { what: 'nothing', next: undefined, same: false },
])('ADR 0031: of a heartbeat, $what is news: not $same', ({ next, same }) => {
  expect(newsOf(look) === newsOf(next)).toBe(same);
});

it('ADR 0031: a poll that found nothing new is none', () => {
  const poll = { lookedAtMs: 1, polls: 1, running: 2, waiting: [], intake: 'a' };
  expect(newsOf({ ...poll, lookedAtMs: 4, polls: 2 })).toBe(newsOf(poll));
  expect(newsOf({ ...poll, running: 3 })).not.toBe(newsOf(poll));
  expect(newsOf(undefined)).toBe('');
});
