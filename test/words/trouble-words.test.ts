import { describe, expect, it } from 'vitest';
import type { AdTrouble } from '../../src/domain/ads/state/ad-trouble.ts';
import { ErrorCategory, TransportCondition } from '../../src/domain/failures/error-category.ts';
import type { OnceTrouble } from '../../src/domain/failures/once-trouble.ts';
import { OwnFailure } from '../../src/domain/failures/own-failures.ts';
import type { DeskTrouble } from '../../src/domain/notices/desk-trouble.ts';
import type { OrderTrouble } from '../../src/domain/orders/order-wait.ts';
import { adTroubleText } from '../../src/words/ads/ad-trouble-words.ts';
import { deskTroubleText } from '../../src/words/desk-trouble-words.ts';
import { onceTroubleText } from '../../src/words/once-trouble-words.ts';
import { orderTroubleText } from '../../src/words/order-trouble-words.ts';

const atMs = Date.UTC(2026, 10, 21, 9);

type Parts<Trouble, Code> = Trouble extends { readonly code: infer Codes }
  ? Code extends Codes
    ? Omit<Trouble, 'code'>
    : never
  : never;

/** Every code with everything that changes its words: the compiler reports one that is missing. */
type Said<Trouble extends { readonly code: string }> = {
  readonly [Code in Trouble['code']]: readonly (readonly [Parts<Trouble, Code>, string])[];
};

const requested = 'a cancellation was requested in Temporal';

const orders: Said<OrderTrouble> = {
  refused: [
    [
      { step: 'release', category: OwnFailure.HELD, answer: null, message: 'the order is on hold', openUntilMs: null },
      'release not sent: the order is on hold (HELD)',
    ],
  ],
  unread: [
    [{ category: ErrorCategory.UNKNOWN, message: 'no answer' }, 'the order cannot be read: no answer (UNKNOWN)'],
  ],
  'identity-check': [[{ message: 'no answer' }, 'the identity check could not be confirmed: no answer']],
  'outcome-unknown': [[{ step: 'release' }, 'the outcome of the release is not known: reading the order']],
  unconfirmed: [
    [
      { step: 'release', how: 'service' },
      'release: the service accepted it; the service does not show it: look there, then resolve',
    ],
    [
      { step: 'mark-paid', how: 'human' },
      'payment notice: a human says that it is done; the service does not show it: look there, then resolve',
    ],
  ],
  lacks: [[{ checks: [{ name: 'no-complaint', bringer: 'service' }] }, 'there is a complaint']],
  unanswered: [[{ message: 'away' }, 'the order cannot be read: away']],
  'unserved-queue': [
    [
      { queue: 'home-money' },
      'no worker takes work from home-money: nothing can be paid or released; start `peerdesk worker`, or look at its log',
    ],
  ],
  arrival: [
    [
      { reason: { kind: 'first-order', total: '900', fiat: 'BOB', cap: '500' }, side: 'BUY' },
      'this person has finished no order with you: 500 BOB are the most for a first one, and these are 900 BOB with what runs: look before you pay; where you have paid, report it',
    ],
    [
      { reason: { kind: 'cooldown', untilMs: 0 }, side: 'SELL' },
      'an order of this person was cancelled or appealed lately, so that those until 1970-01-01 00:00:00 UTC are held: look before it is released',
    ],
  ],
  'block-list': [
    [
      { reason: { kind: 'blocked', by: 'ana', note: null }, side: 'SELL' },
      'the counterparty is on the block list, by ana; nothing is released',
    ],
    [
      { reason: { kind: 'unknown' }, side: 'BUY' },
      'who the counterparty is, is not known, and the block list is not empty; look before you pay',
    ],
  ],
  unkept: [
    [
      { by: 'ana', taken: 'hold', failure: null },
      'what ana took back (hold) is not kept outside Temporal yet: nothing is paid or released meanwhile',
    ],
    [
      { by: 'ana', taken: 'hold', failure: 'TypeError odd' },
      'what ana took back (hold) is not kept outside Temporal yet: nothing is paid or released meanwhile; TypeError odd',
    ],
  ],
  unshown: [[{}, 'the service does not show the order as paid']],
  register: [
    [
      {},
      'the register of the merchant’s machine does not answer: nothing is paid or released; what is urgent, do in the app',
    ],
  ],
  unpaid: [[{}, 'not paid in time, and the service has not cancelled it: look in the app']],
  unreleased: [[{}, 'paid, and the counterparty has not released in its time: look in the app, and appeal there']],
  cancelled: [
    [
      {},
      `${requested}, and the order goes on: \`peerdesk order unhold\` confirms that, \`peerdesk order hold\` stops its money, \`peerdesk order stop\` ends it here`,
    ],
  ],
  moving: [[{}, 'it has been moving for long: it is being released, or in appeal; look in the app']],
};

const place = { place: '9.40', atMs };
const foreign =
  'its price was 9.40 at 2026-11-21 09:00:00 UTC, and this desk had written 9.50 at 2026-11-21 09:00:00 UTC';
const whose =
  'another program with the API key, or a person in the app? The desk goes on pricing it; pause keeps its hands off, resume says that it is known';

