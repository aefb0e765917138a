import { WorkflowNotFoundError } from '@temporalio/client';
import { z } from 'zod';
import { deskControl, egressControl } from '../../client/index.ts';
import type { EgressView } from '../../client/index.ts';
import { note, print } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandRun } from '../command-spec.ts';
import { readOptions, sessionShape } from '../option-values.ts';
import { ask, withTemporal } from '../temporal-session.ts';
import type { TemporalSession } from '../temporal-session.ts';
import { deskText } from './desk-text.ts';

const schema = z.object(sessionShape);
const egressLimitMs = 3_000;

/** `peerdesk desk show`: the state of an account's desk, and of the address that its calls leave from. */
export const deskShow: CommandRun = async (call, context) => {
  const options = readOptions(schema, call);
  await withTemporal(context, options, async (session) => {
    const control = deskControl(session.client, session.account);
    const view = await ask(session, control.workflowId, () => control.state());
    const egress = await egressOf(context, session);
    print(context, { json: options.json, data: { ...view, egress }, text: () => deskText(view, egress) });
  });
  return undefined;
};

/** The egress, best effort: the desk is what was asked for. It has no workflow before its first trouble. */
async function egressOf({ env, ...context }: CommandContext, { client }: TemporalSession): Promise<EgressView | null> {
  const control = egressControl(client, env['PEERDESK_EGRESS'] ?? 'default');
  try {
    return await client.withDeadline(Date.now() + egressLimitMs, () => control.state());
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError))
      note({ env, ...context }, 'the egress did not answer: bans are not shown');
    return null;
  }
}
