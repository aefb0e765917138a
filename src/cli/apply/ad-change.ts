import { issueText } from '../../domain/issue-text.ts';
import { adControl, type Mode } from '../../client/index.ts';
import { termsPartSchema } from '../../domain/ads/published-terms.ts';
import { misuse, refusal } from '../kit/cli-failure.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { requireConsent } from '../session/consent.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { chooseMode, servicePlace } from '../session/mode-choice.ts';
import { runningDesk } from '../session/running-desk.ts';
import {
  inFreshTime,
  isServed,
  type TemporalSession,
  withTemporal,
  workerMissing,
} from '../session/temporal-session.ts';
import { prepareNamespace } from '../session/workflow-start.ts';
import { nextApply, type Stated } from './next-apply.ts';
import { changeAndWait, changeLineOf } from './change-and-wait.ts';
import { numberIdValue, readArgument, readOptions, type OptionsOf } from '../kit/option-values.ts';
import { adCloseOptions, adEditOptions } from '../options/ad-options.ts';

/** `peerdesk ad edit`: changes the terms of an ad; its price stays its rules'. */
export const adEdit: CommandRun = async (call, context) => {
  const adNumber = readArgument(numberIdValue, call, { index: 0, name: 'the ad' });
  const options = readOptions(adEditOptions, call);
  const { quantity, minOrder, maxOrder, payMethod, payTime, remarks, autoReply } = options;
  const given = {
    quantity,
    minOrder,
    maxOrder,
    payMethods: payMethod.length === 0 ? undefined : payMethod,
    payTimeMinutes: payTime,
    remarks,
    autoReply,
  };
  const wanted = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (Object.keys(wanted).length === 0) throw misuse('nothing to change: name a term, such as --max-order 3000');
  const terms = termsPartSchema.safeParse(wanted);
  if (!terms.success)
    throw misuse(terms.error.issues.map((issue) => `${issue.path.join('.')} ${issueText(issue)}`).join('; '));
  const what = `changes ad ${adNumber}: ${Object.entries(wanted)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')}`;
  await requireConsent(context, { agreed: options.yes, what });
  return await carryOut({ options, context }, { adNumber, act: 'change', terms: terms.data });
};

/** `peerdesk ad close`: for good. Its number is typed once more: a slip of one digit would close another ad. */
export const adClose: CommandRun = async (call, context) => {
  const adNumber = readArgument(numberIdValue, call, { index: 0, name: 'the ad' });
  const options = readOptions(adCloseOptions, call);
  await requireNumber(context, adNumber, options.confirm);
  return await carryOut({ options, context }, { adNumber, act: 'close' });
};

async function requireNumber(
  { askPerson }: CommandContext,
  adNumber: string,
  confirm: string | undefined,
): Promise<void> {
  const what = `closing ad ${adNumber} cannot be undone`;
  if (confirm === undefined && askPerson === undefined) throw refusal(`${what}: add --confirm ${adNumber} to mean it`);
  const typed = confirm ?? (await askPerson?.(`${what}. Type its number to go on: `)) ?? '';
  if (typed.trim() !== adNumber) throw refusal(`not done: ${what}, and its number was not typed`);
}

interface Call {
  options: OptionsOf<typeof adCloseOptions> | OptionsOf<typeof adEditOptions>;
  context: CommandContext;
}

type Wish = Omit<Parameters<typeof changeAndWait>[1], 'by' | 'mode'>;

async function carryOut({ options, context }: Call, wish: Wish): Promise<ExitCode> {
  const { by } = operatorOf(options, context.env);
  return await withTemporal(context, options, async (session) => {
    const mode = await modeOf(session, { options, context }, wish.adNumber);
    if (!(await isServed(session))) throw workerMissing(session);
    await inFreshTime(session, () => prepareNamespace(context, session));
    const view = await changeAndWait(session, { ...wish, by, mode }, await session.group());
    const stated = view.state === 'done' ? statedBy(wish) : [];
    const next = await inFreshTime(session, () => nextApply(context, session, ...stated));
    const data = { ...view, ...next.data };
    print(context, { json: options.json, data, text: () => `${changeLineOf(view)}${next.end}` });
    if (view.state === 'refused') return ExitCode.REFUSED;
    if (view.needsHuman) return ExitCode.ERROR;
    return view.state === 'done' || view.state === 'intent' ? ExitCode.OK : ExitCode.TIMEOUT;
  });
}

/** A comparison changes nothing. */
function statedBy({ act, adNumber }: Wish): Stated[] {
  if (act === 'compare') return [];
  return [{ kind: act === 'close' ? 'closed' : 'terms', adNumber }];
}

/** That of the option, else of the kept ad, else of the running desk. */
async function modeOf(session: TemporalSession, { options, context }: Call, adNumber: string): Promise<Mode> {
  const { client, account, timeoutMs } = session;
  const kept = await adControl(client, account, adNumber)
    .within(timeoutMs)
    .state()
    .catch(() => null);
  const mode = options.mode ?? kept?.mode ?? (await runningDesk(session))?.mode;
  return chooseMode({ ...options, mode }, servicePlace(session, context.env), context);
}