const ads: Said<AdTrouble> = {
  'hours-unknown': [
    [{}, 'its worker does not know whether its hours are open: does its machine know their time zone?'],
  ],
  'foreign-price': [
    [{ count: 1, sinceMs: atMs, found: place, written: { place: '9.50', atMs } }, `${foreign}: ${whose}`],
    [
      { count: 3, sinceMs: atMs, found: place, written: { place: '9.50', atMs } },
      `${foreign}, 3 times since 2026-11-21 09:00:00 UTC: ${whose}`,
    ],
  ],
  'not-off-yet': [
    [{}, 'the ad could not be taken offline yet: it is tried again; take it offline in the app if it must not wait'],
  ],
  'back-in-app': [
    [
      {},
      'the ad is online at the service although this desk took it offline: resume prices it, offline takes it off again',
    ],
  ],
  'not-online': [[{ message: 'a price is missing' }, 'a price is missing']],
  'unknown-caps': [
    [
      { methods: ['Zelle', 'BNAK'] },
      'payment_caps names Zelle, BNAK, which is no payment method of the account: it holds nothing',
    ],
  ],
  cancelled: [
    [
      {},
      `${requested}, and the ad goes on as it is: \`peerdesk ad resume\`, \`ad pause\` or \`ad offline\`, whichever it is to be, confirms that; \`peerdesk ad stop\` leaves it unpriced`,
    ],
  ],
  'limits-mistyped': [
    [
      { doubt: { code: 'far-limit', limit: 'floor', price: '95', marketPrice: '9' } },
      'the floor 95 is above the market at 9 by more than 10 %: set the limits and resume the ad, or only resume it if they are meant',
    ],
  ],
  'guard-hits': [
    [
      { hits: 5, withinMs: 60_000, now: [] },
      'guards changed the price 5 times within 60 s: look at the market and the rules, then resume',
    ],
    [
      { hits: 5, withinMs: 60_000, now: ['step', 'rank'] },
      'guards changed the price 5 times within 60 s, now step, rank: look at the market and the rules, then resume',
    ],
  ],
  limit: [[{ bound: { code: 'no-competitor' } }, 'no competitor is left to go by']],
  refused: [[{ category: ErrorCategory.UNKNOWN, message: 'odd' }, 'odd']],
};

const refusedLook = {
  category: ErrorCategory.NON_RETRIABLE_BUSINESS,
  answer: '-2015',
  message: 'no key',
  untilMs: null,
};

const desks: Said<DeskTrouble> = {
  intake: [
    [refusedLook, 'no key (NON_RETRIABLE_BUSINESS -2015)'],
    [
      { category: TransportCondition.IP_BAN, answer: null, message: 'banned', untilMs: atMs },
      'banned (IP_BAN), until 2026-11-21 09:00:00 UTC',
    ],
  ],
  adoption: [[{ ...refusedLook, message: 'no ads' }, 'no ads (NON_RETRIABLE_BUSINESS -2015)']],
  guard: [[{}, 'the guard does not answer: nothing is released, no new order is taken in']],
  cancelled: [
    [
      {},
      'a cancellation of this desk was requested: it continues, because its orders would be lost. `peerdesk desk stop` ends it, `peerdesk desk start` confirms that it continues',
    ],
  ],
  telling: [[{ count: 3, why: 'no answer' }, '3 orders could not be reached: no answer']],
  notices: [
    [
      {
        ways: [
          { channel: 'url', message: 'HTTP 500' },
          { channel: 'command', message: null },
        ],
      },
      'messages by url do not arrive: HTTP 500; messages by command do not arrive: no worker has sent the message in time',
    ],
  ],
  key: [
    [
      { accounts: ['ana', 'ben'] },
      'account ana, ben works with the same API key: both carry the same orders; stop one of the two',
    ],
  ],
  waiting: [
    [{ count: 640 }, '640 open orders wait to be taken in: the ones before them are still being read'],
    [
      { count: 640, late: 12 },
      '640 open orders wait to be taken in, 12 of them beyond their time: the ones before them are still being read; look at those in the app, `peerdesk desk show` names the first',
    ],
  ],
  releases: [
    [
      { orders: ['22', '23'], stops: false },
      'not released by this desk: 22, 23; look whether it was you, in the app: `peerdesk register show`',
    ],
    [
      { orders: ['22'], stops: true },
      'no money moves: the service shows releases that the register does not know, 22: `peerdesk register show`',
    ],
  ],
};

const onces: Said<OnceTrouble> = {
  unanswered: [[{ message: 'away' }, 'not answered yet: away']],
  refused: [[{ category: 'UNKNOWN' }, 'refused for a while, and tried again (UNKNOWN)']],
  cancelled: [[{}, `${requested}: what has left is awaited, and nothing more is sent`]],
};

/** Every text with what is said for the same code and parts. */
function said<Trouble extends { readonly code: string }>(
  all: Said<Trouble>,
  textOf: (trouble: Trouble) => string,
): [code: string, text: string, expected: string][] {
  return Object.entries<readonly (readonly [object, string])[]>(all).flatMap(([code, texts]) =>
    texts.map(([parts, expected]): [string, string, string] => [code, textOf({ code, ...parts } as Trouble), expected]),
  );
}

describe('U16: what is said of troubles', () => {
  it.each([
    ['an order', said(orders, orderTroubleText)],
    ['an ad', said(ads, adTroubleText)],
    ['a desk', said(desks, deskTroubleText)],
    ['a placement, a publication, a change', said(onces, onceTroubleText)],
  ])('%s: each code has its words, and a sentence belongs to one of them', (_name, texts) => {
    expect(texts.map(([code, text]) => [code, text])).toEqual(texts.map(([code, , expected]) => [code, expected]));
    expect(new Set(texts.map(([, text]) => text)).size).toBe(texts.length);
  });
});
