import { adControl, endOf } from '../../client/index.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ask, withTemporal } from '../session/temporal-session.ts';
import { withEnd } from '../session/workflow-end-text.ts';
import { adText } from './ad-text.ts';
import { numberIdValue, readArgument, readOptions } from '../kit/option-values.ts';
import { sessionOptions } from '../options/common-options.ts';

/** `peerdesk ad show`: the state of one ad. */
export const adShow: CommandRun = async (call, context) => {
  const adNumber = readArgument(numberIdValue, call, { index: 0, name: 'the ad' });
  const options = readOptions(sessionOptions, call);
  await withTemporal(context, options, async (session) => {
    const control = adControl(session.client, session.account, adNumber).within(session.timeoutMs);
    const view = await ask(session, control.workflowId, () => control.state());
    const end = await endOf(session.client, control.workflowId);
    print(context, { json: options.json, data: { ...view, end }, text: () => withEnd(adText(view), end) });
  });
  return undefined;
};
