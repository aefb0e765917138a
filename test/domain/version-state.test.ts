import { describe, expect, it } from 'vitest';
import { leftText, versionAdvice, versionState, type VersionFacts } from '../../src/domain/version-state.ts';

const version = (part: Partial<VersionFacts> = {}): VersionFacts => ({
  buildId: 'b1',
  isCurrent: false,
  isRamping: false,
  wasActive: true,
  workers: ['1@host'],
  orders: 0,
  others: 0,
  ...part,
});

describe('ADR 0025: a version of the program', () => {
  it.each([
    ['current', { isCurrent: true, orders: 3 }],
    ['ramping', { isRamping: true }],
    ['not promoted', { wasActive: false }],
    ['draining', { orders: 1 }],
    ['draining', { others: 1, wasActive: false }],
    ['drained', {}],
  ] as const)('is %s by what is left on it: %j', (state, part) => {
    expect(versionState(version(part))).toBe(state);
  });

  it.each([
    [{ isCurrent: true }, null],
    [{ isCurrent: true, workers: [] }, /^nothing serves b1, and all that is new goes there: start its worker$/],
    [{ isRamping: true }, /promote it, or end the ramp$/],
    [{ wasActive: false }, /^b1 takes no work until `peerdesk deploy promote b1`$/],
    [{ wasActive: false, workers: [] }, null],
    [{ orders: 2 }, null],
    [{ orders: 2, workers: [] }, /^nothing serves b1, and 2 orders wait: start its worker again$/],
    [{}, /^nothing is left on b1: its worker may be stopped$/],
    [{ workers: [] }, null],
  ])('says what to do: %j', (part, advice) => {
    if (advice === null) expect(versionAdvice(version(part))).toBeNull();
    else expect(versionAdvice(version(part))).toMatch(advice);
  });

  it.each([
    [{ orders: 0, others: 0 }, 'nothing'],
    [{ orders: 1, others: 2 }, '1 order and 2 other workflows'],
    [{ orders: 0, others: 1 }, '1 other workflow'],
  ])('names what is left: %j', (left, text) => {
    expect(leftText(left)).toBe(text);
  });
});
