import { join } from 'node:path';
import type { RegisterPlace } from '../../domain/register/register-place.ts';
import type { AccountConfig } from '../egress-config.ts';
import { ConfigurationError, isSimulatorAddress, readSecret, type Environment } from './service-environment.ts';
import { stateFolder } from './state-folder.ts';

/**
 * Returns where the register of a process is: a database where PEERDESK_REGISTER_URL_FILE names a file with its address,
 * else a file in the state folder. What calls simulators alone, whatever its mode, has one of its own, which a worker may
 * make: one that was made by itself must never pass for the memory of real money. Throws ConfigurationError, without the
 * address.
 */
export function readRegisterPlace(
  env: Environment,
  services: readonly Pick<AccountConfig, 'baseUrl'>[],
): RegisterPlace {
  return registerPlace(
    env,
    services.every(({ baseUrl }) => isSimulatorAddress(baseUrl)),
  );
}

/** Whether an account is at a real service, whose money a process with this register must not move. */
export const needsRealRegister = (
  register: Pick<RegisterPlace, 'isSimulators'>,
  { baseUrl }: Pick<AccountConfig, 'baseUrl'>,
): boolean => register.isSimulators && !isSimulatorAddress(baseUrl);

/** Returns the place of the register of simulators, or of real money. Throws as readRegisterPlace. */
export function registerPlace(env: Environment, isSimulators: boolean): RegisterPlace {
  const url = readSecret(env, 'PEERDESK_REGISTER_URL');
  if (url === null)
    return { kind: 'sqlite', file: join(stateFolder(env), registerFileName(isSimulators)), isSimulators };
  if (/^postgres(?:ql)?:$/.test(URL.parse(url)?.protocol ?? '')) return { kind: 'postgres', url, isSimulators };
  throw new ConfigurationError(
    'PEERDESK_REGISTER_URL is no address of a PostgreSQL database, such as postgresql://peerdesk@localhost/peerdesk',
  );
}

const registerFileName = (isSimulators: boolean): string => (isSimulators ? 'register-sim.sqlite' : 'register.sqlite');
