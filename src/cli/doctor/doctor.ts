import type { Client } from '@temporalio/client';
import { connectTemporal, type PeerdeskConnection } from '../../client/index.ts';
import { registerPlace } from '../../config/environment/register-environment.ts';
import { readEgressConfig } from '../../config/environment/worker-environment.ts';
import { ConfigurationError, type Environment } from '../../config/environment/service-environment.ts';
import { createExchangeClient, type ExchangeClient } from '../../exchange/index.ts';
import type { AccountConfig } from '../../config/egress-config.ts';
import { knownBan, reportBan } from '../session/ban-check.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { accountOf, serviceEnvironment } from '../session/effective-environment.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { refuseClosedPort, temporalAddress } from '../session/temporal-address.ts';
import type { Configuration } from './configuration-checks.ts';
import { keepRecord } from './doctor-record.ts';
import { reportInKeys } from './file-words.ts';
import { allGroups, type Examination } from './groups.ts';
import { examine, type DoctorReport } from './report.ts';
import { reportText } from './report-text.ts';
import { exchangeSettingsOf } from '../../domain/settings.ts';
import { limitOf } from '../session/command-connection.ts';
import { readOptions } from '../kit/option-values.ts';
import { doctorOptions } from '../options/process-options.ts';

/** `peerdesk doctor`: looks at everything that a worker needs, and changes nothing. */
export const doctor: CommandRun = async (call, context) => {
  const { account, timeout, json } = readOptions(doctorOptions, call);
  const env = { ...serviceEnvironment(context.env), PEERDESK_ACCOUNT: accountOf(account, context.env) };
  const configuration = configurationOf(env, context);
  const parts = new Parts(context, { env, timeoutMs: timeout });
  try {
    if (configuration.ok) await parts.obeyBan();
    const found = await examine(allGroups(parts.examination(configuration)), Date.now());
    const report = wordsOf(found, env['PEERDESK_ACCOUNT'], context);
    const kept = configuration.ok ? keptFor(report, env, configuration.egress.accounts) : [];
    print(context, { json, data: { ...report, kept }, text: () => reportText(report) });
    return report.verdict === 'broken' ? ExitCode.ERROR : undefined;
  } finally {
    await parts.close();
  }
};

/** With a file its keys are named. */
function wordsOf(report: DoctorReport, account: string, { ownEnv }: CommandContext): DoctorReport {
  return ownEnv === undefined ? report : reportInKeys(report, { account, ownEnv });
}

/** With a file the queues are those of its outgoing address, and the register is that of all accounts behind it. */
function configurationOf(env: Environment, { group, callsSimulators }: CommandContext): Configuration {
  try {
    const egress = readEgressConfig(env);
    const register = callsSimulators === undefined ? egress.register : registerPlace(env, callsSimulators);
    return { ok: true, egress: { ...egress, register, group: group ?? egress.group } };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { ok: false, reason: error.message };
  }
}

/** Keeps that nothing was broken, for a worker that is to write live. What cannot be kept was a warning above. */
export function keptFor(report: DoctorReport, env: Environment, accounts: readonly AccountConfig[]): string[] {
  if (report.verdict === 'broken') return [];
  try {
    return accounts.map((account) => keepRecord(env, account, report.atMs));
  } catch {
    return [];
  }
}

/** The connections of one examination, each made once. */
class Parts {
  readonly #context: CommandContext;
  readonly #env: Environment;
  readonly #timeoutMs: number;
  readonly #exchanges = new Map<string, ExchangeClient>();
  #temporal: Promise<PeerdeskConnection> | null = null;
  #banUntilMs = 0;

  constructor(context: CommandContext, { env, timeoutMs }: { env: Environment; timeoutMs: number }) {
    this.#context = context;
    this.#env = env;
    this.#timeoutMs = timeoutMs;
  }

  /** Asks the desk for a ban before anything is called. */
  async obeyBan(): Promise<void> {
    // Beside it: a server that says nothing is waited for once.
    void this.#client().catch(() => null);
    const known = await knownBan(this.#context);
    if (known.kind === 'banned') this.#banUntilMs = known.untilMs ?? Date.now() + 60_000;
  }

  examination(configuration: Configuration): Examination {
    const { file, ownEnv = {} } = this.#context;
    return {
      file: file === undefined ? null : { loaded: file, ownEnv },
      env: this.#env,
      configuration,
      address: temporalAddress(this.#context.env),
      client: () => this.#client(),
      exchangeOf: (account) => this.#exchangeOf(account),
      isLead: false,
      now: () => Date.now(),
    };
  }

  async #client(): Promise<Client> {
    const address = temporalAddress(this.#context.env);
    await refuseClosedPort(address, this.#context.fileOption);
    this.#temporal ??= connectTemporal({ address, env: this.#context.env, ...limitOf(this.#context) });
    return (await this.#temporal).client;
  }

  #exchangeOf({ account, baseUrl, credentials, settings, ways }: AccountConfig): ExchangeClient {
    const known = this.#exchanges.get(account);
    if (known !== undefined) return known;
    const limits = { ...exchangeSettingsOf(settings), requestTimeoutMs: this.#timeoutMs };
    const client = createExchangeClient({ baseUrl, credentials, settings: limits, ...ways.client });
    if (this.#banUntilMs > 0) client.gate.setBan(this.#banUntilMs);
    this.#exchanges.set(account, client);
    return client;
  }

  /** A ban that a look has met is reported to the desk: every account behind the address obeys it. */
  async close(): Promise<void> {
    for (const client of this.#exchanges.values()) {
      const { banUntilMs } = client.gate.state();
      if (banUntilMs !== null && this.#banUntilMs === 0) await reportBan(this.#context, banUntilMs);
      await client.close();
    }
    const connection = await this.#temporal?.catch(() => null);
    await connection?.close();
  }
}
