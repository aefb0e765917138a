import { userInfo } from 'node:os';
import type { Operator } from '../workflows/contract/definitions.ts';
import { misuse } from './cli-failure.ts';
import type { Environment } from './command-context.ts';
import { findRunningDemo, type RunningDemo } from './up/running-demo.ts';

const serviceVariables = ['PEERDESK_BASE_URL', 'PEERDESK_API_KEY', 'PEERDESK_API_SECRET'] as const;
const fallbackAccount = 'main';

/**
 * The environment with what it leaves open filled in from the demo that runs. All or nothing: real keys never go to the
 * demo's address, nor the demo's keys to a real one.
 */
export function serviceEnvironment(env: Environment, demo: RunningDemo | null = findRunningDemo()): Environment {
  if (demo === null || namesService(env)) return env;
  return {
    ...env,
    PEERDESK_BASE_URL: demo.baseUrl,
    PEERDESK_API_KEY: demo.apiKey,
    PEERDESK_API_SECRET: demo.apiSecret,
    PEERDESK_ACCOUNT: env['PEERDESK_ACCOUNT'] ?? demo.account,
  };
}

/** True when the environment names a service or its keys itself. */
export function namesService(env: Environment): boolean {
  return serviceVariables.some((name) => isSet(env[name]) || isSet(env[`${name}_FILE`]));
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';

/** The account of a command: its option, else PEERDESK_ACCOUNT, else the running demo's, else main. */
export function accountOf(option: string | undefined, env: Environment): string {
  return option ?? env['PEERDESK_ACCOUNT'] ?? findRunningDemo()?.account ?? fallbackAccount;
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A user id without an entry in the system's list, as containers have them.
    throw misuse('it is not known who you are: give --by NAME, it stands in the history');
  }
}

/** Who acts and why: the options, else the name of the operating system's user. */
export function operatorOf(
  options: { by?: string | undefined; note?: string | undefined },
  env: Environment,
): Operator {
  const by = options.by ?? env['USER'] ?? env['LOGNAME'] ?? systemUser();
  return options.note === undefined ? { by } : { by, note: options.note };
}
