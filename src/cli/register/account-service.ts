/** The service, as a command of the group `register` reads it with the keys of an account. */
import type { AccountConfig } from '../../config/egress-config.ts';
import { readAccountConfig } from '../../config/environment/worker-environment.ts';
import { fileAccounts } from '../../config/file/file-accounts.ts';
import { readFileAccount } from '../../config/file/file-egress.ts';
import { exchangeSettingsOf } from '../../domain/settings.ts';
import { createExchangeClient, type ExchangeClient } from '../../exchange/index.ts';
import type { CommandContext } from '../kit/command-context.ts';
import type { RegisterChoice } from './register-choice.ts';

/** Returns the accounts of a register, with their keys. */
export function configsOf({ accounts, loaded, env }: RegisterChoice, context: CommandContext): AccountConfig[] {
  if (loaded === null) return accounts.map((account) => readAccountConfig({ ...env, PEERDESK_ACCOUNT: account }));
  return fileAccounts(loaded.file)
    .filter(({ account }) => accounts.includes(account))
    .map((account) => readFileAccount(loaded, account, context.env));
}

/** Reads with the keys of an account, and closes the client. */
export async function withExchange<T>(
  { baseUrl, credentials, settings, ways }: AccountConfig,
  use: (exchange: ExchangeClient) => Promise<T>,
): Promise<T> {
  const exchange = createExchangeClient({
    baseUrl,
    credentials,
    settings: exchangeSettingsOf(settings),
    ...ways.client,
  });
  try {
    return await use(exchange);
  } finally {
    await exchange.close();
  }
}
