import { servedAccounts, type AccountConfig, type EgressConfig } from '../../config/egress-config.ts';
import type { WorkerPermission } from '../worker-permission.ts';
import type { AccountRuntime } from './account-runtime.ts';
import type { Accounts } from './accounts.ts';

/** An account of a running worker, and what the process may do for it as far as its service is known. */
export interface ReadyAccount {
  account: string;
  service: string;
  permission: WorkerPermission;
}

/** A running worker whose accounts can be changed: the others go on. */
export interface RunningWorker {
  /** Returns the aliases of the accounts that are served now. */
  accounts(): readonly string[];
  /**
   * Serves an account from now on; one that is served already goes on with this configuration. Rejects when it may not
   * be served here.
   */
  serveAccount(config: AccountConfig): Promise<void>;
  /** Serves an account no more; settles when its money calls that have left have ended. */
  dropAccount(account: string): Promise<void>;
}

/** Returns what is known of an account when its worker is ready. */
export const readyAccount = (runtime: AccountRuntime): ReadyAccount => ({
  account: runtime.config.account,
  service: runtime.config.baseUrl,
  permission: runtime.permission(),
});

/** Lets the accounts of a running worker be changed. */
export function runningWorker(accounts: Accounts, process: EgressConfig): RunningWorker {
  return {
    accounts: () => accounts.all().map(({ config }) => config.account),
    serveAccount: (config) => accounts.serve(servedAccounts({ ...process, accounts: [config] })[0]),
    dropAccount: (account) => accounts.drop(account),
  };
}
