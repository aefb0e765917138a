/** The service, as a command of the group `register` reads it with the keys of an account. */
import type { AccountConfig } from '../../config/egress-config.ts';
import { readAccountConfig } from '../../config/environment/worker-environment.ts';
import { fileAccounts } from '../../config/file/file-accounts.ts';
import { readFileAccount } from '../../config/file/file-egress.ts';
import { exchangeSettingsOf } from '../../domain/settings.ts';
import {
  createExchangeClient,
  readEach,
  readList,
  toOrderFacts,
  type ExchangeClient,
  type InputOf,
  type OddRow,
} from '../../exchange/index.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
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

/** As many as the intake reads of a longer list. */
const maxPages = 50;

/** Orders of a list, and the rows that cannot be read. */
export interface ReadOrders {
  readonly items: readonly OrderFacts[];
  readonly odd: readonly OddRow[];
}

/** Lists the orders of both sides that a filter of EP-15 leaves, with the keys of an account. */
export function listedOrders(
  config: AccountConfig,
  filter: Omit<InputOf<'listOrders'>, 'page' | 'rows'>,
): Promise<ReadOrders> {
  return withExchange(config, async (exchange) => {
    const listed = await readList({
      ask: (page, rows) => exchange.orders.listOrders({ page, rows, ...filter }, { priority: 'order' }),
      rows: config.settings.orderRows,
      maxPages,
      numberOf: ({ orderNumber }) => orderNumber,
    });
    const { items, odd } = readEach(
      listed.items,
      (row) => toOrderFacts(row),
      ({ orderNumber }) => orderNumber,
    );
    return { items, odd: [...listed.odd, ...odd] };
  });
}
