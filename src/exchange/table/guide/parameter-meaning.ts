import { adMeanings, adMeaningsByOperation } from './ad-meanings.ts';
import type { Meanings, MeaningsByOperation } from './meaning-table.ts';
import { otherMeanings, otherMeaningsByOperation } from './other-meanings.ts';

const general: Meanings = { ...adMeanings, ...otherMeanings };
const special: MeaningsByOperation = { ...adMeaningsByOperation, ...otherMeaningsByOperation };

/** Every documented name and operation, so that a test can find unused ones. */
export const knownMeanings = { general, special } as const;

/**
 * Returns the meaning of a parameter, with its unit and possible values, or null. For people only: no call ever needs
 * it.
 */
export function parameterMeaning(operation: string, parameter: string): string | null {
  return special[operation]?.[parameter] ?? general[parameter] ?? null;
}
