import { basename } from 'node:path';
import { deskSettingsSchema } from '../../domain/settings.ts';
import type { AccountConfig, EgressConfig } from '../egress-config.ts';
import { readProcessConsents } from '../environment/process-consents.ts';
import { readRegisterPlace } from '../environment/register-environment.ts';
import { ConfigurationError, type Environment } from '../environment/service-environment.ts';
import { readSettings, setVariable } from '../environment/settings-environment.ts';
import { readAccountConfig } from '../environment/worker-environment.ts';
import { domainTable } from './domain-section.ts';
import { fileAccounts, usedEgresses, type FileAccount } from './file-accounts.ts';
import { completedEnvironment, processVariables, variablesOfAccount, type FileVariable } from './file-variables.ts';
import { inFile } from './file-words.ts';
import type { LoadedFile } from './load-file.ts';
import { accountVariables } from './variable-rows.ts';

/** Which of the file's processes this one is. */
interface ProcessWish {
  env: Environment;
  /** The outgoing address; undefined: the only one that has accounts. */
  egress?: string | undefined;
}

/** The file has no account behind this outgoing address. */
export class EgressWithoutAccounts extends ConfigurationError {}

/** Returns what a process of the file serves: all accounts behind an outgoing address. Throws ConfigurationError. */
export function readFileEgress(loaded: LoadedFile, { env, egress: wanted }: ProcessWish): EgressConfig {
  const egress = chosenEgress(loaded, wanted ?? env['PEERDESK_EGRESS']);
  const behind = fileAccounts(loaded.file).filter((account) => account.egress === egress);
  refuseStrayVariables(behind, env);
  const [first, ...others] = behind.map((account) => readFileAccount(loaded, account, env));
  if (first === undefined)
    throw new ConfigurationError(`no account of ${basename(loaded.path)} is behind egress ${egress}`);
  const variables = processVariables(loaded.file, { folder: loaded.folder, env });
  const ofProcess = completedEnvironment(env, variables);
  const accounts: EgressConfig['accounts'] = [first, ...others];
  const { ip_weight_per_minute = null, processes = 1 } = loaded.file.egress?.[egress] ?? {};
  return {
    egress,
    group: egress,
    accounts,
    ...readProcessConsents(ofProcess),
    register: inFile(() => readRegisterPlace(ofProcess, accounts), {
      loaded,
      variables,
      account: first.account,
      ownEnv: env,
    }),
    settings: processSettings(loaded, env),
    ipWeightPerMinute: ip_weight_per_minute,
    processes,
  };
}

function chosenEgress({ file, path }: LoadedFile, wanted = ''): string {
  const known = usedEgresses(file);
  const [only, ...others] = known;
  if (wanted !== '') {
    if (known.includes(wanted)) return wanted;
    throw new EgressWithoutAccounts(
      `${basename(path)} has no account behind egress ${wanted}: give one of ${known.join(', ')}`,
    );
  }
  if (only !== undefined && others.length === 0) return only;
  throw new ConfigurationError(`${basename(path)} has several egresses: give --egress ${known.join(' or --egress ')}`);
}

/** Returns the configuration of an account of the file, the environment over it. Throws ConfigurationError. */
export function readFileAccount(loaded: LoadedFile, account: FileAccount, env: Environment): AccountConfig {
  const completed = accountEnvironment(loaded, account, env);
  const variables = variablesOf(loaded, account, env);
  return inFile(() => readAccountConfig(completed), { loaded, variables, account: account.account, ownEnv: env });
}

/**
 * Returns the environment of an account: what is set, and what the file says where nothing is. The account is the
 * file's: the variable chooses one for commands. Throws ConfigurationError.
 */
export function accountEnvironment(loaded: LoadedFile, account: FileAccount, env: Environment): Environment {
  const variables = variablesOf(loaded, account, env);
  refuseMixedService(account, { env, variables, path: loaded.path });
  const { PEERDESK_ACCOUNT: _account, PEERDESK_EGRESS: _egress, ...others } = env;
  return completedEnvironment(others, variables);
}

function variablesOf({ file, folder }: LoadedFile, account: FileAccount, env: Environment): FileVariable[] {
  const context = { folder, env };
  return [...variablesOfAccount({ file, account }, context), ...processVariables(file, context)];
}

/** Of several accounts none may get what was meant for another. */
function refuseStrayVariables(behind: readonly FileAccount[], env: Environment): void {
  const stray = accountVariables.find((name) => (env[name] ?? '') !== '');
  if (behind.length < 2 || stray === undefined) return;
  const names = behind.map(({ account }) => account).join(' and ');
  throw new ConfigurationError(`${stray} is one account's, and this process serves ${names}: write it into the file`);
}

const serviceNames = ['PEERDESK_BASE_URL', 'PEERDESK_API_KEY', 'PEERDESK_API_SECRET'] as const;

/** Keys of one service must not go to another: all three come from the environment, or all from the file. */
function refuseMixedService(
  { account }: FileAccount,
  { env, variables, path }: { env: Environment; variables: readonly FileVariable[]; path: string },
): void {
  const given = serviceNames.filter((name) => setVariable(name, env) !== null);
  const fromFile = serviceNames.filter(
    (name) =>
      !given.includes(name) && variables.some(({ variable }) => variable === name || variable === `${name}_FILE`),
  );
  if (given.length === 0 || fromFile.length === 0) return;
  throw new ConfigurationError(
    `${given.join(', ')} comes from the environment and ${fromFile.join(', ')} of account ${account} from ${basename(path)}: keys of one service must not go to another, so set all three or none`,
  );
}

function processSettings({ file }: LoadedFile, env: Environment): EgressConfig['settings'] {
  return { ...deskSettingsSchema.parse(domainTable(file.settings ?? {})), ...readSettings(env) };
}
