import { describe, expect, test } from 'vitest';
import { adLine, adText, explanationText } from '../../src/cli/ad/ad-text.ts';
import { amountText } from '../../src/cli/amount-text.ts';
import { deskLine, deskText } from '../../src/cli/desk/desk-text.ts';
import { printableJson, printableText } from '../../src/cli/printable-text.ts';
import { fieldList, textTable } from '../../src/cli/text-table.ts';
import type { AdView, DeskView } from '../../src/client/index.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';

const atMs = Date.UTC(2026, 10, 21, 8, 0, 0);

describe('text from strangers on a terminal', () => {
  test('loses control characters and bidirectional marks, and keeps letters and line breaks', () => {
    expect(printableText('Ana\u001b[2J\u202e 9.15 ñandú\nnext\u009b1m')).toBe('Ana[2J 9.15 ñandú\nnext1m');
  });

  test('is escaped in JSON', () => {
    const json = printableJson({ nickname: 'a\u009b\u202e\u001b' });
    expect(json).toContain('a\\u009b\\u202e\\u001b');
    expect(JSON.parse(json)).toEqual({ nickname: 'a\u009b\u202e\u001b' });
  });
});

describe('tables', () => {
  test('align columns, show a dash for nothing, and have no colours away from a terminal', () => {
    const table = textTable<{ name: string; price: string | null }>(
      [
        { title: 'NAME', cell: ({ name }) => name },
        { title: 'PRICE', cell: ({ price }) => price, align: 'right' },
      ],
      [
        { name: 'ñandú', price: '9.15' },
        { name: 'x\ny', price: null },
      ],
    );
    expect(table.split('\n')).toEqual(['NAME   PRICE', 'ñandú   9.15', 'x y        -']);
  });

  test('fields align their values', () => {
    expect(
      fieldList([
        ['a', 1],
        ['long', null],
      ]),
    ).toBe('a     1\nlong  -');
  });

  test.each([
    ['115.91000000', '115.91'],
    ['11.50000000', '11.50'],
    ['100.00000000', '100.00'],
    ['0.00012300', '0.000123'],
    ['500', '500'],
    ['1000', '1000'],
  ])('%s is shown as %s', (given, shown) => {
    expect(amountText(given)).toBe(shown);
  });
});

const ad: AdView = {
  account: 'main',
  adNumber: '77',
  mode: 'sim',
  state: { kind: 'running' },
  why: 'target: 1 tick better than 9.16',
  pair: 'USDT/BOB',
  side: 'SELL',
  price: '9.15',
  rank: 1,
  rules: pricingRulesSchema.parse({ strategy: { kind: 'undercut', ticks: 1 }, limits: { floor: '9', ceiling: '10' } }),
  override: null,
  reprices: 3,
  lastChangeAtMs: atMs,
  lastProblem: null,
  businessStatus: null,
};

describe('an ad', () => {
  test('is shown with price, rank, limits, strategy and why', () => {
    const text = adText({
      ...ad,
      state: { kind: 'blocked', untilMs: atMs, category: 'NON_RETRIABLE_BUSINESS', message: 'no' },
      override: { price: '9.3', untilMs: atMs },
      lastProblem: { category: 'AD_OFFLINE', code: '83229', message: 'closed', atMs },
    });
    for (const part of [
      'SELL USDT/BOB',
      'blocked until 2026-11-21T08:00:00Z',
      '9.15, rank 1',
      '9 to 10',
      'undercut the best by 1 tick',
      'target: 1 tick better than 9.16',
      '9.3 until 2026-11-21T08:00:00Z',
      'closed (code 83229, category AD_OFFLINE)',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('fits on a line after a command', () => {
    expect(adLine({ ...ad, state: { kind: 'paused', by: 'ana', sinceMs: atMs } })).toBe(
      'ad 77: paused by ana since 2026-11-21T08:00:00Z, price 9.15, rank 1: target: 1 tick better than 9.16',
    );
  });

  test('is explained step by step, with every dropped competitor and its reason, and the next check', () => {
    const decision = {
      action: 'set',
      price: '9.15',
      reason: 'target',
      target: '9.15',
      steps: [{ name: 'target', price: '9.15', note: 'the best competitor is 9.16; 1 tick better is 9.15' }],
      dropped: [
        { adNumber: '5', nickname: 'bait', price: '7.00', reason: 'deviation', note: '23 % below the reference' },
      ],
      rank: 1,
      bound: null,
    } as const;
    const text = explanationText(
      {
        decision: { ...decision, steps: [...decision.steps], dropped: [...decision.dropped] },
        note: null,
        nextCheckAtMs: atMs + 3_000,
      },
      atMs,
    );
    expect(text).toContain('sets 9.15: target (target 9.15, rank 1)');
    expect(text).toMatch(/target +9\.15 +the best competitor is 9\.16; 1 tick better is 9\.15/);
    expect(text).toMatch(/bait +7\.00 +deviation +23 % below the reference/);
    expect(text).toContain('next check: in 3 s, at 2026-11-21T08:00:03Z');
  });

  test('without a decision says so', () => {
    expect(explanationText({ decision: null, note: 'starting', nextCheckAtMs: null }, atMs)).toBe(
      'no decision yet: the market has not been looked at\nnote: starting',
    );
  });
});

describe('a desk', () => {
  const desk: DeskView = {
    account: 'main',
    mode: 'shadow',
    state: 'running',
    release: {
      policy: 'approve',
      amountCap: { BOB: '5000' },
      counterparty: { minCompletedOrders: 10, minFinishRate: null, minRegisterDays: 30 },
    },
    settings: {},
    switches: { all: null, releases: { by: 'ana', reason: 'bank is down', atMs }, repricing: null },
    report: { atMs, running: 3, started: 9, businessStatus: 'open' },
    adopted: [],
    lastProblem: null,
  };

  test('is shown with rules, thrown switches and how to open them, intake and ban', () => {
    const ban = {
      egress: 'default',
      state: 'banned',
      ban: { untilMs: atMs, reason: 'HTTP 418' },
      breakers: [],
      bans: 1,
      news: 1,
      refused: { count: 0, last: null },
    } as const;
    const text = deskText(desk, ban);
    expect(text).toContain('policy approve, never above 5000 BOB, counterparty: orders from 10, registered 30 days');
    expect(text).toContain(
      'thrown by ana at 2026-11-21T08:00:00Z: bank is down; `peerdesk desk open releases` opens it',
    );
    expect(text).toContain('3 orders run, 9 taken in, business open');
    expect(text).toContain('default: banned until 2026-11-21T08:00:00Z: HTTP 418');
  });

  test('fits on a line after a command', () => {
    expect(deskLine(desk)).toBe('desk of main: running, mode shadow, stopped by kill switch: releases');
  });
});
