import { setTimeout as delay } from 'node:timers/promises';
import { WorkflowNotFoundError } from '@temporalio/client';
import { z } from 'zod';
import { guardControl, type GuardView } from '../../client/index.ts';
import { switchesOfStep } from '../../domain/guard/permit.ts';
import { switchNames, thrownBy, type SwitchName } from '../../domain/guard/guard-memory.ts';
import { onceStepNames } from '../../domain/once-steps.ts';
import { restrictionsOfGuard, switchEntry } from '../../domain/guard/restriction.ts';
import { speakerOf, type Sign } from '../approver/sign-word.ts';
import { nextApply, type NextApply } from '../apply/next-apply.ts';
import { refusal } from '../kit/cli-failure.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { operatorOf } from '../session/effective-environment.ts';
import type { ExitCode } from '../kit/exit-code.ts';
import { keptAlone, type Away, unlessAway } from '../register/alone.ts';
import { restrictHere, type FoundRegister, withFoundRegister } from '../register/found-register.ts';
import { keepingCode, keepingOf, keepingText, stillHeldText, type Keeping } from '../register/keeping.ts';
import { loosen } from '../register/loosening.ts';
import { isServed, type TemporalSession, withTemporal } from '../session/temporal-session.ts';
import { switchLine } from './desk-text.ts';
import { readArgument, readOptions } from '../kit/option-values.ts';
import { deskKillOptions, deskOpenOptions } from '../options/desk-options.ts';

const switchName = z.enum(switchNames, `must be one of ${switchNames.join(', ')}`).default('all');

/** How long to wait until a switch is visible; it is recorded anyway. */
const confirmBoundMs = 2_000;
const lookEveryMs = 100;

interface Turn {
  name: SwitchName;
  thrown: boolean;
  by: string;
  reason: string;
}

/**
 * `peerdesk desk kill`: engages a kill switch, in the register first and then at the guard; needs neither a desk nor a
 * worker. It answers when no call that was armed before can still leave.
 */
export const deskKill: CommandRun = async (call, context) => {
  const options = readOptions(deskKillOptions, call);
  const name = readArgument(switchName, call, { index: 0, name: 'the switch' });
  const { by } = operatorOf(options, context.env);
  const turn = { name, thrown: true, by, reason: options.reason ?? 'no reason given' };
  const { json } = options;
  return await unlessAway(context, options, {
    here: (session) => withFoundRegister(context, session, (found) => kill({ context, session, json }, turn, found)),
    alone: (away) => killAlone({ context, json }, turn, away),
  });
};

interface SwitchCall {
  context: CommandContext;
  session: TemporalSession;
  json: boolean;
}

async function kill(call: SwitchCall, turn: Turn, before: FoundRegister): Promise<ExitCode> {
  const { session } = call;
  const { name, by, reason } = turn;
  const found = await restrictHere(before, [entryOf(turn)], by);
  const guard = guardControl(session.client, session.account, { group: await session.group() });
  const standing = await standingOf(session, guard.workflowId);
  await guard.sendKillSwitch({ name, thrown: true, by, reason });
  const view = await seenSwitch(session, turn);
  const keeping = await keepingOf({ found, session, view, steps: stepsOf(turn) });
  const next = await nextOf(call, turn);
  printTurn(call, turn, { view, standing, keeping, end: keepingText(keeping), next });
  return keepingCode(keeping);
}

const entryOf = ({ name, by, reason }: Turn) => switchEntry(name, { by, reason, atMs: Date.now() });

const stepsOf = ({ name }: Turn) => onceStepNames.filter((step) => switchesOfStep[step].includes(name));

/** Without Temporal no guard permits anything, and the switch holds once it is back. */
async function killAlone({ context, json }: Omit<SwitchCall, 'session'>, turn: Turn, away: Away): Promise<ExitCode> {
  const { account } = away;
  const { name, by } = turn;
  const write = (found: FoundRegister) => restrictHere(found, [entryOf(turn)], by);
  const keeping = await keptAlone(context, away, { write, steps: stepsOf(turn), unaware: 'the guard' });
  const { mayHaveLeft } = keeping;
  const next = await nextApply(context, { account }, { kind: 'switch', name, thrown: true });
  const ads =
    name === 'ads' ? '; the ads go off the market once a worker runs: until then take them off in the app' : '';
  const kept = { kept: true, atTemporal: false, mayHaveLeft };
  const data = { account, name, thrown: true, confirmed: false, ...kept, switches: null, ...next.data };
  const text = () => `account ${account}: kill switch ${name} engaged by ${by}${keepingText(keeping)}${ads}${next.end}`;
  print(context, { json, data, text });
  return keepingCode(keeping);
}

/**
 * `peerdesk desk open`: lifts a kill switch, in the register as it stands now and then at the guard. Without the register
 * the guard alone is changed.
 */
