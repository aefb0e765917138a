import { z } from 'zod';
import { guardControl } from '../../client/index.ts';
import { releaseText } from '../../domain/orders/release-rules.ts';
import { misuse } from '../cli-failure.ts';
import { print } from '../command-context.ts';
import type { CommandRun } from '../command-spec.ts';
import { refuseBlindRelease, servicePlace } from '../mode-choice.ts';
import { flagValue, readOptions, sessionShape } from '../option-values.ts';
import { inFreshTime, isServed, withTemporal, workerMissing } from '../temporal-session.ts';
import { presentRules } from './present-rules.ts';
import { agreeToRules } from './rule-questions.ts';
import { changedReleaseRules, namesReleaseRules, releaseShape } from './release-options.ts';

const schema = z.object({ ...sessionShape, ...releaseShape, yes: flagValue });

/**
 * `peerdesk desk set`: changes the given release rules, for orders that arrive from then on. It asks before it loosens one, as
 * `config apply` does.
 */
export const deskSet: CommandRun = async (call, context) => {
  const options = readOptions(schema, call);
  if (!namesReleaseRules(options)) {
    throw misuse('nothing to change: give at least one option, such as --amount-cap "5000 BOB"');
  }
  await withTemporal(context, options, async (session) => {
    if (options.release !== undefined) await refuseBlindRelease(options.release, servicePlace(session, context.env));
    if (!(await isServed(session))) throw workerMissing(session.account);
    const present = await presentRules(session);
    const rules = changedReleaseRules(present, options);
    const guard = guardControl(session.client, session.account, { group: await session.group() }).within(
      session.timeoutMs,
    );
    await agreeToRules(context, session, { rules, present, agreed: options.yes });
    const view = await inFreshTime(session, () => guard.setReleaseRules(rules));
    const text = () => `account ${session.account}: orders that arrive from now on: ${releaseText(rules)}`;
    print(context, { json: options.json, data: view, text });
  });
  return undefined;
};
