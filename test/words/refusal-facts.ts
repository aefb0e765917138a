import type { OfCode } from '../../src/words/worded.ts';
import type { Refusal } from '../../src/domain/refusals/refusal.ts';

type Code = Refusal['code'];
/** For each code one with everything that completes it, and what is said of it; null: any sentence. */
type Said = { readonly [One in Code]: readonly [OfCode<Refusal, One>, string | null] };

const atMs = Date.UTC(2026, 10, 21, 9);

export const saidOfRefusals = {
  unreadable: [{ code: 'unreadable', reason: 'the payload is not sealed' }, 'the payload is not sealed'],
  malformed: [{ code: 'malformed', issues: 'mode: must be live' }, 'mode: must be live'],
  'no-such-signal': [{ code: 'no-such-signal' }, null],
  failed: [{ code: 'failed', message: 'something broke here' }, 'something broke here'],
  'far-limit': [
    { code: 'far-limit', limit: 'floor', price: '12', marketPrice: '10.00' },
    'the floor 12 is above the market at 10.00 by more than 10 %: if it is meant, say so (confirm: true)',
  ],
  'price-outside-limits': [
    { code: 'price-outside-limits', what: 'fixed', price: '12', floor: '9.50', ceiling: '10.50' },
    'the fixed price 12 is outside the limits 9.50 to 10.50: if it is meant, say so (confirm: true)',
  ],
  'ad-ended': [{ code: 'ad-ended', state: 'stopped' }, 'the ad is stopped: start it again'],
  'ad-mode': [{ code: 'ad-mode', mode: 'live' }, 'the ad is kept in mode live already'],
  'price-beyond-limit': [
    { code: 'price-beyond-limit', limit: 'ceiling', price: '99', bound: '10.500' },
    'price 99 is above the ceiling 10.50',
  ],
  'register-unheard': [{ code: 'register-unheard' }, null],
  unkept: [{ code: 'unkept' }, null],
  'taken-back-since': [{ code: 'taken-back-since' }, null],
  'taken-back-meanwhile': [{ code: 'taken-back-meanwhile' }, null],
  'not-approved': [
    { code: 'not-approved', lapse: 'not-paid', status: 'CANCELLED' },
    'not approved: the order is CANCELLED, not PAID',
  ],
  'approver-unnamed': [{ code: 'approver-unnamed' }, 'say who approves'],
  'approvals-full': [{ code: 'approvals-full', max: 20 }, '20 people have approved already'],
  'approved-already': [
    { code: 'approved-already', by: 'ana' },
    'ana has approved already: to approve again, take the approvals of the order back first',
  ],
  'signature-used': [{ code: 'signature-used' }, null],
  'signatures-full': [
    { code: 'signatures-full', max: 500 },
    '500 signatures were used on this order: release it in the app',
  ],
  'unsigned-approval': [{ code: 'unsigned-approval' }, null],
  'buyer-cancels': [{ code: 'buyer-cancels' }, null],
  'reason-unexplained': [{ code: 'reason-unexplained' }, null],
  'cancel-in-shadow': [{ code: 'cancel-in-shadow' }, null],
  'cancel-held': [{ code: 'cancel-held' }, null],
  'not-cancellable': [
    { code: 'not-cancellable', status: 'IN_APPEAL' },
    'the order is IN_APPEAL, and cannot be cancelled',
  ],
  'being-cancelled': [
    { code: 'being-cancelled', by: 'ana' },
    'the order is being cancelled, as ana has asked: do not pay; look at it (`peerdesk order show`), and if money has left, write to the seller at once',
  ],
  'paid-for': [
    { code: 'paid-for', by: 'ana' },
    'ana has confirmed its payment, and a cancelled order leaves the money with the seller: look at the bank; two people say so with --despite-payment (`peerdesk order cancel --help`)',
  ],
  'order-ended': [{ code: 'order-ended', status: 'COMPLETED' }, 'the order has ended: COMPLETED'],
  'order-stopped': [{ code: 'order-stopped', by: 'ana' }, 'the order was stopped by ana'],
  'order-mode': [{ code: 'order-mode', mode: 'live' }, 'the order is carried in mode live already'],
  'order-unread': [{ code: 'order-unread' }, null],
  'step-underway': [{ code: 'step-underway' }, null],
  'release-underway': [{ code: 'release-underway' }, null],
  'release-undecided': [{ code: 'release-undecided' }, null],
  'release-left': [{ code: 'release-left' }, null],
  'release-may-have-left': [
    { code: 'release-may-have-left', armedAtMs: atMs },
    'a release may have left at 2026-11-21 09:00:00 UTC: its payments stay with this order',
  ],
  'not-attached': [{ code: 'not-attached' }, null],
  'payments-full': [{ code: 'payments-full', max: 20 }, '20 payments are attached to this order already'],
  'no-payment-arrives': [{ code: 'no-payment-arrives' }, null],
  'counterparty-pays': [{ code: 'counterparty-pays' }, null],
  'payment-confirmed': [{ code: 'payment-confirmed' }, null],
  'no-identity-check': [{ code: 'no-identity-check' }, null],
  'nothing-to-rule': [
    { code: 'nothing-to-rule', waitsFor: 'release-gate' },
    'nothing to resolve: it waits for release-gate',
  ],
  unblockable: [
    { code: 'unblockable', why: 'masked' },
    'counterparty is masked and may be anyone: block by user number: `peerdesk order show` names it',
  ],
  'block-list-full': [{ code: 'block-list-full', max: 1_000 }, 'the block list is full: 1000 counterparties'],
  'not-blocked': [
    { code: 'not-blocked', counterparty: 's1', listed: ['s2', 'nickname:Ana'], more: 2 },
    's1 is not on the block list, which has s2, nickname:Ana and 2 more: `peerdesk desk show`',
  ],
  'taking-over': [{ code: 'taking-over' }, null],
  'publications-full': [{ code: 'publications-full' }, null],
  'desk-stopped': [{ code: 'desk-stopped' }, null],
  'no-break-to-end': [{ code: 'no-break-to-end' }, null],
  'closed-for-break': [{ code: 'closed-for-break' }, null],
  'nothing-opens': [
    { code: 'nothing-opens', engaged: { name: 'ads', by: 'ana', reason: 'a doubt', atMs } },
    'nothing is opened: the kill switch ads is engaged by ana since 2026-11-21 09:00:00 UTC: “a doubt”',
  ],
  'no-ban': [{ code: 'no-ban' }, null],
  'not-waiting': [{ code: 'not-waiting', state: 'done' }, 'it does not wait: it is done'],
  'nothing-to-resolve': [{ code: 'nothing-to-resolve', state: 'placing' }, 'nothing to resolve: it is placing'],
  'number-missing': [{ code: 'number-missing', field: 'adNumber' }, 'outcome done needs the adNumber'],
  'call-may-have-left': [
    { code: 'call-may-have-left', step: 'place' },
    'the call may have left, as the register knows, and no message changes that: say it on the merchant’s machine with `peerdesk order record-outcome --placement`',
  ],
  'order-not-held': [{ code: 'order-not-held' }, null],
  'payment-not-held': [{ code: 'payment-not-held' }, null],
  'changed-since-shown': [
    { code: 'changed-since-shown', what: 'call' },
    'the call has changed since it was shown: look again',
  ],
  'restrictions-changed': [
    { code: 'restrictions-changed', shown: 1, now: 2 },
    'the restrictions have changed since they were shown (1, now 2): look again',
  ],
  'may-still-act': [
    { code: 'may-still-act', untilMs: atMs },
    'the call may still take effect until 2026-11-21 09:00:00 UTC: look again then',
  ],
  'release-not-ended': [
    { code: 'release-not-ended', state: 'asked' },
    'a release of the order is on its way: its payment stays with it',
  ],
  'release-not-disproved': [{ code: 'release-not-disproved' }, null],
  'released-again': [{ code: 'released-again' }, null],
  'unsigned-word': [
    {
      code: 'unsigned-word',
      word: 'unhold',
      problem: 'missing',
      signers: ['ana', 'ben'],
      stays: 'held-order',
      orderNumber: '7',
    },
    'the unhold is not signed: the order stays held; look at it (`peerdesk order show 7`), then `peerdesk order unhold --key NAME`, NAME being ana or ben',
  ],
} as const satisfies Said;

