import { readBaseUrl, readCredentials, readServiceWays } from '../../config/environment/service-environment.ts';
import { readSettings } from '../../config/environment/settings-environment.ts';
import { exchangeSettingsOf } from '../../domain/settings.ts';
import { createExchangeClient, type ExchangeClient } from '../../exchange/index.ts';
import { refuseDuringBan } from '../session/ban-check.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { serviceEnvironment } from '../session/effective-environment.ts';

/** Opens a client with the environment's keys and settings. Rejects with a refusal while the address is banned. */
export async function openServiceClient(context: CommandContext): Promise<ExchangeClient> {
  await refuseDuringBan(context);
  const env = serviceEnvironment(context.env);
  return createExchangeClient({
    ...readServiceWays(env).client,
    baseUrl: readBaseUrl(env),
    credentials: readCredentials(env),
    settings: exchangeSettingsOf(readSettings(env)),
  });
}
