import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { switchEntry } from '../../src/domain/guard/restriction.ts';
import { adLine, adText, overrideLine, setLine } from '../../src/cli/ad/ad-text.ts';
import { amountText } from '../../src/words/amount-words.ts';
import { deskChangeText } from '../../src/cli/desk/desk-change-text.ts';
import { deskLine, deskText, switchLine } from '../../src/cli/desk/desk-text.ts';
import { printableJson, printableText } from '../../src/cli/kit/printable-text.ts';
import { fieldList, textTable } from '../../src/cli/text/text-table.ts';
import type { DeskView, GuardView } from '../../src/client/index.ts';
import { atMs, keptAd as ad } from './ad/ad-view.ts';

describe('text from strangers on a terminal', () => {
  it('loses control characters and bidirectional marks, and keeps letters and line breaks', () => {
    expect(printableText('Ana\u001b[2J\u202e 9.15 ñandú\nnext\u009b1m')).toBe('Ana[2J 9.15 ñandú\nnext1m');
  });

  it('is escaped in JSON', () => {
    const json = printableJson({ nickname: 'a\u009b\u202e\u001b' });
    expect(json).toContain('a\\u009b\\u202e\\u001b');
    expect(JSON.parse(json)).toEqual({ nickname: 'a\u009b\u202e\u001b' });
  });
});

