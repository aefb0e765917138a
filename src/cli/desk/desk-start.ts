import { z } from 'zod';
import { startDesk } from '../../client/index.ts';
import type { AccountDeskInput, AdoptRules } from '../../client/index.ts';
import { deskWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { pricingShape, newPricing } from '../ad/pricing-options.ts';
import { misuse } from '../cli-failure.ts';
import { note, print } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandCall, CommandRun } from '../command-spec.ts';
import { chooseMode, modeShape, refuseBlindRelease, servicePlace } from '../mode-choice.ts';
import { aliasValue, flagOf, flagValue, priceValue, readOptions, sessionShape } from '../option-values.ts';
import { warnWhenUnserved, withTemporal } from '../temporal-session.ts';
import type { TemporalSession } from '../temporal-session.ts';
import { prepareNamespace, runsAlready, settingsPart } from '../workflow-start.ts';
import { releaseRules, releaseShape } from './release-options.ts';

const adoptShape = { adoptAds: flagValue, limitRatio: priceValue.optional() };
const schema = z.object({
  ...sessionShape,
  ...modeShape,
  ...releaseShape,
  ...adoptShape,
  ...pricingShape,
  egress: aliasValue.optional(),
});
type StartOptions = z.output<typeof schema>;

const usualLimitRatio = '0.02';

/** `peerdesk desk start`: takes an account over. A desk that runs already is left as it is. */
export const deskStart: CommandRun = async (call, context) => {
  const options = readOptions(schema, call);
  const adoptAds = adoptRules(options, call);
  await withTemporal(context, options, async (session) => {
    const input = await deskInput(session, { options, adoptAds, context });
    const workflowId = deskWorkflowId(session.account);
    await prepareNamespace(context, session);
    const started = !(await runsAlready(session, workflowId));
    if (started) await startDesk(session.client, input);
    else
      note(
        context,
        `the desk of ${input.account} runs already and nothing changed: stop it first to start it otherwise`,
      );
    const { account, mode, release } = input;
    print(context, {
      json: options.json,
      data: { workflowId, account, started, ...(started ? { mode, release, adoptAds } : {}) },
      text: () =>
        started
          ? `desk of ${account} started: mode ${mode}, release policy ${release.policy}${adoptAds === null ? '' : ', adopting its ads'}`
          : `desk of ${account} runs as ${workflowId}`,
    });
    await warnWhenUnserved(context, session);
  });
  return undefined;
};

async function deskInput(
  session: TemporalSession,
  { options, adoptAds, context }: { options: StartOptions; adoptAds: AdoptRules | null; context: CommandContext },
): Promise<AccountDeskInput> {
  const { env } = context;
  const place = servicePlace(session, env);
  const release = releaseRules(options);
  await refuseBlindRelease(release.policy, place);
  return {
    account: session.account,
    egress: options.egress ?? env['PEERDESK_EGRESS'] ?? 'default',
    mode: await chooseMode(options, place, env),
    release,
    adoptAds,
    ...settingsPart(env),
  };
}

/** How adopted ads are priced; null without --adopt-ads. Throws a failure for options that would then be lost. */
function adoptRules(options: StartOptions, call: CommandCall): AdoptRules | null {
  if (options.adoptAds) {
    const rules = newPricing(options);
    if (rules.strategy.kind === 'fixed')
      throw misuse('one fixed price cannot fit all ads: use another --strategy, or `peerdesk ad start`');
    return { rules, limitRatio: options.limitRatio ?? usualLimitRatio };
  }
  const lost = ['limitRatio', ...Object.keys(pricingShape)].find((name) => name in call.options);
  if (lost !== undefined) throw misuse(`${flagOf(lost)} is about adopted ads: add --adopt-ads, or leave it out`);
  return null;
}
