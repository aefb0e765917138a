import type { EgressConfig } from '../../config/egress-config.ts';
import { openKeyFiles, type Environment } from '../../config/environment/service-environment.ts';
import { readEgressConfig } from '../../config/environment/worker-environment.ts';
import { fileAccounts } from '../../config/file/file-accounts.ts';
import { accountEnvironment, readFileEgress } from '../../config/file/file-egress.ts';
import { processEnvironment } from '../../config/file/file-variables.ts';
import type { LoadedFile } from '../../config/file/load-file.ts';
import { misuse } from '../kit/cli-failure.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { loadedFile } from '../config/file-context.ts';
import { accountOf, serviceEnvironment } from '../session/effective-environment.ts';

/** What a worker is started with. */
export interface WorkerPlan {
  config: EgressConfig;
  /** The environment of the process: what is set, completed from the file. */
  env: Environment;
  /** Null: variables alone. */
  loaded: LoadedFile | null;
  /** The variables and keys of files that every user of this machine can read. */
  openFiles: readonly string[];
}

/** Which worker a command wants. */
export interface PlanWish {
  account?: string | undefined;
  egress?: string | undefined;
  config?: string | undefined;
}

/** Reads what a worker is to serve: the accounts of the file behind an egress, or the one account of the variables. */
export function readWorkerPlan(wish: PlanWish, context: CommandContext): WorkerPlan {
  const loaded = loadedFile(wish.config, context);
  return loaded === null ? variablePlan(wish, context.env) : filePlan(loaded, wish, context.env);
}

function variablePlan({ account, egress }: PlanWish, env: Environment): WorkerPlan {
  const named = egress === undefined ? env : { ...env, PEERDESK_EGRESS: egress };
  const config = readEgressConfig({ ...serviceEnvironment(named), PEERDESK_ACCOUNT: accountOf(account, named) });
  return { config, env: named, loaded: null, openFiles: openKeyFiles(named) };
}

function filePlan(loaded: LoadedFile, { account, egress }: PlanWish, env: Environment): WorkerPlan {
  if (account !== undefined) {
    throw misuse(
      `--account is for a worker without a file: ${loaded.path} says which accounts an egress serves (--egress)`,
    );
  }
  const config = readFileEgress(loaded, { env, egress });
  const served = config.accounts.map((one) => one.account);
  const openFiles = fileAccounts(loaded.file)
    .filter((one) => served.includes(one.account))
    .flatMap((one) =>
      openKeyFiles(accountEnvironment(loaded, one, env)).map((name) => `${name} of account ${one.account}`),
    );
  return { config, env: workerEnvironment(loaded, config, env), loaded, openFiles };
}

/** What the rules of a start ask about a service holds for all accounts: one that may write live decides. */
function workerEnvironment(loaded: LoadedFile, { accounts }: EgressConfig, env: Environment): Environment {
  return {
    ...processEnvironment(loaded, env),
    PEERDESK_BASE_URL: accounts[0].baseUrl,
    PEERDESK_ALLOW_LIVE: accounts.some(({ allowLive }) => allowLive) ? 'yes' : 'no',
  };
}
