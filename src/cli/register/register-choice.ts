/** Which register a command of the group `register` is about. */
import { z } from 'zod';
import { fileAccounts } from '../../config/file/file-accounts.ts';
import { completedEnvironment, processVariables } from '../../config/file/file-variables.ts';
import type { LoadedFile } from '../../config/file/load-file.ts';
import type { RegisterPlace } from '../../domain/register/register-place.ts';
import { misuse } from '../cli-failure.ts';
import type { CommandContext, Environment } from '../command-context.ts';
import { isLiveBehind, loadedFile } from '../config/file-context.ts';
import { accountOf, serviceEnvironment } from '../effective-environment.ts';
import { aliasValue, flagValue, textValue } from '../option-values.ts';
import { mayBeThere, placeFor, saidLive } from './register-places.ts';

export const choiceShape = { account: aliasValue.optional(), config: textValue.optional(), json: flagValue };
const choiceSchema = z.object(choiceShape);
type ChoiceWish = Pick<z.output<typeof choiceSchema>, 'account' | 'config'>;

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

/** Returns the register of an account's process; without one that of real money where any account is in mode live. */
export function chosenRegister({ account, config }: ChoiceWish, context: CommandContext): RegisterChoice {
  const loaded = loadedFile(config, context);
  if (loaded === null) return ofVariables(account, serviceEnvironment(context.env));
  const env = completedEnvironment(
    context.env,
    processVariables(loaded.file, { folder: loaded.folder, env: context.env }),
  );
  const all = fileAccounts(loaded.file).map((one) => ({ name: one.account, isLive: isLiveBehind(loaded, one.egress) }));
  const wanted = account === undefined ? all : all.filter(({ name }) => name === account);
  if (wanted.length === 0) throw misuse(`${loaded.path} has no account ${account ?? ''}: it has ${namesOf(all)}`);
  const isLive = wanted.some((one) => one.isLive);
  const place = present(env, isLive);
  const users = all.filter((one) => place.kind === 'postgres' || one.isLive === isLive);
  return { place, accounts: users.map(({ name }) => name), loaded, env };
}

const namesOf = (accounts: readonly { name: string }[]): string => accounts.map(({ name }) => name).join(', ');

function ofVariables(account: string | undefined, env: Environment): RegisterChoice {
  const isLive = saidLive(env) ?? mayBeThere(placeFor(env, true));
  return { place: present(env, isLive), accounts: [accountOf(account, env)], loaded: null, env };
}

/** That of real money stands for that of the simulator where it is the only one, and never the other way round. */
function present(env: Environment, isLive: boolean): RegisterPlace {
  const [live, simulators] = [placeFor(env, true), placeFor(env, false)];
  return isLive || (!mayBeThere(simulators) && mayBeThere(live)) ? live : simulators;
}

/** Returns the place of the register of real money, whatever mode the accounts are in now. */
export function placeOfRealMoney(wish: ChoiceWish, context: CommandContext): RegisterPlace {
  return placeFor(chosenRegister(wish, context).env, true);
}
