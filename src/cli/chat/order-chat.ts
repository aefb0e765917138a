import type { OrderChat } from '../../domain/sheet/order-sheet.ts';
import { chatTexts } from '../../words/chat/chat-words.ts';
import { missingText } from '../../words/sheet-words.ts';
import { CliFailure } from '../kit/cli-failure.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ageText } from '../kit/duration.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { numberIdValue, readArgument, readOptions } from '../kit/option-values.ts';
import { orderChatOptions } from '../options/chat-options.ts';
import { accountOf } from '../session/effective-environment.ts';
import { timeText } from '../text/time-zone.ts';
import { askChat } from '../window/ask-window.ts';
import { missingCode } from './missing-code.ts';

/** `peerdesk order chat`: the messages of an order, from the worker that leads; none is marked as read. */
export const orderChat: CommandRun = async (call, context) => {
  const orderNumber = readArgument(numberIdValue, call, { index: 0, name: 'the order' });
  const { account: named, timeout: timeoutMs, limit: rows, json } = readOptions(orderChatOptions, call);
  const account = accountOf(named, context.env);
  const answer = await askChat({ context, account, timeoutMs }, { orderNumber, rows });
  const what = `the chat of order ${orderNumber}`;
  if ('missing' in answer) throw new CliFailure(ExitCode.NOT_RUNNING, `${what} is not shown: ${answer.missing}`);
  const { chat } = answer.shown;
  if ('missing' in chat) throw new CliFailure(missingCode(chat.missing), `${what} is ${missingText(chat.missing)}`);
  print(context, { json, data: answer.shown, text: () => chatText(answer.shown) });
  return undefined;
};

function chatText({ orderNumber, account, readAtMs, chat }: OrderChat, nowMs = Date.now()): string {
  if ('missing' in chat) return '';
  const { lines, odd, unread, hasOlder } = chat.known;
  const shown = lines.length + odd.length;
  const count = shown === 0 ? 'no messages' : `${unread}${hasOlder ? ' or more' : ''} unread`;
  const older = hasOlder ? `, the last ${shown} are shown: --limit has more` : '';
  return [
    `order ${orderNumber} of ${account}: ${count}${older}`,
    ...chatTexts(chat.known, { time: timeText }),
    `read ${ageText(Math.max(0, nowMs - readAtMs))} ago`,
  ].join('\n');
}
