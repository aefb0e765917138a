import type { OnceTrouble } from '../../domain/failures/once-trouble.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import { reads, timelyReads, type OrderReads } from './activity-proxies.ts';
import { hasRunOut } from './failure-facts.ts';
import type { TroubleWatch } from './trouble.ts';

/** What a patient read needs of the run that it belongs to. */
interface PatientRun {
  readonly troubles: TroubleWatch<OnceTrouble>;
  settings: DeskSettings;
}

/** Runs a read. One that lasts is shown on the page, asks a human, and continues as a pending retry. */
export async function readPatiently<T>(
  { troubles, settings }: PatientRun,
  summary: string,
  read: (activities: OrderReads) => Promise<T>,
): Promise<T> {
  try {
    return await read(timelyReads(summary, { turn: 'ordinary', settings }));
  } catch (error) {
    if (!hasRunOut(error)) throw error;
    troubles.noteUrgent('reading', { code: 'unanswered', message: error.cause?.message ?? 'no answer' });
  }
  const answer = await read(reads(summary));
  troubles.clear('reading');
  return answer;
}
