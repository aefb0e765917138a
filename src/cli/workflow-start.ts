import { WorkflowNotFoundError } from '@temporalio/client';
import { readSettings } from '../config/environment/settings-environment.ts';
import type { DeskSettings } from '../domain/settings.ts';
import { registerSearchAttributes } from '../client/index.ts';
import { note, type CommandContext, type Environment } from './command-context.ts';
import type { TemporalSession } from './temporal-session.ts';

/** True when a workflow with this id runs now. */
export async function runsAlready({ client }: TemporalSession, workflowId: string): Promise<boolean> {
  try {
    const { status } = await client.workflow.getHandle(workflowId).describe();
    return status.name === 'RUNNING' || status.name === 'PAUSED';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
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
