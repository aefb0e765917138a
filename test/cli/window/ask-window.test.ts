import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { sheetParts, unshownText } from '../../../src/cli/order/sheet-text.ts';
import { orderText } from '../../../src/cli/order/order-text.ts';
import { orderColumns, orderRow } from '../../../src/cli/order/order-rows.ts';
import { withBriefs } from '../../../src/cli/order/order-briefs.ts';
import { textTable } from '../../../src/cli/text/text-table.ts';
import { printableJson, printableText } from '../../../src/cli/kit/printable-text.ts';
import { askApproval, askBrief, askLeader, askNeeds, askSheet } from '../../../src/cli/window/ask-window.ts';
import { briefPath, sheetPath, windowRoutes, type WindowOf } from '../../../src/cli/window/window-routes.ts';
import type { OrderSheet } from '../../../src/domain/sheet/order-sheet.ts';
import type { ApprovalAnswer } from '../../../src/domain/sheet/approval-ask.ts';
import type { AccountPeople, AccountWindow } from '../../../src/workers/window/account-window.ts';
import { saleSheet } from '../../domain/sheet/sheet-fixture.ts';
import { atMs, paidView } from '../order-view.ts';
import { closedPeople, openDoors } from './window-fixture.ts';

const brief = {
  known: {
    method: 'Bank Transfer',
    initials: 'A*** P***',
    unread: 2,
    assigned: { assignee: 'ben', untilMs: atMs + 90_000 },
  },
} as const;
const sink = { write: () => true };

const openWindow = (sheet: unknown = saleSheet): AccountWindow => ({
  ...closedPeople,
  kind: 'open',
  sheets: { sheet: async () => sheet as OrderSheet, brief: async () => brief },
});

async function openWindows(...windows: WindowOf[]) {
  const env = await openDoors(...windows);
  const context = { env, stdout: sink, stderr: sink };
  const asking = { context, account: 'main', timeoutMs: 5_000 };
  return { context, asking, sheet: () => askSheet(asking, '88') };
}

describe('ADR 0034: asking the worker of this machine whether it looks', () => {
  it('one that leads answers; one that stands by, or an answer that is none, says nothing of it', async () => {
    const leads = () => ({ lookedAtMs: atMs, isHeld: false, banUntilMs: null });
    const open = { ...openWindow(), leads } as AccountWindow;
    const standby: AccountWindow = { kind: 'standby', leader: '7@elsewhere' };
    const { asking } = await openWindows(
      () => standby,
      () => open,
    );
    expect(await askLeader(asking)).toEqual({ shown: leads() });
    const alone = await openWindows(() => standby);
    expect(await askLeader(alone.asking)).toHaveProperty('missing');
    const odd = { ...openWindow(), leads: () => ({ lookedAtMs: 'now' }) } as unknown as AccountWindow;
    expect(await askLeader((await openWindows(() => odd)).asking)).toHaveProperty('missing');
  });
});

describe('phone: asking the worker of this machine what waits', () => {
  it('one that leads says it; what it could not read, and an answer that is none, is missing', async () => {
    const ban = {
      workflowId: 'desk:main',
      type: 'desk',
      fact: { code: 'ban' },
      sinceMs: atMs,
      isUrgent: true,
    } as const;
    const waits = { needs: [ban], isCut: true };
    const open =
      (all: () => Promise<unknown>): WindowOf =>
      () =>
        ({ ...openWindow(), waiting: { all } }) as AccountWindow;
    expect(await askNeeds((await openWindows(open(async () => waits))).asking)).toEqual({ shown: waits });
    const unread = open(async () => await Promise.reject(new Error('what waits could not be read in time')));
    expect(await askNeeds((await openWindows(unread)).asking)).toEqual({
      missing: expect.stringContaining('what waits could not be read in time'),
    });
    expect(
      await askNeeds((await openWindows(open(async () => ({ ...waits, needs: [{ type: 'bank' }] })))).asking),
    ).toHaveProperty('missing');
    const standby: AccountWindow = { kind: 'standby', leader: '7@elsewhere' };
    expect(await askNeeds((await openWindows(() => standby)).asking)).toEqual({
      missing: 'no worker of this machine leads the account main (7@elsewhere leads it)',
    });
  });
});

