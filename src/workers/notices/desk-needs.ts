import type { Client } from '@temporalio/client';
import { failingWorkflows } from '../../client/lists/failing-workflows.ts';
import { registerNeeds, type BesideNeed, type RegisterKnown } from './register-needs.ts';

interface DeskNeeds {
  client: Client;
  account: string;
  group: string;
  egress: string;
  /** Whether the service refuses the key of the account. */
  hasRefusedKeys: () => boolean;
  clock: { now(): number };
  /** Absent: it is not asked. */
  known?: RegisterKnown;
}

const urgent = { sinceMs: null, isUrgentAtOnce: true } as const;

/** Returns what an account asks for that no workflow of it says. Rejects when the server does not answer. */
export async function deskNeeds(place: DeskNeeds): Promise<BesideNeed[]> {
  const { client, account, group, egress, hasRefusedKeys, known, clock } = place;
  const [failing, ofRegister] = await Promise.all([
    failingWorkflows(client, { accounts: [account], group, egress }),
    known === undefined ? [] : registerNeeds(known, clock.now()),
  ]);
  const count = failing?.count ?? 0;
  return [
    ...(hasRefusedKeys() ? [{ fact: { code: 'desk-trouble', source: 'refused-key' }, ...urgent } as const] : []),
    ...ofRegister,
    ...(count === 0 ? [] : [{ fact: { code: 'tasks-fail', count }, ...urgent } as const]),
  ];
}
