import { describe, expect, it } from 'vitest';
import { Challenges } from '../../../src/door/page/challenges.ts';

let drawn = 0;
const random = (bytes: number) => (drawn += 1).toString(16).padStart(bytes * 2, '0');
const challengesOf = (purpose = 'sign-in') => new Challenges({ purpose, lifeMs: 60_000, random });

describe('phone: a challenge', () => {
  it('counts once, within its time', () => {
    const challenges = challengesOf();
    const one = challenges.draw('ana', 0);
    expect(challenges.problemOf(one, 'ana', 59_999)).toBeNull();
    expect(challenges.problemOf(one, 'ana', 60_000)).toBe('challenge-late');
    challenges.use(one, 1);
    expect(challenges.problemOf(one, 'ana', 2)).toBe('challenge-used');
  });

  it('is forgotten once it would be late', () => {
    const challenges = challengesOf();
    const one = challenges.draw('ana', 0);
    challenges.use(one, 1);
    challenges.use(challenges.draw('ana', 60_000), 60_000);
    expect(challenges.problemOf(one, 'ana', 60_000)).toBe('challenge-late');
  });

  it('is of its subject, its purpose and its door alone, with the end that it was drawn with', () => {
    const challenges = challengesOf();
    const one = challenges.draw('ana', 0);
    expect(challenges.problemOf(one, 'ben', 1)).toBe('challenge-unfit');
    expect(challenges.problemOf({ ...one, expiresAtMs: one.expiresAtMs + 1 }, 'ana', 1)).toBe('challenge-unfit');
    expect(challenges.problemOf({ ...one, nonce: '0'.repeat(32) }, 'ana', 1)).toBe('challenge-unfit');
    expect(challenges.problemOf({ ...one, seal: '' }, 'ana', 1)).toBe('challenge-unfit');
    expect(challengesOf().problemOf(one, 'ana', 1)).toBe('challenge-unfit');
    expect(challengesOf('enrolment').problemOf(one, 'ana', 1)).toBe('challenge-unfit');
  });
});
