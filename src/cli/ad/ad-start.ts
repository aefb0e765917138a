import { z } from 'zod';
import { startAd } from '../../client/index.ts';
import { adWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { note, print } from '../command-context.ts';
import type { CommandRun } from '../command-spec.ts';
import { chooseMode, modeShape, servicePlace } from '../mode-choice.ts';
import { numberIdValue, readArgument, readOptions, sessionShape } from '../option-values.ts';
import { warnWhenUnserved, withTemporal } from '../temporal-session.ts';
import { prepareNamespace, runsAlready, settingsPart } from '../workflow-start.ts';
import { strategyText } from './ad-text.ts';
import { limitShape, newRules, pricingShape } from './pricing-options.ts';

const schema = z.object({ ...sessionShape, ...modeShape, ...limitShape, ...pricingShape });

/** `peerdesk ad start`: starts the workflow that keeps an ad. One that runs already is left as it is. */
export const adStart: CommandRun = async (call, context) => {
  const adNumber = readArgument(numberIdValue, call, { index: 0, name: 'the ad' });
  const options = readOptions(schema, call);
  const rules = newRules(options);
  await withTemporal(context, options, async (session) => {
    const mode = await chooseMode(options, servicePlace(session, context.env), context.env);
    const { client, account } = session;
    const workflowId = adWorkflowId(account, adNumber);
    await prepareNamespace(context, session);
    const started = !(await runsAlready(session, workflowId));
    if (started) await startAd(client, { account, adNumber, mode, rules, ...settingsPart(context.env) });
    else
      note(
        context,
        `ad ${adNumber} is kept already and nothing changed: use \`peerdesk ad set ${adNumber}\` to change it`,
      );
    const { floor, ceiling } = rules.limits;
    print(context, {
      json: options.json,
      data: { workflowId, account, adNumber, started, ...(started ? { mode, rules } : {}) },
      text: () =>
        started
          ? `ad ${adNumber} is kept between ${floor} and ${ceiling}, mode ${mode}: ${strategyText(rules.strategy)}`
          : `ad ${adNumber} runs as ${workflowId}`,
    });
    await warnWhenUnserved(context, session);
  });
  return undefined;
};
