import { basename, dirname, join } from 'node:path';
import { ConfigurationError, isSimulatorAddress } from '../../config/environment/service-environment.ts';
import { fileAccounts, type FileAccount } from '../../config/file/file-accounts.ts';
import { accountEnvironment } from '../../config/file/file-egress.ts';
import { accountNamed, processEnvironment } from '../../config/file/file-variables.ts';
import { findFile, type FilePlace } from '../../config/file/find-file.ts';
import { loadFile, type LoadedFile } from '../../config/file/load-file.ts';
import { misuse } from '../kit/cli-failure.ts';
import { note, type CommandContext, type Environment } from '../kit/command-context.ts';
import type { CommandCall, CommandSpec } from '../kit/command-spec.ts';
import { namesService } from '../session/effective-environment.ts';

const whereabouts = ({ env, cwd }: CommandContext): { env: Environment; cwd: string } => ({
  env,
  cwd: cwd ?? process.cwd(),
});

/**
 * Returns the configuration file of a command; null without any. One that was only found is not used where the
 * environment names a service itself: another's file would choose the server, and with it who commands this one's keys.
 */
export function loadedFile(option: string | undefined, context: CommandContext): LoadedFile | null {
  const place = findFile(option, whereabouts(context));
  if (place === null) return null;
  if (!place.isNamed && namesService(context.ownEnv ?? context.env)) {
    const why = 'the environment names a service itself';
    note(context, `note: ${place.path} is not used, because ${why}: give --config ${place.path} to use it`);
    return null;
  }
  return loadFile(option, whereabouts(context));
}

/** Returns where the configuration file is. Throws ConfigurationError without any. */
export function neededFile(option: string | undefined, context: CommandContext): FilePlace {
  const place = findFile(option, whereabouts(context));
  if (place !== null) return place;
  throw new ConfigurationError('there is no peerdesk.toml here: `peerdesk init` writes one, --config names another');
}

/** Returns where a file is that is named from the folder of the configuration file, which may be wrong by now: it is not read. */
export function besideFile(option: string | undefined, context: CommandContext, name: string): string {
  const { env, cwd } = whereabouts(context);
  const place = findFile(option, { env, cwd });
  return join(place === null ? cwd : dirname(place.path), name);
}

/** Returns what stands for a file where there is none: one account, which the variables describe. */
export function variablesAlone(env: Environment): LoadedFile {
  const account = env['PEERDESK_ACCOUNT'] ?? 'main';
  return {
    file: { account: { [account]: {} as never } },
    path: 'default',
    folder: '.',
    isNamed: false,
    fingerprint: '',
    lineOf: () => 1,
  };
}

const takesFile = ({ options, passesThrough }: CommandSpec): boolean =>
  passesThrough === true || options.some((option) => option.completes === true);

/** Returns the surroundings of a command, completed from the configuration file where the command takes it. */
export function withFile(context: CommandContext, spec: CommandSpec, call: CommandCall): CommandContext {
  if (!takesFile(spec)) return context;
  const { config, account } = call.options;
  const loaded = loadedFile(typeof config === 'string' ? config : undefined, context);
  if (loaded === null) return context;
  const fileOption = fileOptionOf(config);
  const wanted = typeof account === 'string' ? account : context.env['PEERDESK_ACCOUNT'];
  const found = accountNamed(loaded.file, wanted);
  if (found !== null) return inAccount(loaded, found, { ...context, fileOption });
  if (wanted === undefined && asksForOne(spec, call)) throw misuse(whichAccount(loaded));
  return { ...context, fileOption, env: processEnvironment(loaded, context.env) };
}

/** Returns the surroundings of what is about one account of the file. */
export function inAccount(loaded: LoadedFile, found: FileAccount, context: CommandContext): CommandContext {
  const env = accountEnvironment(loaded, found, context.env);
  const callsSimulators = isSimulatorBehind(loaded, found.egress, context.env);
  return { ...context, env, group: found.egress, callsSimulators, file: loaded, ownEnv: context.env };
}

/** Returns what another command of the same file needs beside its name: the option, where it was given. */
export const fileOptionOf = (config: unknown): string => (typeof config === 'string' ? ` --config ${config}` : '');

/** Returns whether the process of an outgoing address calls simulators alone, the environment over the file. */
export function isSimulatorBehind({ file }: LoadedFile, egress: string, env: Environment): boolean {
  return fileAccounts(file)
    .filter((one) => one.egress === egress)
    .every(({ section }) => isSimulatorAddress(env['PEERDESK_BASE_URL'] || (section.service ?? '')));
}

/** A command about one account must not fall to another one that has the usual name. */
const asksForOne = ({ options }: CommandSpec, call: CommandCall): boolean =>
  options.some(({ flags }) => flags.startsWith('--account ')) && call.options['allAccounts'] !== true;

function whichAccount({ file, path }: LoadedFile): string {
  const names = fileAccounts(file).map(({ account }) => account);
  return `${basename(path)} has several accounts: give --account ${names.join(' or --account ')}`;
}
