import { describe, expect, it } from 'vitest';
import { orderRow, type OrderRow } from '../../../src/cli/order/order-rows.ts';
import { waitRows, type AccountNeed } from '../../../src/cli/page/wait-rows.ts';
import { inTimeZone } from '../../../src/cli/text/time-zone.ts';
import type { ListedWorkflow } from '../../../src/client/index.ts';
import type { NeedFact } from '../../../src/domain/notices/need-fact.ts';
import { needText } from '../../../src/words/need-words.ts';
import { atMs } from '../order-view.ts';

function orderOf(number: string, part: Partial<ListedWorkflow> = {}): OrderRow {
  const listed: ListedWorkflow = {
    workflowId: `order:main:${number}`,
    runId: 'r',
    subject: number,
    account: 'main',
    taskQueue: 'peerdesk:main',
    status: 'running',
    state: 'awaiting-payment',
    pair: 'USDT/BOB',
    side: 'SELL',
    mode: 'sim',
    category: null,
    needsHuman: false,
    paidSinceMs: null,
    startedAtMs: atMs,
    closedAtMs: null,
    ...part,
  };
  return orderRow({ row: listed, view: null });
}

const needOf = (workflowId: string, type: AccountNeed['type'], fact: NeedFact): AccountNeed => ({
  workflowId,
  type,
  fact,
  sinceMs: atMs,
  isUrgent: false,
  account: 'main',
});

const urgent = (need: AccountNeed): AccountNeed => ({ ...need, isUrgent: true });

const refusedKey = { code: 'desk-trouble', source: 'refused-key' } as const;
const customer = { code: 'customer-waits' } as const;

describe('phone: what waits, in lines', () => {
  it('what stops the desk is first, then orders with money or a person waiting, then other needs, then the rest', () => {
    const orders = [
      orderOf('1'),
      orderOf('2', { paidSinceMs: atMs }),
      orderOf('3', { state: 'appeal', paidSinceMs: atMs }),
      orderOf('4', { needsHuman: true }),
    ];
    const needs = [
      urgent(needOf('ad:main:7', 'ad', { code: 'ad-dead' })),
      urgent(needOf('desk:main', 'desk', refusedKey)),
      needOf('ad:main:8', 'ad', { code: 'foreign-price' }),
      needOf('desk:main', 'desk', { code: 'lost-orders', count: 1 }),
    ];
    const rows = waitRows({ orders, needs, isOfMany: false });
    expect(rows.map(({ title }) => title)).toEqual([
      'Desk main',
      'Order 3',
      'Order 2',
      'Order 4',
      'Ad 7',
      'Ad 8',
      'Desk main',
      'Order 1',
    ]);
    expect(rows.filter(({ needsYou }) => !needsYou).map(({ title }) => title)).toEqual([
      'Order 3',
      'Order 2',
      'Order 1',
    ]);
  });

  it('a need has the words of the notices, since when, and where to look: a view of the page, else what to type, which only reads', async () => {
    const needs = [
      urgent(needOf('desk:main', 'desk', refusedKey)),
      needOf('ad:main:7', 'ad', { code: 'ad-dead' }),
      needOf('order:main:88', 'order', customer),
      needOf('place:main:r.1', 'placement', { code: 'placement-undecided' }),
      needOf('publish:main:usdt', 'ad', { code: 'publication-waits' }),
    ];
    const rows = await inTimeZone({}, async () => waitRows({ orders: [], needs, isOfMany: true }));
    expect(rows).toEqual([
      {
        place: null,
        title: 'Desk main',
        needsYou: true,
        fields: [
          ['account', 'main'],
          ['needs you', needText(refusedKey)],
          ['since', '2026-11-21T08:00:00Z, urgent'],
          ['look', 'npx peerdesk desk show --account main'],
        ],
      },
      expect.objectContaining({ place: { account: 'main', adNumber: '7' }, title: 'Ad 7' }),
      expect.objectContaining({ place: { account: 'main', orderNumber: '88' }, title: 'Order 88' }),
      expect.objectContaining({ place: null, title: 'Placement r.1' }),
      expect.objectContaining({ place: null, title: 'Ad usdt' }),
    ]);
    const typed = rows.flatMap(({ fields }) => fields.filter(([name]) => name === 'look'));
    expect(typed.map(([, text]) => text)).toEqual([
      'npx peerdesk desk show --account main',
      'npx peerdesk order show r.1 --placement --account main',
    ]);
  });

  it('what waits of an order that is listed stands in its line: beside its wait, and for it where the list is a moment late', () => {
    const orders = [orderOf('1'), orderOf('2', { needsHuman: true }), orderOf('3', { needsHuman: true })];
    const needs = [
      needOf('order:main:1', 'order', { code: 'held' }),
      needOf('order:main:2', 'order', { code: 'held' }),
      needOf('order:main:3', 'order', { code: 'held' }),
      needOf('order:main:3', 'order', customer),
    ];
    const rows = waitRows({ orders, needs, isOfMany: false });
    const said = rows.map(({ title, needsYou, fields }) => [
      title,
      needsYou,
      fields.filter(([name]) => name === 'needs you').map(([, text]) => text),
    ]);
    expect(said).toHaveLength(3);
    expect(said).toEqual(
      expect.arrayContaining([
        ['Order 1', true, [needText({ code: 'held' })]],
        ['Order 2', true, []],
        ['Order 3', true, [needText(customer)]],
      ]),
    );
  });

  it('a shadow order is seen to be one in its title', () => {
    const orders = [orderOf('1', { mode: 'shadow' }), orderOf('2')];
    expect(waitRows({ orders, needs: [], isOfMany: false }).map(({ title }) => title)).toEqual([
      'Order 1, mode shadow',
      'Order 2',
    ]);
  });

  it('what several accounts of one address say is said once; two troubles of one desk are two', () => {
    const ban = urgent(needOf('egress:default', 'egress', { code: 'ban' }));
    const needs = [
      ban,
      { ...ban, account: 'second' },
      needOf('desk:main', 'desk', refusedKey),
      needOf('desk:main', 'desk', { code: 'desk-trouble', source: 'intake' }),
    ];
    expect(waitRows({ orders: [], needs, isOfMany: true }).map(({ title }) => title)).toEqual([
      'Egress default',
      'Desk main',
      'Desk main',
    ]);
  });
});
