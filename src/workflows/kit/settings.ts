import type { DeskSettings } from '../../domain/settings.ts';
import { reads } from './activity-proxies.ts';

/**
 * The settings of a run: those of its input, else the worker's. They stand in the history, so that a default or a
 * variable that changes never changes a replay, and a workflow that was started from code waits as long as one that the
 * command line started. A continue-as-new asks again.
 */
export function settingsOf(account: string, given: DeskSettings | undefined): Promise<DeskSettings> {
  return given === undefined ? reads(account, 'Reading the settings').readSettings() : Promise.resolve(given);
}