describe('tables', () => {
  it('align columns, show a dash for nothing, and have no colours away from a terminal', () => {
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

  it('fields align their values', () => {
    expect(
      fieldList([
        ['a', 1],
        ['long', null],
      ]),
    ).toBe('a     1\nlong  -');
  });

  it.each([
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

describe('an ad', () => {
  it('is shown with price, rank, limits, strategy and why', () => {
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

  it('design 6: in shadow the real price stands beside the intended one, and only intents are counted', () => {
    const text = adText({ ...ad, mode: 'shadow', price: '9.40', intendedPrice: '9.15', reprices: 0, intents: 3 });
    expect(text).toMatch(/price +9\.40 \(would be 9\.15, rank 1\)/);
    expect(text).toMatch(/intents +3, the last at/);
    expect(text).not.toContain('reprices');
  });

  it('design 6: says how old its look is, what needs a human, and which messages were refused', () => {
    const refusal = { code: 'malformed', issues: 'limits: wrong' } as const;
    const last = { message: 'setRules', refusal, reason: 'limits: wrong', atMs };
    const text = adText({ ...ad, asks: ['the ceiling 9 binds'], refused: { count: 2, last } });
    expect(text).toMatch(/looked at +2026-11-21T08:00:00Z/);
    expect(text).toMatch(/needs you +the ceiling 9 binds/);
    expect(text).toMatch(/refused messages +2, the last: setRules: limits: wrong/);
    expect(adText({ ...ad, rules: { ...ad.rules, order: 2, behindOwn: 'taker' } })).toContain(
      'place 2, behind own ads',
    );
  });

  it('fits on a line after a command', () => {
    expect(adLine({ ...ad, state: { kind: 'paused', by: 'ana', sinceMs: atMs } })).toBe(
      'ad 77: price 9.15, rank 1: target: 1 tick better than 9.16 (paused by ana since 2026-11-21T08:00:00Z)',
    );
  });

  it('after a change says what is different, and what it was', () => {
    const before = { ...ad.rules, strategy: { kind: 'undercut', ticks: 1 } as const };
    const changed = { ...ad, rules: { ...before, strategy: { kind: 'fixed', price: '11' } as const } };
    expect(setLine(changed, before)).toMatch(
      /^ad 77: strategy fixed at 11 \(before: undercut the best by 1 tick\); now price 9\.15, .* \(running\)$/,
    );
    expect(setLine(ad, ad.rules)).toMatch(/^ad 77: nothing is different; now price 9\.15/);
  });

  it('after a price by hand says until when it holds', () => {
    expect(overrideLine({ ...ad, override: { price: '9.35', untilMs: atMs } })).toMatch(
      /^ad 77: price by hand 9\.35 until 2026-11-21T08:00:00Z; now price/,
    );
  });
});

describe('a desk', () => {
  const intake = { code: 'intake', category: 'IP_BAN', answer: null, message: 'banned', untilMs: null } as const;
  const desk: DeskView = {
    account: 'main',
    mode: 'shadow',
    state: 'running',
    settings: {},
    report: {
      atMs,
      running: 3,
      started: 9,
      businessStatus: 'open',
      unreadable: [],
      uncarried: [{ orderNumber: '7', why: 'its workflow has ended as done' }],
      untold: [],
      waiting: 2,
      cutAfter: null,
      guard: null,
      egress: { banUntilMs: null, breakerOpenUntilMs: null },
    },
    adopted: [],
    leftAlone: [{ adNumber: '11', why: 'it runs in live since yesterday' }],
    business: null,
    troubles: { intake: { what: intake, text: 'banned (IP_BAN)', sinceMs: atMs, urgent: false } },
    refused: { count: 0, last: null },
    needsHuman: true,
  };
  const guard: GuardView = {
    account: 'main',
    state: 'guarding',
    switches: { all: null, releases: { by: 'ana', reason: 'bank is down', atMs }, repricing: null, ads: null },
    rules: {
      policy: 'approve',
      amountCap: { BOB: '5000', USD: '700' },
      counterparty: { minCompletedOrders: 10, minFinishRate: null, minRegisterDays: 30 },
      approvers: { count: 1, countAbove: { amounts: { BOB: '5000' }, count: 2 } },
    },
    blocked: [],
    publications: {},
    generation: 'generation-1',
    isKept: true,
    mayHaveLeft: [],
    refused: { count: 0, last: null },
  };
  const egress = {
    egress: 'default',
    state: 'banned',
    ban: { untilMs: atMs, reason: 'HTTP 418' },
    breakers: [],
    bans: 1,
    news: 1,
    refused: { count: 0, last: null },
  } as const;
  const lead = {
    leads: { name: '7@elsewhere', heardMs: atMs },
    standBy: [
      { name: '8@elsewhere', heardMs: atMs },
      { name: '9@elsewhere', heardMs: null },
    ],
  };
  const around = { end: null, lookedAtMs: atMs + 60_000, guard, egress, lead, problems: [], ads: null, register: null };

  it('is shown with rules, thrown switches and how to open them, intake, troubles and ban', () => {
    const text = deskText(desk, around);
    expect(text).toContain(
      'policy approve, never above 5000 BOB, 700 USD, counterparty: orders from 10, registered 30 days, 1 approver, above 5000 BOB 2 approvers',
    );
    expect(text).toContain('engaged by ana since 2026-11-21T08:00:00Z: “bank is down”; `peerdesk desk open` lifts it');
    expect(text).toContain('3 orders run, 9 taken in, business open, looked at 2026-11-21T08:01:00Z');
    expect(text).toContain('default: banned until 2026-11-21T08:00:00Z: HTTP 418');
    expect(text).toMatch(/state +running \(needs you\)/);
    expect(text).toMatch(/in trouble +since 2026-11-21T08:00:00Z: banned \(IP_BAN\)/);
    expect(text).toMatch(/not carried +7: its workflow has ended as done/);
    expect(text).toMatch(/to be taken in +2 orders, as fast as they are read/);
    expect(text).toMatch(/ad left as it is +11: it runs in live since yesterday/);
  });

  it('sums and payments come from the register, with what restricts there alone; without it they are left out with a word', () => {
    const thrown = { by: 'ben', reason: 'stop', atMs };
    const entries = [switchEntry('all', thrown), switchEntry('releases', guard.switches.releases)];
    const open = { account: 'main', step: 'release', subject: '7', number: 1, state: 'leaving', term: 1 } as const;
    const row = { ...open, total: '1', fiat: 'BOB', askedAtMs: atMs, armedAtMs: atMs, untilMs: atMs + 30_000 };
    const summary = {
      account: 'main',
      term: 1,
      leader: '1@here',
      revision: 2,
      entries,
      open: [{ ...row, unseenReads: 0, unseenAtMs: null, orderNumber: null }],
      released: { BOB: '500.5', USD: '7' },
      payments: 12,
      unknownNumber: null,
      isOtherTemporal: false,
      temporal: null,
      isUncompared: false,
      holds: [],
      unexplained: [{ orderNumber: '9', stops: true }],
    };
    const text = deskText(desk, { ...around, register: { summary, why: '', isSilent: false } });
    expect(text).toMatch(/^released in 24 hours +500.5 BOB, 7 USD\npayments used +12$/m);
    expect(text).toMatch(
      /^ENGAGED +the kill switch all is engaged by ben since .*: “stop” \(in the register alone\)$/m,
    );
    expect(text.match(/kill switch releases/g)).toHaveLength(1);
    expect(text).toMatch(
      /^may have left +release 7 since 2026-11-21T08:00:00Z, shows by 2026-11-21T08:00:30Z or never will$/m,
    );
    expect(text).toMatch(/^needs you +unknown releases 9: `peerdesk register explain main`$/m);
    const older = { summary: { ...summary, unknownNumber: 8 }, why: '', isSilent: false };
    expect(deskText(desk, { ...around, register: older })).toMatch(
      /^needs you +the guard has permitted call 8, .* `peerdesk register explain main --older-copy`$/m,
    );
    const nowhere = { summary: null, why: 'there is no register on this machine', isSilent: false };
    expect(deskText(desk, { ...around, register: nowhere })).toMatch(
      /^register +sums and payments are not shown: there is no register on this machine$/m,
    );
    expect(deskText(desk, { ...around, register: { summary: null, why: '', isSilent: false } })).toMatch(
      /has nothing of this account yet/,
    );
    expect(deskText(desk, around)).toMatch(/^register +does not answer/m);
  });

  it('names the process that leads and those that stand by', () => {
    const text = deskText(desk, around);
    expect(text).toMatch(/^leads +worker 7@elsewhere, heard at 2026-11-21T08:00:00Z: it makes all calls$/m);
    expect(text.match(/^stands by +.*$/gm)).toEqual([
      expect.stringMatching(/worker 8@elsewhere, heard at 2026-11-21T08:00:00Z$/),
      expect.stringMatching(/worker 9@elsewhere$/),
    ]);
    const gone = { name: `${process.pid}@${hostname()}`, heardMs: atMs };
    expect(deskText(desk, { ...around, lead: { leads: gone, standBy: [gone] } })).toMatch(
      /^leads +\d+@\S+ has died: another process takes over within ten seconds\nstands by +no other process$/m,
    );
    expect(deskText(desk, { ...around, lead: { leads: null, standBy: [] } })).toMatch(/^leads +no process: nothing/m);
  });

  it('what keeps it from being served is said below its state', () => {
    const text = deskText(desk, { ...around, problems: [{ code: 'no-lead' }] });
    expect(text).toMatch(/^state .*\nneeds you +no worker leads: nothing is priced, released or taken in$/m);
  });

  it('one whose workflow has ended says how and when, not that it runs', () => {
    const end = { how: 'terminated', atMs };
    const text = deskText(desk, { ...around, end, guard: null, egress: null });
    expect(text).toMatch(/state +terminated at 2026-11-21T08:00:00Z: nothing is taken in/);
    expect(text).toMatch(/guard +does not answer: nothing is released/);
  });

  it('a line of its watch has no age: it is the same until something has changed', () => {
    const line = deskChangeText(desk, around);
    expect(line).toBe(
      'desk of main: running (needs you), mode shadow; in trouble: banned (IP_BAN); the kill switch releases is engaged by ana since 2026-11-21T08:00:00Z: “bank is down”; ' +
        '3 orders run; business open; 7 not carried: its workflow has ended as done; ' +
        'default: banned until 2026-11-21T08:00:00Z: HTTP 418; 7@elsewhere leads, 2 stand by',
    );
    const silent = { ...around, problems: [{ code: 'register-silent', why: 'disk full' } as const] };
    expect(deskChangeText(desk, silent)).toContain(
      'mode shadow; needs you: the register does not answer: no money moves until it does: disk full; in trouble',
    );
    const later = { ...desk, report: desk.report && { ...desk.report, atMs: atMs + 5_000 } };
    expect(deskChangeText(later, { ...around, lookedAtMs: atMs + 90_000 })).toBe(line);
    const lone = { ...around, guard: null, egress: null, lead: { leads: null, standBy: [] } };
    expect(deskChangeText({ ...desk, report: null, troubles: {} }, lone)).toBe(
      'desk of main: running (needs you), mode shadow; the guard does not answer; nothing reported yet; no process leads, 0 stand by',
    );
  });

  it('fits on a line after a command, and so do the switches of its account', () => {
    expect(deskLine(desk)).toBe('desk of main: running, mode shadow');
    expect(switchLine(guard)).toBe(
      'account main: the kill switch releases is engaged by ana since 2026-11-21T08:00:00Z: “bank is down”',
    );
  });
});
