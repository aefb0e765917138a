import { readCodec } from '../../codec/codec-environment.ts';
import { cacheDirs } from '../../server/cache-dir.ts';
import type { Client } from '@temporalio/client';
import type { AccountConfig, EgressConfig } from '../../config/egress-config.ts';
import type { ExchangeClient } from '../../exchange/index.ts';
import { proveSimulator } from '../../workers/permission/simulator-proof.ts';
import type { LoadedFile } from '../../config/file/load-file.ts';
import type { Environment } from '../kit/command-context.ts';
import { configurationChecks, type Configuration } from './configuration-checks.ts';
import { stateFolder } from '../../config/environment/state-folder.ts';
import { freeBytesAt, machineChecks } from './machine-checks.ts';
import { pageChecks, statusAt } from './page-checks.ts';
import { registerChecks } from './register-checks.ts';
import { checksOf, type CheckGroup } from './report.ts';
import { serviceChecks } from './service-checks.ts';
import { temporalChecks } from './temporal-checks.ts';

/** What a whole examination looks at. */
export interface Examination {
  env: Environment;
  configuration: Configuration;
  address: string;
  /** Connects to Temporal once. */
  client: () => Promise<Client>;
  /** The client of an account, behind the gate of its address. */
  exchangeOf: (account: AccountConfig) => ExchangeClient;
  /** The configuration file, with what the environment sets beside it; null: there is none, or its page is not looked at. */
  file: { loaded: LoadedFile; ownEnv: Environment } | null;
  /** The process that looks has the lead itself, and is about to begin. */
  isLead: boolean;
  now: () => number;
}

/** Returns every group of checks, in the order in which they are looked at and shown. */
export function allGroups(examination: Examination): CheckGroup[] {
  const { env, configuration, address, client, isLead, now } = examination;
  const egress = configuration.ok ? configuration.egress : null;
  const examined = examinedOf(egress);
  const { accounts } = examined;
  const folders = { state: stateFolder(env), cache: cacheDirs(env).at(-1) ?? '.' };
  return [
    checksOf({ title: 'Configuration', checks: configurationChecks, env }, { env, configuration }),
    checksOf({ title: 'Machine', checks: machineChecks, env }, { folders, freeBytes: freeBytesAt, env, accounts }),
    checksOf(
      { title: 'Temporal', checks: temporalChecks, env },
      { ...examined, address, client, isLead, now, codec: () => readCodec(env) },
    ),
    ...(egress === null
      ? []
      : [
          checksOf(
            { title: 'Register', checks: registerChecks, env },
            { place: egress.register, accounts, client, now },
          ),
        ]),
    ...pageGroups(examination),
    ...accounts.map((account) => serviceGroup(examination, account)),
  ];
}

function pageGroups({ env, file }: Examination): CheckGroup[] {
  const section = file?.loaded.file.door?.page;
  if (file === null || section === undefined) return [];
  const world = { section, file: file.loaded, env: file.ownEnv, ask: statusAt };
  return [checksOf({ title: `Page (${section.origin})`, checks: pageChecks, env }, world)];
}

function examinedOf(egress: EgressConfig | null) {
  if (egress === null) return { accounts: [], group: null, egress: 'default', allowDevServer: false };
  return { ...egress, allowDevServer: egress.allowDevServer };
}

function serviceGroup({ env, exchangeOf }: Examination, account: AccountConfig): CheckGroup {
  const { baseUrl, credentials } = account;
  return checksOf(
    { title: `Service of account ${account.account} (${baseUrl})`, checks: serviceChecks, env },
    {
      account,
      exchange: exchangeOf(account),
      prove: () => proveSimulator({ baseUrl, ...credentials }),
      seen: { ad: null, orderNumber: null },
    },
  );
}
