import {
  deskControl,
  startDesk,
  type AdoptRules,
  type DeskStart,
  type Mode,
  type ReleaseRules,
} from '../../client/index.ts';
import { peerdeskMode } from '../../workflows/contract/search-attributes.ts';
import { deskWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { rulesOfAdoptedAds } from '../ad/rule-words.ts';
import { speakerOf } from '../approver/sign-word.ts';
import { nextApply } from '../apply/next-apply.ts';
import { misuse, refusal } from '../kit/cli-failure.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { CommandCall, CommandRun } from '../kit/command-spec.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { releaseText } from '../../domain/orders/release-rules.ts';
import { chooseMode, refuseBlindRelease, servicePlace } from '../session/mode-choice.ts';
import {
  ask,
  inFreshTime,
  isServed,
  type TemporalSession,
  warnWhenUnserved,
  withTemporal,
} from '../session/temporal-session.ts';
import { prepareNamespace, runsAlready, settingsPart } from '../session/workflow-start.ts';
import { readShadowAds } from '../../config/environment/worker-environment.ts';
import {
  agreeToHandOver,
  countText,
  handOver,
  nothingStranded,
  strandedBy,
  type HandedOver,
  type Stranded,
} from './hand-over.ts';
import { type FoundRegister, withFoundRegister } from '../register/found-register.ts';
import { loosenedBy, rulesInForce, writeRules } from '../register/kept-rules.ts';
import { presentRules } from './present-rules.ts';
import { agreeToRules } from './rule-questions.ts';
import { changedReleaseRules, namesReleaseRules } from './release-options.ts';
import { flagOf, readOptions, type OptionsOf } from '../kit/option-values.ts';
import { deskStartOptions } from '../options/desk-options.ts';

type StartOptions = OptionsOf<typeof deskStartOptions>;

interface StartCall {
  options: StartOptions;
  context: CommandContext;
  adoptAds: AdoptRules | null;
}

const usualLimitRatio = '0.02';

/**
 * `peerdesk desk start`: takes an account over. A running desk changes its mode on request, and is otherwise left as it
 * is; open orders and ads of another mode are handed over when the operator agrees.
 */
export const deskStart: CommandRun = async (call, context) => {
  const options = readOptions(deskStartOptions, call);
  const start: StartCall = { options, context, adoptAds: adoptRules(options, call) };
  return await withTemporal(context, options, async (session) => {
    await prepareNamespace(context, session);
    const exitCode = (await runsAlready(session, deskWorkflowId(session.account)))
      ? await joinDesk(session, start)
      : await newDesk(session, start);
    await warnWhenUnserved(context, session);
    return exitCode;
  });
};

async function newDesk(session: TemporalSession, start: StartCall): Promise<ExitCode> {
  const { context, options } = start;
  const { present, ...input } = await deskInput(session, start);
  const { release: rules = null } = input;
  return await withFoundRegister(context, session, async (found) => {
    const { operator, sign } = speakerOf(options, context);
    const { by } = operator;
    const change =
      rules === null || present === null ? null : { rules, inForce: await rulesInForce(found, present), by, sign };
    if (change !== null) await agreeToRules(context, session, { ...change, agreed: options.yes });
    const stranded = await inFreshTime(session, () => strandedBy(session, input.mode, readShadowAds(context.env)));
    await agreeToHandOver(context, { stranded, mode: input.mode, agreed: options.yes });
    if (change !== null) await keepRules({ context, session }, found, change);
    return await inFreshTime(session, () => startNew(session, { ...start, input: { ...input, operator }, stranded }));
  });
}

/** The register has them before the desk starts; a register elsewhere may hold what is loosened here. */
async function keepRules(
  { context, session }: { context: CommandContext; session: TemporalSession },
  found: FoundRegister,
  change: Parameters<typeof writeRules>[1],
): Promise<void> {
  await writeRules(found, change);
  const isHeldElsewhere = found.keeper === null && loosenedBy(change.rules, change.inForce).length > 0;
  if (!isHeldElsewhere || !(await isServed(session))) return;
  note(
    context,
    `warning: ${found.why}: stricter rules in the register of the worker’s machine hold until \`peerdesk desk set\` there`,
  );
}

interface NewDesk extends StartCall {
  input: DeskStart;
  stranded: Stranded;
}

async function startNew(session: TemporalSession, start: NewDesk): Promise<ExitCode> {
  const { context, options, adoptAds, input, stranded } = start;
  const { account, mode, release = null } = input;
  const { workflowId } = await startDesk(session.client, { ...input, group: await session.group() });
  const handedOver = await handOver(session, stranded, { mode, operator: operatorOf(options, context.env) });
  const written = release === null ? [] : [{ kind: 'rules' as const, rules: release }];
  const next = await nextApply(context, session, { kind: 'desk', mode }, ...written);
  const rules = release === null ? 'the release rules that are set' : `release ${releaseText(release)}`;
  print(context, {
    json: options.json,
    data: { workflowId, account, started: true, mode, release, adoptAds, handedOver, ...next.data },
    text: () =>
      `desk of ${account} started: mode ${mode}, ${rules}${adoptAds === null ? '' : ', adopting its ads'}${handedOverText(handedOver)}${next.end}`,
  });
  return exitCodeOf(handedOver);
}

/** The desk runs: only an explicit mode changes it. Starting it so also means that it continues after a cancel. */
async function joinDesk(session: TemporalSession, start: StartCall): Promise<ExitCode> {
  const { context, options } = start;
  refuseWhatOnlyAStartTakes(session.account, options);
  const { client, account } = session;
  const present = await presentMode(session, deskControl(client, account).workflowId);
  const mode = options.mode === undefined ? present : await chosenMode(session, start);
  const stranded =
    options.mode === undefined ? nothingStranded : await strandedBy(session, mode, readShadowAds(context.env));
  await agreeToHandOver(context, { stranded, mode, agreed: options.yes });
  return await inFreshTime(session, () => changeDesk(session, { ...start, stranded, mode, present }));
}

/** Throws a refusal for options that a running desk would ignore: nothing is changed then. */
function refuseWhatOnlyAStartTakes(account: string, options: StartOptions): void {
  const running = `the desk of ${account} runs already, and nothing was changed`;
  if (namesReleaseRules(options)) throw refusal(`${running}: \`peerdesk desk set\` changes its release rules`);
  const lost = (['adoptAds', 'egress'] as const).find((name) => options[name] !== undefined && options[name] !== false);
  if (lost !== undefined)
    throw refusal(`${running}: ${flagOf(lost)} takes effect at a start only: \`peerdesk desk stop\` first`);
}

interface DeskChange extends StartCall {
  stranded: Stranded;
  mode: Mode;
  present: Mode;
}

async function changeDesk(session: TemporalSession, change: DeskChange): Promise<ExitCode> {
  const { context, options, stranded, mode, present } = change;
  const { client, account, timeoutMs } = session;
  const control = deskControl(client, account).within(timeoutMs);
  const { workflowId } = control;
  const operator = operatorOf(options, context.env);
  await ask(session, workflowId, () => control.changeMode(mode, operator));
  const handedOver = await handOver(session, stranded, { mode, operator });
  const next = await nextApply(context, session, ...(mode === present ? [] : [{ kind: 'desk' as const, mode }]));
  if (mode === present && handedOver.orders.length + handedOver.ads.length === 0) note(context, unchanged(account));
  print(context, {
    json: options.json,
    data: { workflowId, account, started: false, mode, handedOver, ...next.data },
    text: () =>
      mode === present
        ? `desk of ${account} runs as ${workflowId}, mode ${mode}${handedOverText(handedOver)}`
        : `desk of ${account}: mode ${present} is now ${mode}${handedOverText(handedOver)}${next.end}`,
  });
  return exitCodeOf(handedOver);
}

const unchanged = (account: string): string =>
  `the desk of ${account} runs already and nothing changed: \`peerdesk desk set\` changes its release rules, --mode its mode`;

async function presentMode({ client }: TemporalSession, workflowId: string): Promise<Mode> {
  const { typedSearchAttributes } = await client.workflow.getHandle(workflowId).describe();
  return (typedSearchAttributes.get(peerdeskMode) ?? 'shadow') as Mode;
}

function handedOverText(handedOver: HandedOver): string {
  const { refused } = handedOver;
  const done = countText(handedOver);
  const refusals = refused.map(({ what, why }) => `${what}: ${why}`).join('; ');
  return `${done === '' ? '' : `, ${done} handed over`}${refusals === '' ? '' : `, NOT handed over: ${refusals}`}`;
}

function exitCodeOf({ refused }: HandedOver): ExitCode {
  return refused.length === 0 ? ExitCode.OK : ExitCode.ERROR;
}

function chosenMode(session: TemporalSession, { options, context }: StartCall): Promise<Mode> {
  return chooseMode(options, servicePlace(session, context.env), context);
}

/** The rules that hold now are read only where others are wished. */
async function deskInput(
  session: TemporalSession,
  start: StartCall,
): Promise<DeskStart & { present: ReleaseRules | null }> {
  const { options, context, adoptAds } = start;
  const { env } = context;
  if (options.release !== undefined) await refuseBlindRelease(options.release, servicePlace(session, env));
  const mode = await chosenMode(session, start);
  const present = namesReleaseRules(options) ? await presentRules(session) : null;
  const release = present === null ? null : changedReleaseRules(present, options);
  return {
    present,
    account: session.account,
    egress: options.egress ?? env['PEERDESK_EGRESS'] ?? 'default',
    mode,
    release,
    adoptAds,
    ...settingsPart(env),
  };
}

/** Returns how adopted ads are priced; null without --adopt-ads. Throws a failure for options that would be lost. */
function adoptRules(options: StartOptions, call: CommandCall): AdoptRules | null {
  if (options.adoptAds) {
    const rules = rulesOfAdoptedAds(call, call.args);
    if (rules.strategy.kind === 'fixed')
      throw misuse('one fixed price cannot fit all ads: use another strategy, or `peerdesk ad start`');
    return { rules, limitRatio: options.limitRatio ?? usualLimitRatio };
  }
  const lost = 'limitRatio' in call.options ? '--limit-ratio' : call.args[0];
  if (lost !== undefined) throw misuse(`${lost} is about adopted ads: add --adopt-ads, or leave it out`);
  return null;
}
