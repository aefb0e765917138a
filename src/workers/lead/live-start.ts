import type { Client } from '@temporalio/client';
import type { ServedAccount } from '../../config/egress-config.ts';
import type { ExchangeClient } from '../../exchange/index.ts';

/** What is about to be called, and what with. */
export interface LiveStart {
  account: ServedAccount;
  client: Client;
  exchange: ExchangeClient;
}

/** Looks whether an account may begin to write to a real service; rejecting ends the process. */
export type Examine = (start: LiveStart) => Promise<void>;
