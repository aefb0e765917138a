import type { Client } from '@temporalio/client';
import { failingWorkflows } from '../../client/lists/failing-workflows.ts';
import type { WaitingCustomers } from './waiting-customers.ts';
import { registerNeeds, type BesideNeed, type RegisterKnown } from './register-needs.ts';

interface DeskNeeds {
  client: Client;
  account: string;
  group: string;
  egress: string;
  /** Whether the service refuses the key of the account. While that is asked, needs that may come of it wait for the answer. */
  areKeysRefused: () => Promise<boolean>;
  clock: { now(): number };
  /** Absent: it is not asked. */
  known?: RegisterKnown;
  /** Whose messages wait; absent: it is not asked. */
  customers?: Pick<WaitingCustomers, 'needs'>;
}

const urgent = { sinceMs: null, isUrgentAtOnce: true } as const;

/** Returns what an account asks for that no workflow of it says. Rejects when the server does not answer. */
export async function deskNeeds(place: DeskNeeds): Promise<BesideNeed[]> {
  const { client, account, group, egress, areKeysRefused, known, clock, customers } = place;
  const [isRefused, failing, ofRegister, waiting] = await Promise.all([
    areKeysRefused(),
    failingWorkflows(client, { accounts: [account], group, egress }),
    known === undefined ? [] : registerNeeds(known, clock.now()),
    customers?.needs() ?? [],
  ]);
  const count = failing?.count ?? 0;
  return [
    ...(isRefused ? [{ fact: { code: 'desk-trouble', source: 'refused-key' }, ...urgent } as const] : []),
    ...ofRegister,
    ...waiting,
    ...(count === 0 ? [] : [{ fact: { code: 'tasks-fail', count }, ...urgent } as const]),
  ];
}
