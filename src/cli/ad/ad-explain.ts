import { adControl } from '../../client/index.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ask, withTemporal } from '../session/temporal-session.ts';
import { explanationText } from './ad-explanation.ts';
import { numberIdValue, readArgument, readOptions } from '../kit/option-values.ts';
import { sessionOptions } from '../options/common-options.ts';

/** `peerdesk ad explain`: how the price was found. */
export const adExplain: CommandRun = async (call, context) => {
  const adNumber = readArgument(numberIdValue, call, { index: 0, name: 'the ad' });
  const options = readOptions(sessionOptions, call);
  await withTemporal(context, options, async (session) => {
    const control = adControl(session.client, session.account, adNumber).within(session.timeoutMs);
    const data = await ask(session, control.workflowId, () => control.explain());
    print(context, { json: options.json, data, text: () => explanationText(data, Date.now()) });
  });
  return undefined;
};
