import type { Client } from '@temporalio/client';
import { failingWorkflows } from '../../client/lists/failing-workflows.ts';
import type { AccountRegister } from '../../register/account-register.ts';
import type { NeedFacts } from './need-facts.ts';

interface DeskNeeds {
  client: Client;
  account: string;
  group: string;
  egress: string;
  /** Whether the service refuses the key of the account. */
  hasRefusedKeys: () => boolean;
  /** Absent: it is not asked. */
  register?: Pick<AccountRegister, 'hasOtherTemporal'>;
}

const urgent = { sinceMs: null, isUrgentAtOnce: true } as const;

/** Returns what an account asks for that no workflow of it says. Rejects when the server does not answer. */
export async function deskNeeds(place: DeskNeeds): Promise<NeedFacts[]> {
  const { client, account, group, egress, hasRefusedKeys, register } = place;
  const [failing, isOther] = await Promise.all([
    failingWorkflows(client, { accounts: [account], group, egress }),
    // Without a register no money moves either, and that has a need of its own.
    register?.hasOtherTemporal().catch(() => false) ?? false,
  ]);
  const count = failing?.count ?? 0;
  return [
    ...(hasRefusedKeys() ? [{ fact: { code: 'desk-trouble', source: 'refused-key' }, ...urgent } as const] : []),
    ...(isOther ? [{ fact: { code: 'desk-trouble', source: 'temporal' }, ...urgent } as const] : []),
    ...(count === 0 ? [] : [{ fact: { code: 'tasks-fail', count }, ...urgent } as const]),
  ];
}
