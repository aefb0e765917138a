import { WorkflowNotFoundError } from '@temporalio/client';
import { readSettings } from '../../config/environment/settings-environment.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import { registerSearchAttributes } from '../../client/index.ts';
import { note, type CommandContext, type Environment } from '../kit/command-context.ts';
import type { TemporalSession } from './temporal-session.ts';

/** True when a workflow with this id runs now. */
export async function runsAlready(session: TemporalSession, workflowId: string): Promise<boolean> {
  const status = await statusOf(session, workflowId);
  return status === 'RUNNING' || status === 'PAUSED';
}

/** True when the last run of this id has ended by itself. */
export async function hasCompleted(session: TemporalSession, workflowId: string): Promise<boolean> {
  return (await statusOf(session, workflowId)) === 'COMPLETED';
}

/** Null: there is none, or it is forgotten. */
async function statusOf({ client }: TemporalSession, workflowId: string): Promise<string | null> {
  try {
    const { status } = await client.workflow.getHandle(workflowId).describe();
    return status.name;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

/** A workflow that writes a search attribute unknown to its namespace fails forever, so they are registered first. */
export async function prepareNamespace(context: CommandContext, { client }: TemporalSession): Promise<void> {
  try {
    await registerSearchAttributes(client);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    note(context, `warning: search attributes not registered (${reason}): an operator of the namespace must do it`);
  }
}

/** Returns the settings that this environment overrides, for starting a workflow; nothing without any. */
export function settingsPart(env: Environment): { settings?: Partial<DeskSettings> } {
  const settings = readSettings(env);
  return Object.keys(settings).length === 0 ? {} : { settings };
}
