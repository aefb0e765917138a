import { sleep } from '../lead/stoppable.ts';
import type { AccountRuntime } from './account-runtime.ts';

/** The service gets this long to say who it is before the account is served all the same. */
const identityLimitMs = 10_000;

type AskedService = Pick<AccountRuntime, 'exchange' | 'identity' | 'logger'>;

/** Asks the service who it is, and what time it is there. Settles within the limit and never rejects. */
export async function askService({ exchange, identity, logger }: AskedService, signal: AbortSignal): Promise<void> {
  // The first measurement; without it the service's time is known only after a refusal or half an hour.
  exchange.time({ signal }).catch((error: unknown) => logger.debug({ error: String(error) }, 'the time was not read'));
  if (identity.kind() !== 'unknown') return;
  await Promise.race([identity.ask(), sleep(identityLimitMs, signal)]);
}
