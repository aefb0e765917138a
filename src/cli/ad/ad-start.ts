import { problemWords } from '../../words/ads/ad-words.ts';
import { strategyWords } from '../../words/rule-words.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { startAd, type AdControl, type AdView, type Mode } from '../../client/index.ts';
import { readShadowAds } from '../../config/environment/worker-environment.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';
import { nextApply } from '../apply/next-apply.ts';
import { CliFailure, refusal } from '../kit/cli-failure.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { chooseMode, servicePlace } from '../session/mode-choice.ts';
import { runningDesk } from '../session/running-desk.ts';
import {
  inFreshTime,
  isServed,
  type TemporalSession,
  warnWhenUnserved,
  withTemporal,
} from '../session/temporal-session.ts';
import { prepareNamespace, settingsPart } from '../session/workflow-start.ts';
import { standText } from './ad-text.ts';
import { rulesOfNewAd } from './rule-words.ts';
import { numberIdValue, readArgument, readOptions, type OptionsOf } from '../kit/option-values.ts';
import { adStartOptions } from '../options/ad-options.ts';

const firstLookMs = 5_000;
const lookEveryMs = 250;

/** `peerdesk ad start`: starts the workflow that keeps an ad. A running one is left as it is. */
export const adStart: CommandRun = async (call, context) => {
  const adNumber = readArgument(numberIdValue, call, { index: 0, name: 'the ad' });
  const options = readOptions(adStartOptions, call);
  const rules = rulesOfNewAd(call, call.args.slice(1));
  await withTemporal(context, options, async (session) => {
    const mode = await modeOf(session, { ...options, adNumber }, context);
    await inFreshTime(session, () => keepAd(session, { context, options, adNumber, rules, mode }));
  });
  return undefined;
};

type ModeWish = StartOptions & Pick<StartWish, 'adNumber'>;

interface StartWish {
  context: CommandContext;
  options: StartOptions;
  adNumber: string;
  rules: PricingRules;
  mode: Mode;
}

async function keepAd(session: TemporalSession, wish: StartWish): Promise<void> {
  const { context, options, adNumber, rules, mode } = wish;
  const { client, account } = session;
  await prepareNamespace(context, session);
  const group = await session.group();
  const startedBy = operatorOf(options, context.env);
  const ad = { account, adNumber, mode, rules, startedBy, ...settingsPart(context.env) };
  const control = await startAd(client, { ...ad, group });
  const { started, workflowId } = control;
  const again = `ad ${adNumber} is kept already and nothing changed: use \`peerdesk ad set ${adNumber}\` to change it`;
  if (!started) note(context, again);
  const look = started ? await firstLook(session, control) : null;
  const { floor, ceiling } = rules.limits;
  const kept = `ad ${adNumber} is kept between ${floor} and ${ceiling}, mode ${mode}: ${strategyWords(rules.strategy)}`;
  const offered = { adNumber, mode, rules, side: null };
  const states = ['rules', 'mode', 'market'] as const;
  const next = await nextApply(
    context,
    session,
    ...(started ? [{ kind: 'ad' as const, adNumber, ad: offered, states }] : []),
  );
  print(context, {
    json: options.json,
    data: { workflowId, account, adNumber, started, ...(started ? { mode, rules } : {}), ...next.data },
    text: () => {
      if (!started) return `ad ${adNumber} runs as ${workflowId}`;
      return `${look === null ? kept : `${kept}; now ${standText(look)}`}${next.end}`;
    },
  });
  await warnWhenUnserved(context, session);
}

type StartOptions = OptionsOf<typeof adStartOptions>;

/**
 * Returns the running desk's mode unless another is named, as for placed orders. An ad that the file holds in shadow
 * starts there: its worker would refuse its writes.
 */
async function modeOf(session: TemporalSession, options: ModeWish, context: CommandContext) {
  const held = readShadowAds(context.env).includes(options.adNumber) ? 'shadow' : undefined;
  const mode = options.mode ?? held ?? (await runningDesk(session))?.mode;
  return chooseMode({ ...options, mode }, servicePlace(session, context.env), context);
}

/** Waits for the first read of the ad for a while; null without one. Rejects when the ad cannot be kept. */
async function firstLook(session: TemporalSession, control: AdControl): Promise<AdView | null> {
  if (!(await isServed(session))) return null;
  const untilMs = Date.now() + Math.min(firstLookMs, session.timeoutMs / 2);
  // The ad is started already: a worker that does not answer is not a failure of the start.
  const read = () => session.client.withDeadline(untilMs, () => control.state()).catch(() => null);
  let view = await read();
  while (!hasLooked(view) && Date.now() < untilMs) {
    await sleep(lookEveryMs);
    view = await read();
  }
  if (view === null || !hasLooked(view)) return null;
  refuseFailedStart(view);
  return view;
}

/** A script must not take a failed ad for one that is kept. */
function refuseFailedStart({ adNumber, price, state, lastProblem, needsHuman, asks }: AdView): void {
  if (state.kind === 'paused' && needsHuman) throw refusal(`ad ${adNumber} is started and paused: ${asks.join('; ')}`);
  if (lastProblem === null) return;
  const stop = `\`peerdesk ad stop ${adNumber}\` ends that`;
  if (lastProblem.category === 'NOT_FOUND' && price === null) {
    const line = `the service knows no ad ${adNumber} of this account; it is looked for for an hour: ${stop}`;
    throw new CliFailure(ExitCode.NOT_FOUND, line);
  }
  if (state.kind !== 'blocked' || !needsHuman) return;
  const { category, code } = lastProblem;
  const problem = [category, code, problemWords(lastProblem)].filter((part) => part !== null).join(' ');
  throw refusal(`ad ${adNumber} is started and cannot be kept: ${problem}; it is tried again: ${stop}`);
}

function hasLooked(view: AdView | null): boolean {
  return view !== null && (view.price !== null || view.lastProblem !== null);
}
