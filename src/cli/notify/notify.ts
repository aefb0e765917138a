import { noticesControl, type NoticesView } from '../../client/index.ts';
import { readNoticeConfig } from '../../config/environment/notice-environment.ts';
import { testNotices, type NoticeTest } from '../../workers/notices/test-notice.ts';
import { misuse } from '../kit/cli-failure.ts';
import { knownFact } from '../../domain/notices/need-fact.ts';
import { unsentText } from '../../words/desk-trouble-words.ts';
import { needText } from '../../words/need-words.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { accountOf, warnOfMisspelt } from '../session/effective-environment.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { ask, withTemporal } from '../session/temporal-session.ts';
import { timeText } from '../text/time-zone.ts';
import { readOptions, type OptionsOf } from '../kit/option-values.ts';
import { notifyOptions } from '../options/process-options.ts';

/** `peerdesk notify`: what the merchant was sent; with --test a message on each way, and what came back. */
export const notify: CommandRun = async (call, context) => {
  const options = readOptions(notifyOptions, call);
  if (options.test) return testWays(context, options);
  await withTemporal(context, options, async (session) => {
    const control = noticesControl(session.client, session.account);
    const view = await ask(session, control.workflowId, () => control.state());
    print(context, { json: options.json, data: view, text: () => viewText(view) });
  });
  return undefined;
};

async function testWays(context: CommandContext, options: OptionsOf<typeof notifyOptions>): Promise<ExitCode> {
  warnOfMisspelt(context);
  const config = readNoticeConfig(context.env);
  if (config === null)
    throw misuse('no way is set: PEERDESK_NOTIFY_URL, _COMMAND, _TELEGRAM_TOKEN or _PUSH_KEY (docs/running.md)');
  const tests = await testNotices(config, accountOf(options.account, context.env));
  print(context, { json: options.json, data: tests, text: () => tests.map(testText).join('\n') });
  return tests.every(({ arrived }) => arrived) ? ExitCode.OK : ExitCode.ERROR;
}

const maxOutput = 300;

function testText({ channel, arrived, answer, output }: NoticeTest): string {
  const said = output.trim().slice(0, maxOutput);
  return `${channel}: ${arrived ? 'arrived' : 'did NOT arrive'}: ${answer}${said === '' ? '' : `\n  ${said.replaceAll('\n', '\n  ')}`}`;
}

function viewText(view: NoticesView): string {
  const open = view.needs.filter(({ goneSinceMs }) => goneSinceMs === null);
  const failing = Object.entries(view.failing);
  return [
    `messages of ${view.account} by ${view.channels.join(' and ') || 'no way yet'}: ${view.delivered} have arrived`,
    ...failing.map(
      ([channel, { message, sinceMs }]) =>
        `by ${channel} they do NOT arrive since ${timeText(sinceMs)}: ${unsentText(message)}`,
    ),
    ...open.map(({ need, told }) => {
      const ways = Object.keys(told).join(' and ');
      return `${need.workflowId} since ${timeText(need.sinceMs)}, ${ways === '' ? 'not sent yet' : `sent by ${ways}`}: ${needText(knownFact(need.fact))}`;
    }),
  ].join('\n');
}
