import { describe, expect, it } from 'vitest';
import { adColumns, adLine, adRow } from '../../../src/cli/ad/ad-rows.ts';
import { standText as adStand } from '../../../src/cli/ad/ad-text.ts';
import { changeLineOf } from '../../../src/cli/apply/change-and-wait.ts';
import { publicationLine } from '../../../src/cli/apply/publish-and-wait.ts';
import { businessText } from '../../../src/words/business-words.ts';
import { orderColumns, orderLine, orderRow } from '../../../src/cli/order/order-rows.ts';
import { orderText, placementLine, standText } from '../../../src/cli/order/order-text.ts';
import { textTable } from '../../../src/cli/text/text-table.ts';
import { demoWaitText } from '../../../src/cli/up/demo-waits.ts';
import type { AdView, ListedWorkflow, OrderView, PlacementView, PublicationView } from '../../../src/client/index.ts';
import { businessActs } from '../../../src/domain/ads/business-act.ts';
import { adStateWords } from '../../../src/words/ads/ad-state-words.ts';
import { waitWords } from '../../../src/words/order-words.ts';
import { keptAd } from '../ad/ad-view.ts';
import { atMs, paidView } from '../order-view.ts';

const listed: ListedWorkflow = {
  workflowId: 'order:main:88',
  runId: 'r',
  subject: '88',
  account: 'main',
  taskQueue: 'peerdesk:main',
  status: 'running',
  state: null,
  pair: 'USDT/BOB',
  side: 'SELL',
  mode: 'sim',
  category: null,
  needsHuman: false,
  paidSinceMs: null,
  startedAtMs: atMs,
  closedAtMs: null,
};

/** Where the code is a merchant's word, such as paused, it may stand before, too. */
function expectBehind(text: string, code: string, sentence: string): void {
  expect(text).toContain(sentence);
  expect(text).toMatch(new RegExp(`\\(${code}[^()]*\\)`));
  const behind = text.indexOf(`(${code}`);
  expect(behind).toBeGreaterThan(text.indexOf(sentence));
  if (!plain.has(code) && !sentence.includes(code))
    expect(text.slice(0, behind)).not.toMatch(new RegExp(`(?<![\\w-])${code}(?![\\w-])`));
}

const plain: ReadonlySet<string> = new Set(['paused']);

describe('design 6: the sentence comes first, the code that it means stays visible behind it', () => {
  const sentence = 'A SENTENCE';
  const waits = Object.keys(waitWords).filter((code) => code !== 'nothing') as OrderView['waitingFor']['code'][];

  it.each(waits)('an order that waits for %s: in the list, in a watch, on its page and in answers', (code) => {
    const view = { ...paidView, why: sentence, waitingFor: { code } as OrderView['waitingFor'] };
    const row = orderRow({ row: { ...listed, state: code }, view: { kind: 'order', order: view } });
    for (const width of [80, 200, Number.POSITIVE_INFINITY])
      expectBehind(textTable(orderColumns(atMs, { allAccounts: false }), [row], width), code, sentence);
    expectBehind(orderLine(row), code, sentence);
    expectBehind(standText(view), code, sentence);
    expectBehind(orderText(view), code, waitWords[code]);
  });

  it.each(waits)('an order that does not answer, and is listed as %s', (code) => {
    const row = orderRow({ row: { ...listed, state: code }, view: null });
    const words = waitWords[code].replace('YOU: ', '');
    expectBehind(textTable(orderColumns(atMs, { allAccounts: false }), [row]), code, words);
  });

  it.each(['checking', 'outcome-unknown', 'needs-human', 'intent'] as const)('a placement that is %s', (state) => {
    const placement: PlacementView = {
      requestId: 'p1',
      adNumber: '7',
      state,
      orderNumber: null,
      waitingFor: { code: 'checking' },
      why: sentence,
      troubles: [],
      riskTips: [],
      needsHuman: true,
      refused: { count: 0, last: null },
    };
    expectBehind(placementLine(placement), state, sentence);
    const row = orderRow({ row: { ...listed, workflowId: 'place:main:p1' }, view: { kind: 'placement', placement } });
    expectBehind(textTable(orderColumns(atMs, { allAccounts: false }), [row]), state, sentence);
  });

  it.each(['waiting', 'offline', 'blocked', 'needs-human'] as const)(
    'a publication or a change that is %s',
    (state) => {
      const view = { name: 'fresh', adNumber: null, why: sentence, state } as PublicationView;
      expectBehind(publicationLine(view), state, sentence);
      const change = { adNumber: '7', why: sentence, state: 'blocked', differences: [] } as unknown;
      expectBehind(changeLineOf(change as Parameters<typeof changeLineOf>[0]), 'blocked', sentence);
    },
  );

  it.each(Object.keys(adStateWords) as AdView['state']['kind'][])('an ad that is %s', (kind) => {
    const state = { kind, by: 'ana', sinceMs: atMs, untilMs: atMs, reason: 'why' } as unknown as AdView['state'];
    const view: AdView = { ...keptAd, why: sentence, asks: [], state };
    expectBehind(adStand(view), kind, sentence);
    const row = adRow({ row: listed, view });
    expectBehind(adLine(row), kind, sentence);
    expect(textTable(adColumns(atMs, { allAccounts: false }), [row])).toContain(` ${adStateWords[kind]} `);
  });

  it.each(businessActs)('an act of the business: %s', (act) => {
    const outcome = {
      kind: 'refused',
      because: { code: 'failed', category: 'X', answer: null, message: sentence },
      atMs,
    } as const;
    expectBehind(businessText({ act, by: 'ana', note: null, sinceMs: atMs, outcome }), act, sentence);
  });

  it.each(['release-gate', 'intake', 'closing', 'no-answer'])('the demo counts what waits for %s', (code) => {
    expect(demoWaitText(code)).toMatch(new RegExp(`^[a-z].+ \\(${code}\\)$`));
  });
});
