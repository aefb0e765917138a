import { needsRealRegister } from '../../config/environment/register-environment.ts';
import { servedAccounts, type AccountConfig, type EgressConfig } from '../../config/egress-config.ts';
import type { WorkerPermission } from '../permission/worker-permission.ts';
import type { AccountRuntime } from './account-runtime.ts';
import { accountWindow, type AccountWindow } from '../window/account-window.ts';
import type { Accounts, RefusedAccount } from './accounts.ts';

/** An account of a running worker, and what the process may do for it as far as its service is known. */
export interface ReadyAccount {
  account: string;
  service: string;
  permission: WorkerPermission;
  /** Why it is not served; null: it is. */
  refusal: string | null;
}

/** What makes live writes less safe, and was agreed to all the same. */
type ProcessConsents = Pick<EgressConfig, 'allowDevServer' | 'allowPlainPayloads'>;

/** A running worker whose accounts can be changed: the others go on. */
export interface RunningWorker {
  /** Returns the aliases of the accounts that are served now. */
  accounts(): readonly string[];
  /** Returns those of them that may not be served: nothing is called for them. */
  refused(): readonly RefusedAccount[];
  /**
   * Serves an account from now on; one that is served already goes on with this configuration. Rejects when it may not
   * be served here.
   */
  serveAccount(config: AccountConfig, consents?: ProcessConsents): Promise<void>;
  /** Serves an account no more; settles when its money calls that have left have ended. */
  dropAccount(account: string): Promise<void>;
  /** Returns what this process shows of an account to people who look, or why it cannot. */
  window(account: string): AccountWindow;
}

/** Returns what is known of an account when its worker is ready. */
export function readyAccount(runtime: AccountRuntime, refused: readonly RefusedAccount[]): ReadyAccount {
  const { account, baseUrl } = runtime.config;
  const refusal = refused.find((one) => one.account === account)?.why ?? null;
  return { account, service: baseUrl, permission: runtime.permission(), refusal };
}

/** Lets the accounts of a running worker be changed. */
export function runningWorker(
  accounts: Accounts,
  process: EgressConfig,
  leader: () => string | null = () => null,
): RunningWorker {
  return {
    accounts: () => accounts.all().map(({ config }) => config.account),
    refused: () => accounts.refused(),
    serveAccount: async (config, { allowDevServer, allowPlainPayloads } = process) => {
      refuseSimulatorsRegister(process, config);
      await accounts.serve(servedAccounts({ ...process, allowDevServer, allowPlainPayloads, accounts: [config] })[0]);
    },
    dropAccount: (account) => accounts.drop(account),
    window: (account) => accountWindow({ accounts, leader }, account),
  };
}

/** It goes on as it was: what it was is served, and the process has to start again for more. */
function refuseSimulatorsRegister({ register }: EgressConfig, config: AccountConfig): void {
  if (!needsRealRegister(register, config)) return;
  throw new Error(
    `${config.account} is at a real service: this process has the register of simulators until it starts again`,
  );
}
