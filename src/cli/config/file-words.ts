import { inKeys, variablesIn } from '../../config/file/variable-rows.ts';
import type { Environment } from '../kit/command-context.ts';

/** Where a configuration file completed the environment of a command. */
export interface FileSurroundings {
  account: string;
  /** What the environment sets by itself. */
  ownEnv: Environment;
}

/**
 * Returns a message that names the keys of the configuration file instead of the variables that say the same. What the
 * environment sets by itself stands over the file: there the variable is what has to change.
 */
export function inFileWords(text: string, { account, ownEnv }: FileSurroundings): string {
  const isOwn = (name: string): boolean => [name, `${name}_FILE`].some((one) => (ownEnv[one] ?? '') !== '');
  return variablesIn(text).some(isOwn) ? text : inKeys(text, account);
}
