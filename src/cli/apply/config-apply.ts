import { deskControl, startDesk, type Operator } from '../../client/index.ts';
import type { PlannedChange } from '../../config/account-plan.ts';
import { changeAndWait, changeLineOf } from './change-and-wait.ts';
import { publicationLine, publishAndWait } from './publish-and-wait.ts';
import { speakerOf } from '../approver/sign-word.ts';
import { requireConsentToAll } from '../session/consent.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { keepingText, type Keeping } from '../register/keeping.ts';
import { inFreshTime, warnWhenUnserved } from '../session/temporal-session.ts';
import { prepareNamespace } from '../session/workflow-start.ts';
import { carryOutForAd, isAdChange } from './ad-commands.ts';
import { changeLine } from './change-text.ts';
import { changeGuard, isGuardChange } from './guard-changes.ts';
import { remarkLines, type AccountPlan, withPlans } from './file-plan.ts';
import { planText } from './plan-text.ts';
import { workerPart } from './worker-part.ts';
import { readOptions, type OptionsOf } from '../kit/option-values.ts';
import { configApplyOptions } from '../options/config-options.ts';

type ApplyOptions = OptionsOf<typeof configApplyOptions>;

/**
 * `peerdesk config apply`: makes what runs what the file says. Each change is a command that its workflow checks; one
 * that was done before is not planned again, so a run that was cut off is simply repeated.
 */
export const configApply: CommandRun = async (call, context) => {
  const options = readOptions(configApplyOptions, call);
  return await withPlans(options, context, async (plans, session) => {
    const workers = await workerPart(options, context);
    const changes = plans.flatMap((plan) => plan.changes);
    const { wrong } = remarkLines(plans);
    for (const line of wrong) note(context, line);
    await agree({ changes, held: workers.held }, options, context);
    const done: string[] = [];
    const refused: string[] = [];
    let isKept = true;
    await inFreshTime(session, () => prepareNamespace(context, session));
    const carryOutAll = async (wanted: (planned: PlannedChange) => boolean): Promise<void> => {
      for (const plan of plans) {
        for (const planned of plan.changes.filter(wanted)) {
          const { failure, keeping } = await tried(plan, planned, { options, context });
          if (failure !== null) refused.push(`${changeLine(planned)}: NOT done: ${failure}`);
          else done.push(`${changeLine(planned)}${remarkOf(keeping)}`);
          isKept &&= keeping?.isKept ?? true;
        }
      }
    };
    // A workflow that may write does so only where its worker may: the worker comes before what is loosened.
    const tightened = await workers.tighten();
    await carryOutAll((planned) => !comesLast(planned));
    const loosened = await workers.loosen();
    done.push(...tightened.done, ...loosened.done);
    refused.push(...new Set([...tightened.refused, ...loosened.refused]));
    await carryOutAll(comesLast);
    const text = () => planText([...done, ...refused], wrong);
    print(context, { json: options.json, data: { done, refused, wrong }, text });
    for (const plan of plans) await warnWhenUnserved(context, plan.session);
    if (refused.length > 0) return ExitCode.ERROR;
    if (!isKept) return ExitCode.NOT_KEPT;
    return wrong.length === 0 ? ExitCode.OK : ExitCode.REFUSED;
  });
};

const isLooser = ({ loosens }: PlannedChange): boolean => loosens.length > 0;

/** What writes needs a worker that may. */
const comesLast = (planned: PlannedChange): boolean => isLooser(planned) || planned.change.kind === 'publish-ad';

interface Loosening {
  changes: readonly PlannedChange[];
  /** What the workers hold until a person agrees. */
  held: readonly string[];
}

const asked: ReadonlySet<string> = new Set(['stop-ad', 'stop-desk', 'publish-ad']);

/** A rule is loosened, an ad published, and an ad or desk stopped, only when a person agrees or an option has. */
async function agree({ changes, held }: Loosening, options: ApplyOptions, context: CommandContext): Promise<void> {
  const looser = changes.filter(isLooser);
  const stops = changes.filter(({ change, loosens }) => asked.has(change.kind) && loosens.length === 0);
  const lines = [...[...looser, ...stops].map(changeLine), ...held.map((text) => `the workers: LOOSENS: ${text}`)];
  await requireConsentToAll(context, { agreed: options.yes, lines });
}

interface ApplyCall {
  options: ApplyOptions;
  context: CommandContext;
}

/** What is not kept outside Temporal, or may have left before it was. */
function remarkOf(keeping: Keeping | null): string {
  if (keeping === null || (keeping.isKept && keeping.mayHaveLeft.length === 0)) return '';
  return keepingText(keeping);
}

/** How a change ended. */
interface Tried {
  /** Why it was refused; null: it was done. */
  failure: string | null;
  /** Where a change that restricts an account is kept; null: it was no such change. */
  keeping: Keeping | null;
}

/** One that fails does not keep the others from being done. */
async function tried(plan: AccountPlan, planned: PlannedChange, { options, context }: ApplyCall): Promise<Tried> {
  try {
    const keeping = await inFreshTime(plan.session, () => carryOut(plan, planned, { options, context }));
    return { failure: null, keeping };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error), keeping: null };
  }
}

async function carryOut(
  plan: AccountPlan,
  { change }: PlannedChange,
  { options, context }: ApplyCall,
): Promise<Keeping | null> {
  const { operator, sign } = speakerOf(options, context);
  if (isGuardChange(change)) return await changeGuard(plan, change, { operator, sign });
  if (change.kind === 'publish-ad') await publish(plan, change, operator);
  else if (change.kind === 'ad-terms') await edit(plan, change, operator);
  else if (isAdChange(change)) await carryOutForAd(plan, change, { operator, confirm: options.yes });
  else await changeDesk(plan, change, operator);
  return null;
}

type AnyChange = PlannedChange['change'];
type Of<Kind extends AnyChange['kind']> = Extract<AnyChange, { kind: Kind }>;

/** A publication that is under way is joined; one that waits for a human goes on by his word alone. */
async function publish({ session, wish }: AccountPlan, change: Of<'publish-ad'>, operator: Operator): Promise<void> {
  const { name, mode, terms, rules, status } = change;
  const ad = { account: session.account, name, mode, terms, rules, online: status === 'online' };
  const input = { ...ad, startedBy: operator };
  const { view } = await publishAndWait(session, input, { group: wish.egress, retryBy: null });
  if (view.state !== 'published' && view.state !== 'intent') throw new Error(publicationLine(view));
}

/** The worker reads the ad again and sends what still differs. */
async function edit({ session, wish }: AccountPlan, change: Of<'ad-terms'>, { by }: Operator): Promise<void> {
  const { adNumber, mode, terms } = change;
  const view = await changeAndWait(session, { adNumber, mode, by, act: 'change', terms }, wish.egress);
  if (view.state !== 'done' && view.state !== 'intent') throw new Error(changeLineOf(view));
}

async function changeDesk(
  { session, wish }: AccountPlan,
  change: Of<'start-desk' | 'stop-desk' | 'desk-mode'>,
  operator: Operator,
): Promise<void> {
  const { client, account, timeoutMs } = session;
  const desk = deskControl(client, account).within(timeoutMs);
  const { egress } = wish;
  if (change.kind === 'start-desk') {
    await startDesk(client, {
      account,
      egress,
      group: egress,
      mode: change.mode,
      release: null,
      adoptAds: null,
      operator,
    });
  } else if (change.kind === 'stop-desk') await desk.stop(operator);
  else await desk.changeMode(change.mode, operator);
}
