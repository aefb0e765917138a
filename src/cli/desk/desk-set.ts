import { z } from 'zod';
import { deskControl } from '../../client/index.ts';
import { misuse } from '../cli-failure.ts';
import { print } from '../command-context.ts';
import type { CommandRun } from '../command-spec.ts';
import { refuseBlindRelease, servicePlace } from '../mode-choice.ts';
import { readOptions, sessionShape } from '../option-values.ts';
import { ask, withTemporal } from '../temporal-session.ts';
import { releaseText } from './desk-text.ts';
import { changedReleaseRules, releaseChangeShape } from './release-options.ts';

const schema = z.object({ ...sessionShape, ...releaseChangeShape });

/** `peerdesk desk set`: changes the release rules that are given, for orders that arrive from then on. */
export const deskSet: CommandRun = async (call, context) => {
  const options = readOptions(schema, call);
  if (!Object.keys(releaseChangeShape).some((name) => name in call.options)) {
    throw misuse('nothing to change: give at least one option, such as --amount-cap "5000 BOB"');
  }
  await withTemporal(context, options, async (session) => {
    if (options.release !== undefined) await refuseBlindRelease(options.release, servicePlace(session, context.env));
    const control = deskControl(session.client, session.account);
    const view = await ask(session, control.workflowId, async () => {
      const { release } = await control.state();
      return await control.setReleaseRules(changedReleaseRules(release, options));
    });
    const text = () => `desk of ${view.account}: orders that arrive from now on: ${releaseText(view)}`;
    print(context, { json: options.json, data: view, text });
  });
  return undefined;
};
