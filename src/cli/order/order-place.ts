import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { placeOrder, type PlacementControl, type PlacementInput, type PlacementView } from '../../client/index.ts';
import { requireConsent } from '../session/consent.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { presentRules } from '../desk/present-rules.ts';
import { changedReleaseRules, namesReleaseRules } from '../desk/release-options.ts';
import { agreeToRules } from '../desk/rule-questions.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { chooseMode, refuseBlindRelease, servicePlace } from '../session/mode-choice.ts';
import { runningDesk } from '../session/running-desk.ts';
import {
  inFreshTime,
  isServed,
  type TemporalSession,
  warnWhenUnserved,
  withTemporal,
  workerMissing,
} from '../session/temporal-session.ts';
import { prepareNamespace, settingsPart } from '../session/workflow-start.ts';
import { placementLine } from './order-text.ts';
import { amountText } from '../../words/amount-words.ts';
import { readOptions, type OptionsOf } from '../kit/option-values.ts';
import { orderPlaceOptions } from '../options/order-options.ts';

type PlaceOptions = OptionsOf<typeof orderPlaceOptions>;

const usualTimeoutMs = 10_000;
const usualWaitMs = 60_000;
const lookEveryMs = 500;

/** `peerdesk order place`: starts the placement of an order on another merchant's ad. */
export const orderPlace: CommandRun = async (call, context) => {
  const options = readOptions(orderPlaceOptions, call);
  const requestId = options.requestId ?? randomUUID();
  await requireConsent(context, { agreed: options.yes, what: 'placing an order commits money' });
  const timeout = options.timeout ?? (options.wait ? usualWaitMs : usualTimeoutMs);
  return await withTemporal(context, { account: options.account, timeout }, async (session) => {
    if (options.wait && !(await isServed(session))) throw workerMissing(session);
    const input = await placementInput(session, { options, requestId, context });
    return await inFreshTime(session, () => place(session, input, { options, requestId, context }));
  });
};

async function place(
  session: TemporalSession,
  input: PlacementInput,
  { options, requestId, context }: PlaceWish,
): Promise<ExitCode | undefined> {
  await prepareNamespace(context, session);
  const control = await placeOrder(session.client, { ...input, group: await session.group() });
  const { workflowId } = control;
  note(context, `request id ${requestId}: repeat with --request-id ${requestId} and nothing is placed twice`);
  if (options.wait)
    return await waitFor(control, { context, json: options.json, untilMs: Date.now() + session.timeoutMs });
  print(context, {
    json: options.json,
    data: { workflowId, account: input.account, requestId, mode: input.mode },
    text: () =>
      `placing ${input.side} ${amountText(input.totalAmount)} ${input.fiat} @ ${amountText(input.matchPrice)}: \`peerdesk order show ${requestId} --placement\``,
  });
  await warnWhenUnserved(context, session);
  return undefined;
}

interface PlaceWish {
  options: PlaceOptions;
  requestId: string;
  context: CommandContext;
}

async function placementInput(
  session: TemporalSession,
  { options, requestId, context }: PlaceWish,
): Promise<PlacementInput> {
  const { env } = context;
  const place = servicePlace(session, env);
  const desk = await runningDesk(session);
  const present = await presentRules(session);
  const release = changedReleaseRules(present, options);
  await refuseBlindRelease(release.policy, place);
  if (namesReleaseRules(options))
    await agreeToRules(context, session, {
      rules: release,
      inForce: { sets: [present], kept: null },
      agreed: options.yes,
    });
  return {
    account: session.account,
    requestId,
    mode: await chooseMode({ ...options, mode: options.mode ?? desk?.mode }, place, context),
    adNumber: options.ad,
    asset: options.asset.toUpperCase(),
    fiat: options.fiat.toUpperCase(),
    side: options.side.toUpperCase() === 'BUY' ? 'BUY' : 'SELL',
    totalAmount: options.amount,
    matchPrice: options.price,
    payId: options.payId ?? null,
    release,
    startedBy: operatorOf(options, env),
    ...settingsPart(env),
  };
}

const moving: ReadonlySet<PlacementView['state']> = new Set(['checking', 'placing', 'outcome-unknown']);
/** Reserved time for printing what is known. */
const answerMarginMs = 1_000;

/** How long to wait for a placement, and where to print its end. */
interface Waiting {
  context: CommandContext;
  json: boolean;
  untilMs: number;
}

/** Waits until the placement has ended, needs a human, or the time is over; then prints what is known and why. */
async function waitFor(control: PlacementControl, { context, json, untilMs }: Waiting): Promise<ExitCode> {
  let view = await control.state();
  while (moving.has(view.state) && !view.needsHuman && Date.now() + lookEveryMs < untilMs - answerMarginMs) {
    await sleep(lookEveryMs);
    view = await control.state();
  }
  print(context, { json, data: view, text: () => placementLine(view) });
  if (view.state === 'refused') return ExitCode.REFUSED;
  if (view.needsHuman) return ExitCode.ERROR;
  if (!moving.has(view.state)) return ExitCode.OK;
  note(
    context,
    `not decided yet: look with \`peerdesk order show ${view.requestId} --placement\` before you repeat it`,
  );
  return ExitCode.TIMEOUT;
}
