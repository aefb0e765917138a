import { expect, it } from 'vitest';
import type { WatchdogState } from '../../src/domain/watchdog/watchdog-state.ts';
import { hindrance, watchdogText } from '../../src/words/account-words.ts';

const doubt = { lookedAtMs: 0, sinceMs: 1, banUntilMs: null };
const prevented: WatchdogState = { kind: 'prevented', ...doubt, why: 'banned' };
const acting = { kind: 'acting', ...doubt, taken: ['1', '2'], left: ['2'], why: null } as const;
const acted: WatchdogState = { kind: 'acted', lookedAtMs: 0, atMs: 2, taken: ['1', '2'] };

it('ADR 0034: a watchdog says what keeps it from its work, and else nothing', () => {
  expect([{ kind: 'watching' } as const, acting, acted].map(hindrance)).toEqual([null, null, null]);
  expect(hindrance(prevented)).toBe('may not act: banned');
  expect(hindrance({ ...acting, why: 'no answer' })).toBe('ads are not confirmed offline: no answer');
});

it('ADR 0034: a person reads what it does, and who brings the ads back', () => {
  expect(watchdogText({ kind: 'watching' })).toContain('it watches');
  expect(watchdogText(prevented)).toContain('it may not act: banned');
  expect(watchdogText(acting)).toContain('1 ads are still to go offline');
  expect(watchdogText(acted)).toContain('they come back by a person alone');
});
