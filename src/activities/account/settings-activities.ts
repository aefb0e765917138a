import { ApplicationFailure } from '@temporalio/common';
import { unknownZone, type HoursRule } from '../../domain/hours/hours-rule.ts';
import { openingAt, type Opening } from '../../domain/hours/opening.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Answers workflows of an account from its worker's configuration. */
export function createSettingsActivities({ settings, clock }: ActivityDependencies) {
  return {
    /** The worker's settings: a workflow that was started without any records them in its history. */
    readSettings: async (): Promise<DeskSettings> => settings,

    /** Whether hours are open by this worker's clock; the time zones are those of its machine (ARCHITECTURE#an-ad-beyond-its-place). */
    readOpening: async (hours: HoursRule): Promise<Opening> => {
      const opening = openingAt(hours, clock.now());
      if (opening === null) throw ApplicationFailure.retryable(unknownZone(hours), 'UNKNOWN_TIME_ZONE');
      return opening;
    },
  };
}