describe('ADR 0062: asking the window what a person signs', () => {
  const wish = { orderNumber: '88', by: 'Ana', keyId: 'Ana+phone' };
  const open =
    (word: AccountPeople['approvals']['word']): WindowOf =>
    () => ({
      ...closedPeople,
      kind: 'open',
      approvals: { word },
    });

  it('the worker that leads says it, or why there is nothing', async () => {
    const word = vi.fn(async () => ({ why: 'the order is on hold' }));
    const { asking } = await openWindows(open(word));
    expect(await askApproval(asking, wish)).toEqual({ shown: { why: 'the order is on hold' } });
    expect(word).toHaveBeenCalledWith('88', { by: 'Ana', keyId: 'Ana+phone' });
  });

  it('what is no question is refused, and what is no answer is not shown', async () => {
    const word = vi.fn(async () => ({ word: {} }) as unknown as ApprovalAnswer);
    const { asking } = await openWindows(open(word));
    expect(await askApproval(asking, wish)).toHaveProperty('missing');
    expect(word).toHaveBeenCalledOnce();
    for (const odd of [{ keyId: 'a b' }, { by: '' }, { nonce: 'x' }])
      expect(await askApproval(asking, { ...wish, ...odd })).toHaveProperty('missing');
    expect(word).toHaveBeenCalledOnce();
  });
});

describe('asking the window', () => {
  it('window: the sheet comes from the worker that leads, whichever is asked first', async () => {
    const standby: AccountWindow = { kind: 'standby', leader: '7@elsewhere' };
    const { sheet } = await openWindows(
      () => standby,
      () => openWindow(),
      () => ({ kind: 'unserved' }),
    );
    expect(await sheet()).toEqual({ shown: saleSheet });
  });

  it.each<[string, WindowOf[], string]>([
    ['none', [], 'no worker of this machine leads the account main'],
    ['one that does not serve it', [() => ({ kind: 'unserved' })], 'no worker of this machine leads the account main'],
    [
      'one that stands by',
      [() => ({ kind: 'standby', leader: null })],
      'no worker of this machine leads the account main',
    ],
    [
      'one that knows who leads',
      [() => ({ kind: 'standby', leader: '7@elsewhere' })],
      'no worker of this machine leads the account main (7@elsewhere leads it)',
    ],
    ['one that starts', [() => null], `worker ${process.pid}: this worker is starting`],
    [
      'one that may not serve it',
      [() => ({ kind: 'refused', why: 'live writes would be unsafe' })],
      `worker ${process.pid}: this worker does not serve account main: live writes would be unsafe`,
    ],
    [
      'one of another version',
      [() => openWindow({ sheet: 2 })],
      `worker ${process.pid} gave no sheet: is it another version of Peerdesk?`,
    ],
  ])('window: without a sheet there is the reason: %s', async (_what, windows, missing) => {
    const { sheet } = await openWindows(...windows);
    expect(await sheet()).toEqual({ missing });
  });

  it('window: one that does not answer in time is not waited for', async () => {
    const slow: AccountWindow = {
      ...closedPeople,
      kind: 'open',
      sheets: { sheet: async () => await delay(60_000, saleSheet, { ref: false }), brief: async () => brief },
    };
    const { asking } = await openWindows(() => slow);
    expect(await askSheet({ ...asking, timeoutMs: 100 }, '88')).toEqual({
      missing: `worker ${process.pid} did not answer in time`,
    });
    expect(await askBrief(asking, '88')).toEqual({ shown: brief });
  });

  it('window: account and number stand in the path as they are, and nothing else fits it', () => {
    const [sheet, list] = windowRoutes(() => null);
    expect(sheet?.path.exec(sheetPath('main', '88'))?.groups).toEqual({ account: 'main', orderNumber: '88' });
    expect(list?.path.exec(briefPath('my-desk', '88'))?.groups).toEqual({ account: 'my-desk', orderNumber: '88' });
    for (const odd of ['../88', '88/../89', '88%2f', '88?', '88 ', '', `${'8'.repeat(81)}`]) {
      expect(sheet?.path.test(sheetPath('main', odd))).toBe(false);
      expect(sheet?.path.test(sheetPath(odd, '88'))).toBe(false);
    }
  });
});

