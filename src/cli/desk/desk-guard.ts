import { setTimeout as delay } from 'node:timers/promises';
import { WorkflowNotFoundError } from '@temporalio/client';
import { z } from 'zod';
import { guardControl, type GuardControl, type GuardView } from '../../client/index.ts';
import { switchNames, thrownBy, type SwitchName } from '../../domain/guard/guard-memory.ts';
import { CliFailure } from '../cli-failure.ts';
import { print, type CommandContext } from '../command-context.ts';
import type { CommandCall, CommandRun } from '../command-spec.ts';
import { operatorOf } from '../effective-environment.ts';
import { ExitCode } from '../exit-code.ts';
import { operatorShape, readArgument, readOptions, sessionShape, textValue } from '../option-values.ts';
import { isServed, withTemporal, workerMissing, type TemporalSession } from '../temporal-session.ts';
import { switchLine, thrownSwitches } from './desk-text.ts';

const switchSchema = z.object({ ...sessionShape, by: textValue.optional(), reason: textValue.optional() });
const switchName = z.enum(switchNames, `must be one of ${switchNames.join(', ')}`).default('all');
const listSchema = z.object({ ...sessionShape, ...operatorShape });
const counterpartyValue = textValue.max(80, 'must be at most 80 characters');

/** How long to wait until a switch is visible; it is recorded anyway. */
const confirmBoundMs = 2_000;
const lookEveryMs = 100;

/** `peerdesk desk kill`: engages a kill switch; needs neither a desk nor a worker. */
export const deskKill: CommandRun = (call, context) => turnSwitch(call, context, true);
/** `peerdesk desk open`: opens a kill switch again. */
export const deskOpen: CommandRun = (call, context) => turnSwitch(call, context, false);

async function turnSwitch(call: CommandCall, context: CommandContext, thrown: boolean): Promise<undefined> {
  const options = readOptions(switchSchema, call);
  const name = readArgument(switchName, call, { index: 0, name: 'the switch' });
  const { by } = operatorOf(options, context.env);
  const reason = options.reason ?? (thrown ? 'no reason given' : 'lifted again');
  await withTemporal(context, options, async (session) => {
    const guard = guardControl(session.client, session.account, { group: await session.group() });
    const isKnown = await hasGuard(session, guard.workflowId);
    await guard.sendKillSwitch({ name, thrown, by, reason });
    const view = await seenSwitch(session, { name, thrown });
    const served = view !== null || (await isServed(session));
    const { account } = session;
    const data = { account, name, thrown, confirmed: view !== null, switches: view?.switches ?? null };
    print(context, {
      json: options.json,
      data,
      text: () => switchText({ name, thrown }, view, { account, served, isKnown }),
    });
  });
  return undefined;
}

/** An account has a guard since its first worker: without one its name may be mistyped. */
async function hasGuard({ client }: TemporalSession, workflowId: string): Promise<boolean> {
  try {
    await client.workflow.getHandle(workflowId).describe();
    return true;
  } catch (error) {
    return !(error instanceof WorkflowNotFoundError);
  }
}

interface Turn {
  name: SwitchName;
  thrown: boolean;
}

/** Returns the guard once it shows the switch; null when it does not within the bound. */
async function seenSwitch({ client, account }: TemporalSession, { name, thrown }: Turn): Promise<GuardView | null> {
  const guard = guardControl(client, account);
  const endMs = Date.now() + confirmBoundMs;
  while (Date.now() < endMs) {
    const view = await client.withDeadline(endMs, () => guard.state()).catch(() => null);
    if (view !== null && (thrownBy(view.switches, name) !== null) === thrown) return view;
    await delay(lookEveryMs);
  }
  return null;
}

function switchText(
  { name, thrown }: Turn,
  view: GuardView | null,
  { account, served, isKnown }: { account: string; served: boolean; isKnown: boolean },
): string {
  if (view === null) {
    const done = thrown ? 'engaged: it holds' : 'noted: it is lifted';
    const ever = isKnown ? '' : ' and none ever has: is its name right?';
    const why = served ? 'the guard has not answered yet' : `no worker serves account ${account} now${ever}`;
    return `kill switch ${name} ${done} as soon as a worker runs; ${why}`;
  }
  const shut = thrownSwitches(view).map(([other]) => other);
  const rest =
    thrown || shut.length === 0
      ? ''
      : `; ${shut.map((other) => `\`peerdesk desk open ${other}\``).join(', ')} lifts the rest`;
  const ads = name === 'ads' && !thrown ? '; the ads stay offline: `peerdesk ad online --all` puts them back' : '';
  return `${switchLine(view)}${ads}${rest}`;
}

/** `peerdesk desk block`: never release to this counterparty. */
export const deskBlock: CommandRun = (call, context) => changeBlockList(call, context, 'block');
/** `peerdesk desk unblock`: removes a counterparty from the block list. */
export const deskUnblock: CommandRun = (call, context) => changeBlockList(call, context, 'unblock');

async function changeBlockList(
  call: CommandCall,
  context: CommandContext,
  change: 'block' | 'unblock',
): Promise<undefined> {
  const options = readOptions(listSchema, call);
  const counterparty = readArgument(counterpartyValue, call, { index: 0, name: 'the counterparty' });
  const operator = operatorOf(options, context.env);
  await withTemporal(context, options, async (session) => {
    if (!(await isServed(session))) throw workerMissing(session.account);
    const guard = guardControl(session.client, session.account, { group: await session.group() }).within(
      session.timeoutMs,
    );
    if (change === 'unblock') await refuseUnblocked(guard, counterparty);
    const view = await guard[change](counterparty, operator);
    const { account, blocked } = view;
    const text = () => `account ${account}: ${counterparty} ${change}ed, ${blocked.length} on the block list`;
    print(context, { json: options.json, data: { account, blocked }, text });
  });
  return undefined;
}

/** A mistyped counterparty must not look unblocked. */
async function refuseUnblocked(guard: GuardControl, counterparty: string): Promise<void> {
  const { account, blocked } = await guard.state();
  if (blocked.includes(counterparty)) return;
  const list = blocked.length === 0 ? 'which is empty' : `which has ${blocked.join(', ')}`;
  throw new CliFailure(ExitCode.NOT_FOUND, `${counterparty} is not on the block list of account ${account}, ${list}`);
}
