import { adControl, type AdExplanation } from '../../client/index.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { untilStopped } from '../list/list-output.ts';
import type { ListPicture } from '../list/list-kind.ts';
import { watchList } from '../list/watch-list.ts';
import { ask, withTemporal } from '../session/temporal-session.ts';
import { changeText, explanationText } from './ad-explanation.ts';
import { numberIdValue, readArgument, readOptions } from '../kit/option-values.ts';
import { sessionOptions } from '../options/common-options.ts';

const everyMs = 1_000;

/** `peerdesk ad watch`: what `ad explain` says, live, until Ctrl-C. It reads the heartbeat of the running watch. */
export const adWatch: CommandRun = async (call, context) => {
  const adNumber = readArgument(numberIdValue, call, { index: 0, name: 'the ad' });
  const { json, ...options } = readOptions(sessionOptions, call);
  await withTemporal(context, options, async (session) => {
    const control = adControl(session.client, session.account, adNumber).within(session.timeoutMs);
    const look = async (): Promise<ListPicture<AdExplanation>> => {
      const explanation = await ask(session, control.workflowId, () => control.explain());
      return { rows: [explanation], notes: [], text: () => explanationText(explanation, Date.now()) };
    };
    const kind = { idOf: () => adNumber, lineOf: changeText };
    await untilStopped((signal) => watchList({ context, session, json, path: call.path, kind, look, everyMs, signal }));
  });
  return undefined;
};