const unsigned = { code: 'unsigned-word', word: 'freeing', signers: ['ana'] } as const;

/** What a parameter changes beside. */
export const moreOfRefusals: readonly (readonly [Refusal, string])[] = [
  [
    { code: 'far-limit', limit: 'ceiling', price: '8', marketPrice: '10.00' },
    'the ceiling 8 is below the market at 10.00 by more than 10 %: if it is meant, say so (confirm: true)',
  ],
  [{ code: 'price-beyond-limit', limit: 'floor', price: '1', bound: '9' }, 'price 1 is below the floor 9'],
  [{ code: 'nothing-opens', engaged: null }, 'nothing is opened: the guard does not answer'],
  [{ code: 'not-approved', lapse: 'held' }, 'not approved: the order is on hold'],
  [{ code: 'not-approved', lapse: 'expired' }, 'not approved: it has expired'],
  [
    { code: 'unblockable', why: 'no-one' },
    'counterparty names no one: block by user number: `peerdesk order show` names it',
  ],
  [{ code: 'block-list-full', max: null }, 'the block list is full: its notes and names take no more'],
  [{ code: 'not-blocked', counterparty: 's1', listed: [], more: 0 }, 's1 is not on the block list, which is empty'],
  [
    { ...unsigned, problem: 'unknown-key', stays: 'payment', orderNumber: '7' },
    'the freeing is signed with a key that this worker does not know: the payment stays with order 7; look at it, then `peerdesk register free-payment 7 --key NAME`, NAME being ana',
  ],
  [
    { ...unsigned, problem: 'other-person', stays: 'refused-payment', orderNumber: 'refused:by-a-person' },
    'the freeing is signed by another person than it names: the payment stays refused; look at it (`peerdesk payment show`), then `peerdesk payment refuse --undo --key NAME`, NAME being ana',
  ],
  [{ code: 'changed-since-shown', what: 'payment' }, 'the payment has changed since it was shown: look again'],
  [
    { ...unsigned, problem: 'unfit', stays: 'restrictions' },
    'the signature does not fit the freeing: look at what holds (`peerdesk desk show`), then say it again with --key NAME, NAME being ana',
  ],
  [
    { ...unsigned, problem: 'expired', stays: 'call', step: 'publish' },
    'the signed freeing has expired: it still counts as one that may have left; look at the service, then say it with `peerdesk ad resolve --key NAME`, NAME being ana',
  ],
];
