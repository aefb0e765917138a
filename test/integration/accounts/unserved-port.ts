import type { DeskPort } from '../../../src/activities/ports/desk-port.ts';
import type { GuardPort } from '../../../src/activities/ports/guard-port.ts';
import { createTemporalDeskPort } from '../../../src/workers/ports/temporal-desk-port.ts';
import { account, type DeskWorld } from '../desk-harness.ts';

/** One order as a list shows it. */
export const listedOrder = {
  side: 'SELL',
  asset: 'USDT',
  fiat: 'BOB',
  amount: '50',
  price: '10.10',
  status: 'PAID',
  createdAtMs: 1,
  dueMs: null,
} as const;

/** What the intake asks of an account without release rules whose group no process serves. */
export function unservedPort(
  { client }: Pick<DeskWorld, 'client'>,
  desk: Parameters<typeof createTemporalDeskPort>[0]['desk'],
): DeskPort {
  const guard = { look: () => Promise.resolve({ rules: null }) } as unknown as GuardPort;
  const place = { client, account, group: 'nobody', overrides: {}, shadowAds: [] };
  return createTemporalDeskPort({ ...place, clock: Date, guard, desk });
}
