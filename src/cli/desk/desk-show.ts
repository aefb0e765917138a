import { WorkflowNotFoundError } from '@temporalio/client';
import { z } from 'zod';
import { deskControl, egressControl, endOf, guardControl, leadControl } from '../../client/index.ts';
import { note, print, type CommandContext } from '../command-context.ts';
import type { CommandRun } from '../command-spec.ts';
import { noteWebUi } from '../list/web-ui-link.ts';
import { readOptions, sessionShape } from '../option-values.ts';
import { ask, withTemporal, type TemporalSession } from '../temporal-session.ts';
import { deskText, type DeskSurroundings } from './desk-text.ts';

const schema = z.object(sessionShape);
const besideLimitMs = 3_000;

/** `peerdesk desk show`: the state of an account's desk, its switches, and its outgoing address. */
export const deskShow: CommandRun = async (call, context) => {
  const options = readOptions(schema, call);
  await withTemporal(context, options, async (session) => {
    const control = deskControl(session.client, session.account).within(session.timeoutMs);
    const view = await ask(session, control.workflowId, () => control.state());
    const around = await surroundings(context, session);
    print(context, { json: options.json, data: { ...view, ...around }, text: () => deskText(view, around) });
    if (!options.json)
      noteWebUi(context, session, `PeerdeskAccount = '${session.account}' AND ExecutionStatus = 'Running'`);
  });
  return undefined;
};

/** What surrounds the desk, best effort: the desk itself was requested. */
async function surroundings(
  context: CommandContext,
  { client, account, group }: TemporalSession,
): Promise<DeskSurroundings> {
  const desk = deskControl(client, account);
  const beside = <T>(what: string, read: () => Promise<T>): Promise<T | null> =>
    client.withDeadline(Date.now() + besideLimitMs, () => unlessAway(context, what, read));
  const end = await endOf(client, desk.workflowId);
  const [lookedAtMs, guard, egress, lead] = await Promise.all([
    end === null ? beside('the intake', () => desk.lookedAtMs()) : null,
    beside('the guard', () => guardControl(client, account).state()),
    beside('the egress', () => egressControl(client, context.env['PEERDESK_EGRESS'] ?? 'default').state()),
    beside('the lead', async () => leadControl(client, await group()).processes()),
  ]);
  return { end, lookedAtMs, guard, egress, lead };
}

/** An address has no workflow before its first trouble, an account no guard before its first worker. */
async function unlessAway<T>(context: CommandContext, what: string, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) note(context, `${what} did not answer and is not shown`);
    return null;
  }
}
