import { registerPlace } from '../../config/environment/register-environment.ts';
import { fileAccounts } from '../../config/file/file-accounts.ts';
import { processEnvironment } from '../../config/file/file-variables.ts';
import type { LoadedFile } from '../../config/file/load-file.ts';
import type { RegisterPlace } from '../../domain/register/register-place.ts';
import { misuse } from '../kit/cli-failure.ts';
import type { CommandContext, Environment } from '../kit/command-context.ts';
import { isSimulatorBehind, loadedFile } from '../config/file-context.ts';
import { accountOf, serviceEnvironment } from '../session/effective-environment.ts';
import { mayBeThere, namesSimulator } from './register-places.ts';
import { type OptionsOf } from '../kit/option-values.ts';
import type { placeOptions } from '../options/register-options.ts';

/** Which register a command of the group `register` is about. */

type ChoiceWish = Partial<Pick<OptionsOf<typeof placeOptions>, 'account' | 'config'>>;

/** A register, and whose it is. */
export interface RegisterChoice {
  readonly place: RegisterPlace;
  /** The accounts of the processes that use it, as the file or the environment names them. */
  readonly accounts: readonly string[];
  /** Null: variables alone. */
  readonly loaded: LoadedFile | null;
  /** The environment, completed with what is no single account's. */
  readonly env: Environment;
}

/** Returns the register of an account's process; without one that of real money where any account has one. */
export function chosenRegister({ account, config }: ChoiceWish, context: CommandContext): RegisterChoice {
  const loaded = loadedFile(config, context);
  if (loaded === null) return ofVariables(account, serviceEnvironment(context.env));
  const env = processEnvironment(loaded, context.env);
  const all = fileAccounts(loaded.file).map((one) => ({
    name: one.account,
    isSimulators: isSimulatorBehind(loaded, one.egress, context.env),
  }));
  const wanted = account === undefined ? all : all.filter(({ name }) => name === account);
  if (wanted.length === 0) throw misuse(`${loaded.path} has no account ${account ?? ''}: it has ${namesOf(all)}`);
  const isSimulators = wanted.every((one) => one.isSimulators);
  const place = registerPlace(env, isSimulators);
  const users = all.filter((one) => place.kind === 'postgres' || one.isSimulators === isSimulators);
  return { place, accounts: users.map(({ name }) => name), loaded, env };
}

const namesOf = (accounts: readonly { name: string }[]): string => accounts.map(({ name }) => name).join(', ');

/** Without an address of a service it is that of real money, unless that of simulators is the only one. */
function ofVariables(account: string | undefined, env: Environment): RegisterChoice {
  const [real, simulators] = [registerPlace(env, false), registerPlace(env, true)];
  const isSimulators = namesSimulator(env) ?? (!mayBeThere(real) && mayBeThere(simulators));
  return { place: isSimulators ? simulators : real, accounts: [accountOf(account, env)], loaded: null, env };
}
