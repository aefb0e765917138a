import type { ExchangeSettings } from '../../domain/exchange-settings.ts';
import { authPlanOf } from '../../exchange/call/auth-plan.ts';
import { createExchangeClient } from '../../exchange/create-client.ts';
import type { Operation } from '../../exchange/table/operation.ts';
import { operations } from '../../exchange/table/operations.ts';
import { readBaseUrl, readServiceWays } from '../../config/environment/service-environment.ts';
import { readSettings } from '../../config/environment/settings-environment.ts';
import { misuse } from '../kit/cli-failure.ts';
import { requireConsent } from '../session/consent.ts';
import { note, print, type CommandContext, type Environment } from '../kit/command-context.ts';
import type { CommandCall, CommandRun } from '../kit/command-spec.ts';
import { serviceEnvironment } from '../session/effective-environment.ts';
import { listenForShutdown } from '../process/shutdown-signal.ts';
import { refuseDuringBan, reportBan } from '../session/ban-check.ts';
import { answered } from './answered.ts';
import { readBody } from './body-source.ts';
import { callFields } from './call-input.ts';
import { refuseAgainstDesk } from './desk-contradiction.ts';
import { lossOf } from './confirmation.ts';
import { neededCredentials } from './needed-credentials.ts';
import { interruptionOf } from './interruption.ts';
import { namedOperation } from './named-operation.ts';
import { helpText, operationHelp } from './operation-help.ts';
import { operationTable } from './operation-table.ts';
import { readOptions, type OptionsOf } from '../kit/option-values.ts';
import { exchangeSettingsOf } from '../../domain/settings.ts';
import { callOperationOptions } from '../options/call-options.ts';

type CallOptions = OptionsOf<typeof callOperationOptions>;
type Fields = Readonly<Record<string, unknown>>;

/** Of a line of help that goes to a file or a pipe. */
const usualWidth = 120;

/** `peerdesk call`: makes one call of the service, or lists the calls, or describes one. */
export const callOperation: CommandRun = async (call, context) => {
  const options = readOptions(callOperationOptions, call);
  const name = call.args[0];
  if (options.list) return listOperations(context, options);
  if (name === undefined) return explainUse(call, context);
  const operation = namedOperation(name);
  if (wantsHelp(call)) return explainOperation(operation, context, options);
  const fields = await fieldsOf(operation, options);
  const what = lossOf(operation, fields);
  if (what !== null) await requireConsent(context, { agreed: options.yes, what });
  await refuseAgainstDesk(context, operation, fields);
  await refuseDuringBan(context);
  const ready = { operation, fields, env: serviceEnvironment(context.env) };
  const answer = new LastAnswer();
  try {
    const read = await makeCall(ready, options, { answer, onBan: (untilMs) => reportBan(context, untilMs) });
    const { data, notes } = answered(operation, read ?? null, answer.sent);
    print(context, { json: true, data, text: () => '' });
    for (const line of notes) note(context, line);
  } catch (error) {
    // What cannot be read is printed all the same: the failure says what is odd about it.
    if (answer.sent !== undefined) print(context, { json: true, data: answer.sent, text: () => '' });
    throw error;
  }
  return undefined;
};

/** The command deals with --help itself. */
const wantsHelp = ({ options }: CommandCall): boolean => options['help'] === true;

function explainUse(call: CommandCall, context: CommandContext): undefined {
  if (!wantsHelp(call)) throw misuse('say which operation to call: `peerdesk call --list` shows all');
  context.stdout.write(call.help());
}

function listOperations(context: CommandContext, { json }: CallOptions): undefined {
  const all = Object.values(operations);
  const data = all.map(({ name, group, method, path, auth, kind, ep, summary }) => {
    return { name, group, method, path, auth, kind, ep, summary };
  });
  print(context, { json, data, text: () => operationTable(all) });
}

function explainOperation(operation: Operation, context: CommandContext, { json }: CallOptions): undefined {
  const data = operationHelp(operation);
  print(context, { json, data, text: () => helpText(data, process.stdout.columns ?? usualWidth) });
}

async function fieldsOf(operation: Operation, { param, body, allowUnknown }: CallOptions): Promise<Fields> {
  const source = body === undefined ? undefined : await readBody(body, process.stdin);
  return callFields(operation, { param, body: source, allowUnknown });
}

interface ReadyCall {
  operation: Operation;
  fields: Fields;
  env: Environment;
}

/** The data of the last attempt, as the service sent it; undefined: it had none. */
class LastAnswer {
  sent: unknown;
  #current: unknown;

  readonly onData = (data: unknown): void => {
    this.#current = data;
  };

  readonly onAttempt = (): void => {
    this.sent = this.#current;
    this.#current = undefined;
  };
}

/** `onBan` receives the end of a ban that the call has met. */
async function makeCall(
  { operation, fields, env }: ReadyCall,
  options: CallOptions,
  { answer, onBan }: { answer: LastAnswer; onBan: (untilMs: number) => Promise<void> },
): Promise<unknown> {
  const ways = readServiceWays(env).client;
  const client = createExchangeClient({
    ...ways,
    baseUrl: readBaseUrl(env),
    credentials: neededCredentials(authPlanOf(operation, ways.authSteps ?? {}), env),
    settings: { ...exchangeSettingsOf(readSettings(env)), ...requestTime(options) },
  });
  const input = operation.parameters === 'query' ? { query: fields } : { body: fields };
  const interrupt = listenForShutdown();
  const inTime = AbortSignal.timeout(Math.min(options.timeout ?? usualTimeoutMs, maxTimerMs));
  const signal = AbortSignal.any([inTime, interrupt.signal]);
  try {
    // A money step is signed once, so the service's clock is preferred; this machine's is the fallback.
    if (operation.kind === 'money') await client.time({ signal }).catch(() => null);
    const { onData, onAttempt } = answer;
    return await client.call(operation.name, input, { signal, onData, onAttempt });
  } catch (error) {
    const { banUntilMs } = client.gate.state();
    if (banUntilMs !== null) await onBan(banUntilMs);
    throw interrupt.signal.aborted ? interruptionOf(error, operation, fields) : error;
  } finally {
    interrupt.release();
    await client.close();
  }
}

const usualTimeoutMs = 30_000;
/** Node fires a longer timer at once. */
const maxTimerMs = 2_147_483_647;
/** The largest value of the setting. */
const maxRequestMs = 600_000;

/** An explicit timeout is meant: one slow answer may use all of it. */
function requestTime({ timeout }: CallOptions): Partial<ExchangeSettings> {
  return timeout === undefined ? {} : { requestTimeoutMs: Math.min(Math.max(timeout, 1), maxRequestMs) };
}
