import type { DeskSettings } from '../../domain/settings.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Answers workflows of an account from its worker's configuration. */
export function createSettingsActivities({ settings }: ActivityDependencies) {
  return {
    /** The worker's settings: a workflow that was started without any records them in its history. */
    readSettings: async (): Promise<DeskSettings> => settings,
  };
}