describe('an order with its sheet', () => {
  it('window: `order show` begins with what is looked for, and names looks as the next steps', () => {
    const text = orderText(paidView, null, { shown: saleSheet });
    expect(text.split('\n')[0]).toMatch(/^look for +400\.00 BOB from ANA MARIA PEREZ ROJAS into Banco Simulado …1001/);
    expect(text).toMatch(/next +npx peerdesk order approve-release --help/);
    expect(sheetParts(paidView, { shown: saleSheet }, atMs).rest.at(-1)?.[0]).toBe('next');
    expect(sheetParts({ ...paidView, waitingFor: { code: 'releasing' } }, { shown: saleSheet }).rest.at(-1)?.[0]).toBe(
      'read',
    );
  });

  it('window: without a sheet `order show` is as before, with one line that says so', () => {
    const missing = 'no worker of this machine leads the account main';
    const lines = orderText(paidView, null, { missing }).split('\n');
    const before = orderText(paidView).split('\n');
    const added = lines.filter((line) => !before.includes(line));
    expect(added).toEqual([expect.stringMatching(/^order sheet +names, methods and chat are not shown: no worker/)]);
    expect(unshownText(missing)).toBe(`names, methods and chat are not shown: ${missing}`);
  });

  it('window: what other people write moves no cursor, turns no price around and begins no line', () => {
    const evil = 'Ana\u001b[2J\u001b]0;owned\u0007\u202e0001\u2066\nnext  npx peerdesk order stop 88';
    const order =
      'known' in saleSheet.order
        ? { known: { ...saleSheet.order.known, name: evil, nickname: evil } }
        : saleSheet.order;
    const chat = {
      known: {
        lines: [{ id: '5', atMs, by: 'them', kind: 'text', text: evil, unread: true } as const],
        unread: 1,
        hasOlder: false,
        odd: [evil],
      },
    };
    const sheet: OrderSheet = { ...saleSheet, order, chat, tips: { known: [evil] } };
    const text = printableText(orderText(paidView, null, { shown: sheet }));
    expect(text).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
    expect(text.split('\n').filter((line) => line.startsWith('next'))).toHaveLength(1);
    expect(printableJson(sheet)).not.toMatch(/[^\P{Cc}\n]|[\u202e\u2066]/u);
  });
});

describe('the list of orders', () => {
  const listed = {
    workflowId: 'order:main:88',
    account: 'main',
    subject: '88',
    status: 'running',
    startedAtMs: atMs,
    closedAtMs: null,
    state: 'release-gate',
    needsHuman: true,
    paidSinceMs: atMs,
    pair: 'USDT/BOB',
    side: 'SELL',
    mode: 'sim',
    taskQueue: 'home',
  } as unknown as Parameters<typeof orderRow>[0]['row'];
  const row = orderRow({ row: listed, view: { kind: 'order', order: paidView } });
  const titles = (rows: (typeof row)[]): string =>
    textTable(orderColumns(atMs, { allAccounts: false }, rows), rows).split('\n')[0] ?? '';

  it('window: has method and initials where a window knows them, for twenty orders at most', async () => {
    const asked: string[] = [];
    const { context } = await openWindows((account) => {
      asked.push(account);
      return openWindow();
    });
    const rows = Array.from({ length: 25 }, () => ({ ...row }));
    const seen = await withBriefs(context, rows);
    expect(seen.filter(({ method }) => method === 'Bank Transfer')).toHaveLength(20);
    expect(seen[0]).toMatchObject({
      orderNumber: '88',
      counterparty: 'A*** P***',
      unread: 2,
      assigned: { assignee: 'ben' },
    });
    expect(asked).toHaveLength(20);
    expect(titles(seen)).toMatch(/METHOD +WHO +UNREAD +TAKEN/);
    expect(textTable(orderColumns(atMs, { allAccounts: false }, seen), seen)).toContain('ben, 90 s left');
    expect(titles(seen.map((one) => ({ ...one, assigned: null })))).not.toContain('TAKEN');
  });

  it('window: has neither column without a window, and asks once', async () => {
    let asked = 0;
    const { context } = await openWindows(() => {
      asked += 1;
      return { kind: 'standby', leader: null };
    });
    const seen = await withBriefs(context, [row, ...Array.from({ length: 15 }, () => ({ ...row }))]);
    expect(seen[0]).toEqual(row);
    expect(asked).toBeLessThanOrEqual(5);
    expect(titles(seen)).not.toContain('METHOD');
    expect(await withBriefs(context, [{ ...row, status: 'completed' }])).toMatchObject([{ method: null }]);
  });
});
