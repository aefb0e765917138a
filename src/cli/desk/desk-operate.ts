import { z } from 'zod';
import { WorkflowNotFoundError } from '@temporalio/client';
import { adControl, deskControl, listWorkflows } from '../../client/index.ts';
import type { DeskControl, DeskView, Operator } from '../../client/index.ts';
import { print } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandCall, CommandRun } from '../command-spec.ts';
import { misuse } from '../cli-failure.ts';
import { operatorOf } from '../effective-environment.ts';
import { flagValue, operatorShape, readArgument, readOptions, sessionShape, textValue } from '../option-values.ts';
import { ask, withTemporal } from '../temporal-session.ts';
import type { SessionWish, TemporalSession } from '../temporal-session.ts';
import { deskLine } from './desk-text.ts';

const stopSchema = z.object({ ...sessionShape, ...operatorShape, withAds: flagValue });
const switchSchema = z.object({ ...sessionShape, by: textValue.optional(), reason: textValue.optional() });
const switchNames = ['all', 'releases', 'repricing'] as const;
const switchName = z.enum(switchNames, `must be one of ${switchNames.join(', ')}`).default('all');

/** `peerdesk desk stop`: no more intake; what runs goes on, with --with-ads the orders alone. */
export const deskStop: CommandRun = async (call, context) => {
  const options = readOptions(stopSchema, call);
  const operator = operatorOf(options, context.env);
  await withTemporal(context, options, async (session) => {
    const control = deskControl(session.client, session.account);
    const view = await ask(session, control.workflowId, () => control.stop(operator));
    const stoppedAds = options.withAds ? await stopAds(session, operator) : [];
    const ads = options.withAds ? `; ads stopped: ${stoppedAds.length === 0 ? 'none' : stoppedAds.join(', ')}` : '';
    print(context, { json: options.json, data: { ...view, stoppedAds }, text: () => deskLine(view) + ads });
  });
  return undefined;
};

/** Stops every ad of the account that runs; gives their numbers. One that ended meanwhile is none of them. */
async function stopAds({ client, account }: TemporalSession, operator: Operator): Promise<string[]> {
  const stopped: string[] = [];
  for (const { subject } of await listWorkflows(client, { type: 'adMaintenance', account, running: true })) {
    try {
      await adControl(client, account, subject).stop(operator);
      stopped.push(subject);
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  }
  return stopped;
}

/** `peerdesk desk kill`: throws a kill switch. */
export const deskKill: CommandRun = async (call, context) => {
  const options = readOptions(switchSchema, call);
  const { reason } = options;
  if (reason === undefined) throw misuse('--reason is missing: say why, it stands in the history');
  await turnSwitch({ call, context, options }, { thrown: true, reason });
  return undefined;
};

/** `peerdesk desk open`: opens a kill switch again. */
export const deskOpen: CommandRun = async (call, context) => {
  const options = readOptions(switchSchema, call);
  await turnSwitch({ call, context, options }, { thrown: false, reason: options.reason ?? 'opened again' });
  return undefined;
};

interface SwitchCall {
  call: CommandCall;
  context: CommandContext;
  options: z.output<typeof switchSchema>;
}

async function turnSwitch(
  { call, context, options }: SwitchCall,
  turn: { thrown: boolean; reason: string },
): Promise<void> {
  const name = readArgument(switchName, call, { index: 0, name: 'the switch' });
  const { by } = operatorOf(options, context.env);
  await commandDesk(context, options, (control) => control.killSwitch({ name, by, ...turn }));
}

async function commandDesk(
  context: CommandContext,
  options: SessionWish & { json: boolean },
  command: (control: DeskControl) => Promise<DeskView>,
): Promise<void> {
  await withTemporal(context, options, async (session) => {
    const control = deskControl(session.client, session.account);
    const view = await ask(session, control.workflowId, () => command(control));
    print(context, { json: options.json, data: view, text: () => deskLine(view) });
  });
}
