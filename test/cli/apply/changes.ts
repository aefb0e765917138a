import type { TomlTable } from '../../../src/config/file/key-names.ts';

/** One key of the file changed: two values of it, and what each way does, in the order of the lines. */
export interface KeyChange {
  key: string;
  /** Where its values stand in the usual file; absent: at the key, in the first table of its kind. */
  at?: string;
  from: unknown;
  to: unknown;
  /** The beginning or a part of each line that the change from the first value to the second one prints, with all its marks. */
  there: readonly string[];
  /** The other way round; absent: the same. */
  back?: readonly string[];
  /** What the change needs besides, the same on both sides: values at their paths. */
  beside?: TomlTable;
}

/** Returns where a key stands in the usual file. */
export function placeOf({ key, at }: KeyChange): string {
  if (at !== undefined) return at;
  const names: Record<string, string> = {
    egress: 'home',
    account: 'main',
    rules: 'tight',
    ads: '11',
    payments: 'bank',
    greetings: 'hello',
  };
  return key.replace('*', names[key.split('.')[0] ?? ''] ?? '');
}

export const none: readonly string[] = [];

/** The line of an account that its worker drops and serves again. */
export const begins = (...parts: string[]): string[] => [`change main: ${parts.join(', ')}; it begins again`];

/** A line of what waits for consent. */
export const held = (text: string): string => `HELD ${text}`;
