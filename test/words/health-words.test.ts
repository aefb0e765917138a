import { describe, expect, it } from 'vitest';
import type { HealthProblem } from '../../src/domain/health/health.ts';
import { healthRemedy, healthText } from '../../src/words/health-words.ts';

const listed = ['1', '2', '3', '4'].map((number) => ({
  workflowId: `order:acme:${number}`,
  runId: number,
  cause: 'X',
}));

const problems: readonly [HealthProblem, RegExp][] = [
  [{ code: 'temporal-silent' }, /^no Temporal server answers/],
  [{ code: 'not-stored', leader: null }, /^Temporal answers, and neither reads nor stores .* is the disk/],
  [{ code: 'not-stored', leader: '7@host' }, /^7@host leads, and Temporal stores none of its heartbeats: is the disk/],
  [{ code: 'no-lead' }, /^no worker leads/],
  [
    { code: 'tasks-fail', failing: { count: 1, running: 1, listed: listed.slice(0, 1) }, isWidespread: true },
    /^one workflow does not go on, because its tasks fail: order:acme:1 \(X\)$/,
  ],
  [
    { code: 'tasks-fail', failing: { count: 9, running: 9, listed }, isWidespread: true },
    /^9 workflows do not go on.*: order:acme:1 \(X\), order:acme:2 \(X\), order:acme:3 \(X\) and 6 more$/,
  ],
  [
    { code: 'register-silent', why: 'the register /x cannot be used: disk full' },
    /^the register does not answer: no money moves until it does: the register \/x cannot be used: disk full$/,
  ],
];

describe('a group that is not served, in words', () => {
  it.each(problems)('%j', (problem, text) => {
    expect(healthText(problem)).toMatch(text);
    expect(healthRemedy(problem)).not.toBe('');
  });
});
