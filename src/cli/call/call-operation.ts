import { z } from 'zod';
import type { DeskSettings } from '../../domain/settings.ts';
import { createExchangeClient } from '../../exchange/create-client.ts';
import type { Credentials } from '../../exchange/client.ts';
import type { Operation } from '../../exchange/operation.ts';
import { findOperation, operations } from '../../exchange/operations.ts';
import { readBaseUrl, readCredentials, readServiceWays } from '../../workers/service-environment.ts';
import { readSettings } from '../../workers/worker-environment.ts';
import { CliFailure, misuse, refusal } from '../cli-failure.ts';
import { print } from '../command-context.ts';
import type { CommandContext, Environment } from '../command-context.ts';
import type { CommandCall, CommandRun } from '../command-spec.ts';
import { serviceEnvironment } from '../effective-environment.ts';
import { ExitCode } from '../exit-code.ts';
import { durationValue, flagValue, readOptions } from '../option-values.ts';
import { listenForShutdown } from '../process/shutdown-signal.ts';
import { callFields } from './call-input.ts';
import { interruptionOf } from './interruption.ts';
import { helpText, operationHelp } from './operation-help.ts';
import { operationTable } from './operation-table.ts';

const schema = z.object({
  param: z.array(z.string()).default([]),
  body: z.string().optional(),
  list: flagValue,
  yes: flagValue,
  help: flagValue,
  json: flagValue,
  timeout: durationValue.optional(),
});
type CallOptions = z.output<typeof schema>;

/** Of a line of help that goes to a file or a pipe. */
const usualWidth = 120;

/** `peerdesk call`: one call of the service; or the list of them, or what one takes. */
export const callOperation: CommandRun = async (call, context) => {
  const options = readOptions(schema, call);
  const name = call.args[0];
  if (options.list) return listOperations(context, options);
  if (name === undefined) return explainUse(call, context, options);
  const operation = findOperation(name);
  if (operation === null) {
    throw new CliFailure(ExitCode.NOT_FOUND, `there is no operation ${name}: \`peerdesk call --list\` shows all`);
  }
  if (options.help) return explainOperation(operation, context, options);
  if (operation.kind === 'money' && !options.yes) {
    throw refusal(`${operation.name} is a money step, which cannot be undone: add --yes to mean it`);
  }
  const answer = await makeCall(operation, options, context.env);
  print(context, { json: true, data: answer ?? null, text: () => '' });
  return undefined;
};

function explainUse(call: CommandCall, context: CommandContext, { help }: CallOptions): undefined {
  if (!help) throw misuse('say which operation to call: `peerdesk call --list` shows all');
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

async function makeCall(operation: Operation, options: CallOptions, given: Environment): Promise<unknown> {
  const fields = callFields(operation, options);
  const env = serviceEnvironment(given);
  const client = createExchangeClient({
    ...readServiceWays(env).client,
    baseUrl: readBaseUrl(env),
    credentials: credentialsFor(operation, env),
    settings: { ...readSettings(env), ...requestTime(options) },
  });
  const input = operation.parameters === 'query' ? { query: fields } : { body: fields };
  const interrupt = listenForShutdown();
  const inTime = AbortSignal.timeout(Math.min(options.timeout ?? usualTimeoutMs, longestTimerMs));
  try {
    return await client.call(operation.name, input, { signal: AbortSignal.any([inTime, interrupt.signal]) });
  } catch (error) {
    throw interrupt.signal.aborted ? interruptionOf(error, operation, fields) : error;
  } finally {
    interrupt.release();
    await client.close();
  }
}

const usualTimeoutMs = 30_000;
/** Node fires a longer timer at once. */
const longestTimerMs = 2_147_483_647;
/** The most that the setting takes. */
const longestRequestMs = 600_000;

/** Who asks for a time means it: one slow answer may take all of it. */
function requestTime({ timeout }: CallOptions): Partial<DeskSettings> {
  return timeout === undefined ? {} : { requestTimeoutMs: Math.min(Math.max(timeout, 1), longestRequestMs) };
}

/** Operations that send no key need none. */
function credentialsFor(operation: Operation, env: Environment): Credentials {
  const hasKey = ['PEERDESK_API_KEY', 'PEERDESK_API_KEY_FILE'].some((name) => (env[name] ?? '') !== '');
  return operation.auth === 'none' && !hasKey ? { apiKey: 'none', apiSecret: 'none' } : readCredentials(env);
}
