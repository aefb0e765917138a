import { describe, expect, it } from 'vitest';
import { askToSign } from '../../../src/cli/page/approve-on-page.ts';
import { inTimeZone } from '../../../src/cli/text/time-zone.ts';
import type { ApprovalAnswer } from '../../../src/domain/sheet/approval-ask.ts';
import type { OrderSheet } from '../../../src/domain/sheet/order-sheet.ts';
import { seenIn } from '../../../src/domain/orders/seen.ts';
import { factsCode } from '../../../src/domain/signing/facts-code.ts';
import { approvalWord } from '../../../src/domain/signing/signed-approval.ts';
import { wordText } from '../../../src/domain/signing/signed-word.ts';
import type { Mode } from '../../../src/domain/mode.ts';
import type { AccountPeople } from '../../../src/workers/window/account-window.ts';
import { bank, saleSheet } from '../../domain/sheet/sheet-fixture.ts';
import { atMs, paidView } from '../order-view.ts';
import { closedPeople, openDoors } from '../window/window-fixture.ts';

/** The sale of the sheet, as the desk has read it. */
const view = { ...paidView, amount: '34.72', price: '11.52', totalPrice: '400.00', payId: bank.payId };
const place = { account: 'main', orderNumber: '88' };
const [nonce, expiresAtMs] = ['0'.repeat(32), atMs + 900_000];

function answerIn(mode: Mode): ApprovalAnswer {
  const seen = seenIn(view);
  if (seen === null) throw new Error('the order has been read');
  const word = approvalWord({ ...place, mode, seen, by: 'ana' });
  const text = wordText(word, { keyId: 'ana+phone', nonce, expiresAtMs });
  return { word: { facts: word.facts, text, seen, nonce, expiresAtMs, code: factsCode(word) } };
}

async function askOf(people: {
  readonly sheet: () => Promise<OrderSheet>;
  readonly word: AccountPeople['approvals']['word'];
}) {
  const { sheet, word } = people;
  const brief = async () => await Promise.reject(new Error('no list is shown'));
  const env = await openDoors(() => ({ ...closedPeople, kind: 'open', sheets: { sheet, brief }, approvals: { word } }));
  const sink = { write: () => true };
  const asking = { context: { env, stdout: sink, stderr: sink }, account: 'main', timeoutMs: 5_000 };
  const found = await inTimeZone(env, () => askToSign(asking, place, 'ana+phone'));
  return 'shown' in found ? found.shown : expect.unreachable(found.missing);
}

describe('phone: what a person looks at who approves', () => {
  it('has the line of the sheet that is compared with the bank, and since when the buyer says that he has paid, apart from what is signed', async () => {
    const { word, lookFor, isShadow } = await askOf({
      sheet: async () => saleSheet,
      word: async () => answerIn('live'),
    });
    expect(lookFor[0]).toEqual([
      'look for',
      '400.00 BOB from ANA MARIA PEREZ ROJAS into Banco Simulado …1001 (Bank Transfer)',
    ]);
    expect(lookFor[1]?.[1]).toContain('the buyer says that he has paid at 2026-11-21T07:59:49Z');
    expect(lookFor.slice(2)).toEqual([['read', expect.stringContaining('at 2026-11-21T07:59:58Z')]]);
    expect(isShadow).toBe(false);
    expect(word.fields.map(([name]) => name)).toEqual([
      'you release',
      'to user',
      'total',
      'method',
      'seen as paid',
      'payment',
      'mode',
    ]);
    expect(word.fields[4]?.[1]).toMatch(/^2026-11-21T07:59:00Z, .* ago, by the desk$/);
    expect(JSON.stringify(word)).not.toContain('PEREZ');
  });

  it('is asked for at once: neither the sheet nor the word waits for the other', async () => {
    const [sheetAsked, wordAsked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { lookFor } = await askOf({
      sheet: async () => {
        sheetAsked.resolve();
        await wordAsked.promise;
        return saleSheet;
      },
      word: async () => {
        wordAsked.resolve();
        await sheetAsked.promise;
        return answerIn('live');
      },
    });
    expect(lookFor).toHaveLength(3);
  });

  it('says why the sheet is not shown, and what differs from what is signed; it is signed all the same', async () => {
    const sheet = async () => await Promise.reject(new Error('it is busy'));
    const without = await askOf({ sheet, word: async () => answerIn('live') });
    expect(without.lookFor).toEqual([
      ['order sheet', expect.stringMatching(/^names, methods and chat are not shown: /)],
    ]);
    expect(without.word.code).toHaveLength(4);
    const other =
      'known' in saleSheet.order ? { known: { ...saleSheet.order.known, totalPrice: '40.00' } } : saleSheet.order;
    const differing = await askOf({
      sheet: async () => ({ ...saleSheet, order: other }),
      word: async () => answerIn('live'),
    });
    expect(differing.lookFor.at(-2)).toEqual([
      'differs',
      'the service shows 40.00 BOB, not 400.00 as the desk has read it: look again in a moment',
    ]);
  });

  it('says that the money is looked for by another method than the one that is signed', async () => {
    if (!('known' in saleSheet.order)) expect.unreachable('the fixture has an order');
    const order = { known: { ...saleSheet.order.known, chosen: { ...bank, payId: '9' } } };
    const { lookFor } = await askOf({
      sheet: async () => ({ ...saleSheet, order }),
      word: async () => answerIn('live'),
    });
    expect(lookFor).toContainEqual(['differs', expect.stringMatching(/the payment method .*, not 1 as the desk/)]);
  });

  it('of a shadow is seen to be one', async () => {
    const { isShadow } = await askOf({ sheet: async () => saleSheet, word: async () => answerIn('shadow') });
    expect(isShadow).toBe(true);
  });
});
