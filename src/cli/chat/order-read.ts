import { CliFailure } from '../kit/cli-failure.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { numberIdValue, readArgument, readOptions } from '../kit/option-values.ts';
import { sessionOptions } from '../options/common-options.ts';
import { accountOf } from '../session/effective-environment.ts';
import { askToMark } from '../window/ask-window.ts';
import { notSentCode, notSentText } from './said-text.ts';

/** `peerdesk order read`: marks the messages of an order as read; the counterparty may see that. */
export const orderRead: CommandRun = async (call, context) => {
  const orderNumber = readArgument(numberIdValue, call, { index: 0, name: 'the order' });
  const { account: named, timeout: timeoutMs, json } = readOptions(sessionOptions, call);
  const account = accountOf(named, context.env);
  const answer = await askToMark({ context, account, timeoutMs }, orderNumber);
  const fail = (exitCode: ExitCode, text: string): CliFailure =>
    new CliFailure(exitCode, `the chat of order ${orderNumber} ${text}`);
  if ('lost' in answer) {
    throw fail(ExitCode.TIMEOUT, `may be marked as read: ${answer.lost}; repeat it, marking twice changes nothing`);
  }
  if ('missing' in answer) throw fail(ExitCode.NOT_RUNNING, `is not marked as read: ${answer.missing}`);
  const { shown } = answer;
  if (shown.outcome === 'not-marked') {
    throw fail(notSentCode(shown.why), `is not marked as read: ${notSentText(shown.why)}`);
  }
  const data = { orderNumber, account, ...shown };
  print(context, { json, data, text: () => `order ${orderNumber}: its messages are marked as read` });
  return undefined;
};
