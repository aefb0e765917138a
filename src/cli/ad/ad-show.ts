import { adControl, endOf, type AdView, type WorkflowEnd } from '../../client/index.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ask, withTemporal, type TemporalSession } from '../session/temporal-session.ts';
import { withEnd } from '../session/workflow-end-text.ts';
import { adText } from './ad-text.ts';
import { numberIdValue, readArgument, readOptions } from '../kit/option-values.ts';
import { sessionOptions } from '../options/common-options.ts';

/** `peerdesk ad show`: the state of one ad. */
export const adShow: CommandRun = async (call, context) => {
  const adNumber = readArgument(numberIdValue, call, { index: 0, name: 'the ad' });
  const options = readOptions(sessionOptions, call);
  await withTemporal(context, options, async (session) => {
    const { view, end } = await lookAtAd(session, adNumber);
    print(context, { json: options.json, data: { ...view, end }, text: () => withEnd(adText(view), end) });
  });
  return undefined;
};

/** Looks at an ad. Rejects with the reason where no workflow keeps it, or no worker answers. */
export async function lookAtAd(
  session: TemporalSession,
  adNumber: string,
): Promise<{ readonly view: AdView; readonly end: WorkflowEnd | null }> {
  const { client, account, timeoutMs } = session;
  const control = adControl(client, account, adNumber).within(timeoutMs);
  const view = await ask(session, control.workflowId, () => control.state());
  return { view, end: await endOf(client, control.workflowId) };
}
