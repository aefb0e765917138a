import { userInfo } from 'node:os';
import type { Operator } from '../../workflows/contract/definitions.ts';
import { misspeltVariables } from './known-variables.ts';
import { misuse } from '../kit/cli-failure.ts';
import { note, type CommandContext, type Environment } from '../kit/command-context.ts';
import { findRunningDemo, type RunningDemo } from '../up/running-demo.ts';

const serviceVariables = ['PEERDESK_BASE_URL', 'PEERDESK_API_KEY', 'PEERDESK_API_SECRET'] as const;
const fallbackAccount = 'main';

/**
 * Returns the environment, completed from the running demo. All or nothing: real keys never go to the demo's address,
 * nor the demo's keys to a real one.
 */
export function serviceEnvironment(env: Environment, demo: RunningDemo | null = findRunningDemo()): Environment {
  if (demo === null || namesService(env)) return env;
  return {
    ...env,
    PEERDESK_BASE_URL: demo.baseUrl,
    PEERDESK_API_KEY: demo.apiKey,
    PEERDESK_API_SECRET: demo.apiSecret,
    PEERDESK_ACCOUNT: env['PEERDESK_ACCOUNT'] ?? demo.account,
    // Two workers of one account have one register.
    PEERDESK_STATE_DIR: env['PEERDESK_STATE_DIR'] || demo.stateDir,
  };
}

/** Reports whether the environment names a service or its keys itself. */
export function namesService(env: Environment): boolean {
  return serviceVariables.some((name) => isSet(env[name]) || isSet(env[`${name}_FILE`]));
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';

/** Returns the account of a command: its option, else PEERDESK_ACCOUNT, else the running demo's, else main. */
export function accountOf(option: string | undefined, env: Environment): string {
  return option ?? env['PEERDESK_ACCOUNT'] ?? findRunningDemo()?.account ?? fallbackAccount;
}

/** Returns the name of the system's user; null: a user id without an entry in the system's list, as in containers. */
export function userOf(env: Environment): string | null {
  try {
    return env['USER'] ?? env['LOGNAME'] ?? userInfo().username;
  } catch {
    return null;
  }
}

/** Returns who acts and why: from the options, else the name of the operating system's user. */
export function operatorOf(
  options: { by?: string | undefined; note?: string | undefined },
  env: Environment,
): Operator {
  const by = options.by ?? userOf(env);
  if (by === null) throw misuse('your name is unknown: pass --by NAME, it is recorded in the history');
  return options.note === undefined ? { by } : { by, note: options.note };
}

/** A wish that nothing reads must not look granted: live writes, the way to the merchant. */
export function warnOfMisspelt(context: CommandContext): void {
  for (const text of misspeltTexts(context.env)) note(context, `warning: ${text}`);
}

/** The same as sentences for a log. */
export function misspeltTexts(env: Environment): string[] {
  return misspeltVariables(env).map(({ name, meant }) => `nothing reads ${name}; did you mean ${meant}?`);
}
