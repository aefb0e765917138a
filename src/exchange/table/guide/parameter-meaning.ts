import { adMeanings, adMeaningsByOperation } from './ad-meanings.ts';
import type { Meanings, MeaningsByOperation } from './meaning-table.ts';
import { otherMeanings, otherMeaningsByOperation } from './other-meanings.ts';

const general: Meanings = { ...adMeanings, ...otherMeanings };
const special: MeaningsByOperation = { ...adMeaningsByOperation, ...otherMeaningsByOperation };

/** Every name and operation that has a meaning of its own, so that a test can find what nobody asks for any more. */
export const knownMeanings = { general, special } as const;

/**
 * Takes the names of an operation and of one of its parameters and gives what a value means, with its unit and the
 * values that it may have; null when nobody wrote it down. Only people ask: no call ever comes here.
 */
export function parameterMeaning(operation: string, parameter: string): string | null {
  return special[operation]?.[parameter] ?? general[parameter] ?? null;
}
