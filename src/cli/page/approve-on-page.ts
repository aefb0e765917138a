import { z } from 'zod';
import { modes, type Mode } from '../../domain/mode.ts';
import { personOfKey } from '../../domain/orders/names/key-name.ts';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import type { Seen } from '../../domain/orders/seen.ts';
import { factsCode } from '../../domain/signing/facts-code.ts';
import { approvalWord } from '../../domain/signing/signed-approval.ts';
import { wordText } from '../../domain/signing/signed-word.ts';
import type {
  OrderPlace,
  PageAnswer,
  PageDesk,
  PageField,
  SigningSight,
  WordToSign,
} from '../../door/page/page-desk.ts';
import type { CommandContext } from '../kit/command-context.ts';
import type { ExitCode } from '../kit/exit-code.ts';
import { printableText } from '../kit/printable-text.ts';
import { seenFields } from '../order/approval-sheet.ts';
import { commandOrders } from '../order/command-orders.ts';
import { lookForFields } from '../order/sheet-text.ts';
import { askApproval, askSheet, type Asking } from '../window/ask-window.ts';
import { amountText } from '../../words/amount-words.ts';
import { callOf } from './captured-command.ts';

type ApprovalSaid = Parameters<PageDesk['approve']>[1];

/**
 * Asks the worker of this machine for what a person looks at who approves. The sheet is asked for beside what is signed, and
 * what is missing of it keeps no one from signing.
 */
export async function askToSign(asking: Asking, place: OrderPlace, keyName: string): Promise<PageAnswer<SigningSight>> {
  const [found, sheet] = await Promise.all([
    askWordToSign(asking, place, keyName),
    askSheet(asking, place.orderNumber),
  ]);
  if ('missing' in found) return found;
  const { seen, mode, ...word } = found.shown;
  const lookFor = lookForFields(sheet, { ...seen, status: OrderStatus.PAID });
  return { shown: { word: { ...word, seen }, isShadow: mode === 'shadow', lookFor: printable(lookFor) } };
}

interface ModedWord extends WordToSign {
  readonly mode: Mode;
}

/**
 * With the end that the worker has drawn. The text is made here of the facts that are shown, and is the worker's, or nothing is
 * signed.
 */
async function askWordToSign(
  asking: Asking,
  { orderNumber }: OrderPlace,
  keyName: string,
): Promise<PageAnswer<ModedWord>> {
  const by = personOfKey(keyName);
  const answer = await askApproval(asking, { orderNumber, by, keyId: keyName });
  if ('missing' in answer) return { missing: printableText(answer.missing) };
  if ('why' in answer.shown) return { missing: printableText(answer.shown.why) };
  const { facts, text, seen, nonce, expiresAtMs, code } = answer.shown.word;
  const mode = modeSchema.safeParse(facts['mode']);
  if (!mode.success) return otherVersion;
  const word = approvalWord({ account: asking.account, orderNumber, mode: mode.data, seen, by });
  const end = { keyId: keyName, nonce, expiresAtMs };
  if (wordText(word, end) !== text || factsCode(word) !== code) return otherVersion;
  return { shown: { word, seen, end, code, mode: mode.data, fields: signedFields(seen, mode.data) } };
}

const modeSchema = z.enum(modes);

const otherVersion = { missing: 'the worker has other facts than this door reads: is it another version of Peerdesk?' };

/** What the signature covers, and nothing that it does not. */
function signedFields(seen: Seen, mode: Mode): PageField[] {
  const payments = seen.payments.map(({ reference, amount, despite }): PageField => {
    const whose = despite === undefined ? '' : ', paid by a THIRD PARTY';
    return ['payment', `${reference} of ${amountText(amount)} ${seen.fiat}${whose}`];
  });
  const none: PageField[] = payments.length === 0 ? [['payment', 'none is attached: look at the bank']] : [];
  return printable([...seenFields(seen, Date.now()), ...payments, ...none, ['mode', mode]]);
}

const printable = (fields: readonly PageField[]): PageField[] =>
  fields.map(([name, text]) => [printableText(name), printableText(text)]);

const commandLimitMs = 10_000;

/** Sends an approval that a passkey has signed, as `order approve-release` sends one of a key on this machine. */
export function approveSigned(
  context: CommandContext,
  { account, orderNumber }: OrderPlace,
  { by, signed, seen }: ApprovalSaid,
): Promise<ExitCode> {
  const call = callOf('peerdesk order approve-release', [orderNumber], {});
  const options = { account, timeout: commandLimitMs, json: false };
  return commandOrders({ call, context, options, verb: 'approve', by, oneByOne: true }, (control) =>
    control.approve({ by, signed: { ...signed, seen } }),
  );
}
