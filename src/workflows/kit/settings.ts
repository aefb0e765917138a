import type { DeskSettings } from '../../domain/settings.ts';
import { reads } from './activity-proxies.ts';

/**
 * Returns the settings of a run: those of its input, else the worker's. They are recorded in the history, so that a
 * changed default or variable never changes a replay, and a workflow that was started from code waits as long as one
 * from the command line. A continue-as-new asks again.
 */
export function settingsOf(given: DeskSettings | undefined): Promise<DeskSettings> {
  return given === undefined ? reads('Reading the settings').readSettings() : Promise.resolve(given);
}