export const deskOpen: CommandRun = async (call, context) => {
  const options = readOptions(deskOpenOptions, call);
  const name = readArgument(switchName, call, { index: 0, name: 'the switch' });
  const { operator, sign } = speakerOf(options, context);
  const turn = { name, thrown: false, by: operator.by, reason: options.reason ?? 'lifted again' };
  return await withTemporal(context, options, (session) =>
    withFoundRegister(context, session, async (found) => {
      return await open({ context, session, json: options.json }, turn, { found, sign });
    }),
  );
};

async function open(
  call: SwitchCall,
  turn: Turn,
  { found, sign }: { found: FoundRegister; sign: Sign | null },
): Promise<ExitCode> {
  const { session } = call;
  const { name, by, reason } = turn;
  const guard = guardControl(session.client, session.account, { group: await session.group() });
  const standing = await standingOf(session, guard.workflowId);
  const stays = (why: string) => refusal(`kill switch ${name} stays engaged: ${why}`);
  const gone = [{ kind: 'switch', key: name }] as const;
  const before = standing.served ? await answerOf(session) : null;
  const settle = await loosen(found, {
    gone,
    revision: null,
    atGuard: before === null ? [] : restrictionsOfGuard(before),
    by,
    sign,
    stays,
  });
  await guard.sendKillSwitch({ name, thrown: false, by, reason });
  const view = await seenSwitch(session, turn);
  await settle();
  const isKept = found.keeper !== null;
  const keeping = { isKept, text: isKept ? 'lifted in the register' : '', mayHaveLeft: [] };
  const end = isKept ? '' : `; ${stillHeldText(found, 'desk open')}`;
  printTurn(call, turn, { view, standing, keeping, end, next: await nextOf(call, turn) });
  return keepingCode(keeping);
}

/** What is known of the account at Temporal. */
interface Standing {
  served: boolean;
  /** An account has a guard since its first worker: without one its name may be mistyped. */
  isKnown: boolean;
}

async function standingOf(session: TemporalSession, workflowId: string): Promise<Standing> {
  const served = await isServed(session);
  try {
    await session.client.workflow.getHandle(workflowId).describe();
    return { served, isKnown: true };
  } catch (error) {
    return { served, isKnown: !(error instanceof WorkflowNotFoundError) };
  }
}

/** Returns the guard once it shows the switch; null when it does not within the bound. */
async function seenSwitch({ client, account }: TemporalSession, { name, thrown }: Turn): Promise<GuardView | null> {
  const endMs = Date.now() + confirmBoundMs;
  while (Date.now() < endMs) {
    const view = await answerOf({ client, account }, endMs);
    if (view !== null && (thrownBy(view.switches, name) !== null) === thrown) return view;
    await delay(lookEveryMs);
  }
  return null;
}

/** Returns the guard; null: it does not answer by then. */
function answerOf(
  { client, account }: Pick<TemporalSession, 'client' | 'account'>,
  endMs = Date.now() + confirmBoundMs,
): Promise<GuardView | null> {
  return client.withDeadline(endMs, () => guardControl(client, account).state()).catch(() => null);
}

interface TurnEnd {
  view: GuardView | null;
  standing: Standing;
  keeping: Keeping;
  /** What the line ends with. */
  end: string;
  next: NextApply;
}

const nextOf = ({ context, session }: SwitchCall, { name, thrown }: Turn): Promise<NextApply> =>
  nextApply(context, session, { kind: 'switch', name, thrown });

function printTurn(
  { context, session, json }: SwitchCall,
  turn: Turn,
  { view, standing, keeping, end, next }: TurnEnd,
): void {
  const { account } = session;
  const { name, thrown } = turn;
  const { isKept, mayHaveLeft } = keeping;
  const data = {
    account,
    name,
    thrown,
    confirmed: view !== null,
    kept: isKept,
    atTemporal: true,
    mayHaveLeft,
    switches: view?.switches ?? null,
    ...next.data,
  };
  print(context, { json, data, text: () => `${switchText(turn, view, { account, ...standing })}${end}${next.end}` });
}

function switchText(
  { name, thrown }: Turn,
  view: GuardView | null,
  { account, served, isKnown }: Standing & { account: string },
): string {
  if (view === null) {
    const done = thrown ? 'engaged: it holds' : 'noted: it is lifted';
    const ever = isKnown ? '' : ' and none ever has: is its name right?';
    const why = served ? 'the guard has not answered yet' : `no worker serves account ${account} now${ever}`;
    return `kill switch ${name} ${done} as soon as a worker runs; ${why}`;
  }
  const ads = name === 'ads' && !thrown ? '; the ads stay offline: `peerdesk ad online` puts them back' : '';
  return `${switchLine(view)}${ads}`;
}
