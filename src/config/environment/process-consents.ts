import type { EgressConfig } from '../egress-config.ts';
import { readConsent, type Environment } from './service-environment.ts';

type ProcessConsents = Pick<
  EgressConfig,
  'allowDevServer' | 'allowPlainPayloads' | 'allowPlainTemporal' | 'obeysUnsealed'
>;

const isSet = (value: string | undefined): boolean => (value ?? '').trim() !== '';

/** Reads what a process as a whole is allowed about its Temporal server. Throws ConfigurationError. */
export function readProcessConsents(env: Environment): ProcessConsents {
  return {
    allowDevServer: readConsent(env, 'PEERDESK_ALLOW_DEV_SERVER'),
    allowPlainPayloads: readConsent(env, 'PEERDESK_ALLOW_PLAIN_PAYLOADS'),
    allowPlainTemporal: readConsent(env, 'PEERDESK_ALLOW_PLAIN_TEMPORAL'),
    obeysUnsealed: !isSet(env['PEERDESK_CODEC_KEYS_FILE']) || env['PEERDESK_CODEC']?.trim() === 'migrate',
  };
}

/** Returns the environment of a process that goes by these consents, where its own variables say more. */
export function boundEnvironment(
  env: Environment,
  { allowPlainTemporal, obeysUnsealed }: Pick<EgressConfig, 'allowPlainTemporal' | 'obeysUnsealed'>,
): Environment {
  const wanted = readProcessConsents(env);
  const isHeld = wanted.obeysUnsealed && !obeysUnsealed && isSet(env['PEERDESK_CODEC_KEYS_FILE']);
  return {
    ...env,
    ...(wanted.allowPlainTemporal && !allowPlainTemporal ? { PEERDESK_ALLOW_PLAIN_TEMPORAL: 'no' } : {}),
    ...(isHeld ? { PEERDESK_CODEC: 'strict' } : {}),
  };
}
