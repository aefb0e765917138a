import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { startAd } from '../../client/index.ts';
import type { AdControl, AdView } from '../../client/index.ts';
import { CliFailure } from '../cli-failure.ts';
import { note, print } from '../command-context.ts';
import type { CommandRun } from '../command-spec.ts';
import { ExitCode } from '../exit-code.ts';
import { chooseMode, modeShape, servicePlace } from '../mode-choice.ts';
import { numberIdValue, readArgument, readOptions, sessionShape } from '../option-values.ts';
import { runningDesk } from '../running-desk.ts';
import { isServed, warnWhenUnserved, withTemporal } from '../temporal-session.ts';
import type { TemporalSession } from '../temporal-session.ts';
import { prepareNamespace, settingsPart } from '../workflow-start.ts';
import { standText, strategyText } from './ad-text.ts';
import { limitShape, newRules, pricingShape } from './pricing-options.ts';

const schema = z.object({ ...sessionShape, ...modeShape, ...limitShape, ...pricingShape });

const firstLookMs = 5_000;
const lookEveryMs = 250;

/** `peerdesk ad start`: starts the workflow that keeps an ad. One that runs already is left as it is. */
export const adStart: CommandRun = async (call, context) => {
  const adNumber = readArgument(numberIdValue, call, { index: 0, name: 'the ad' });
  const options = readOptions(schema, call);
  const rules = newRules(options);
  await withTemporal(context, options, async (session) => {
    const mode = await modeOf(session, options, context.env);
    const { client, account } = session;
    await prepareNamespace(context, session);
    const control = await startAd(client, { account, adNumber, mode, rules, ...settingsPart(context.env) });
    const { started, workflowId } = control;
    const again = `ad ${adNumber} is kept already and nothing changed: use \`peerdesk ad set ${adNumber}\` to change it`;
    if (!started) note(context, again);
    const look = started ? await firstLook(session, control) : null;
    const { floor, ceiling } = rules.limits;
    const kept = `ad ${adNumber} is kept between ${floor} and ${ceiling}, mode ${mode}: ${strategyText(rules.strategy)}`;
    print(context, {
      json: options.json,
      data: { workflowId, account, adNumber, started, ...(started ? { mode, rules } : {}) },
      text: () => {
        if (!started) return `ad ${adNumber} runs as ${workflowId}`;
        return look === null ? kept : `${kept}; now ${standText(look)}`;
      },
    });
    await warnWhenUnserved(context, session);
  });
  return undefined;
};

type StartOptions = z.output<typeof schema>;

/** The desk's mode when it runs and no other is named, as for orders that are placed. */
async function modeOf(session: TemporalSession, options: StartOptions, env: Parameters<typeof servicePlace>[1]) {
  const mode = options.mode ?? (await runningDesk(session))?.mode;
  return chooseMode({ ...options, mode }, servicePlace(session, env), env);
}

/** Looks until the ad has been read, for a while; null while it has not. Rejects when the service knows no such ad. */
async function firstLook(session: TemporalSession, control: AdControl): Promise<AdView | null> {
  if (!(await isServed(session))) return null;
  const untilMs = Date.now() + Math.min(firstLookMs, session.timeoutMs / 2);
  // The ad is started already: a worker that does not answer is no failure of that.
  const read = () => session.client.withDeadline(untilMs, () => control.state()).catch(() => null);
  let view = await read();
  while (!hasLooked(view) && Date.now() < untilMs) {
    await sleep(lookEveryMs);
    view = await read();
  }
  if (view === null || view.price !== null || view.lastProblem?.category !== 'NOT_FOUND') {
    return hasLooked(view) ? view : null;
  }
  const { adNumber } = view;
  throw new CliFailure(
    ExitCode.NOT_FOUND,
    `the service knows no ad ${adNumber}; it is looked for for an hour: \`peerdesk ad stop ${adNumber}\` ends that`,
  );
}

function hasLooked(view: AdView | null): boolean {
  return view !== null && (view.price !== null || view.lastProblem !== null);
}
