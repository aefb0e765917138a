import type { Client } from '@temporalio/client';
import { isServing, type HealthProblem } from '../../domain/health/health.ts';
import { healthRemedy, healthText } from '../../words/health-words.ts';
import { isDead } from '../../workers/queues/take-over.ts';
import { groupHealth } from '../health/group-health.ts';
import { broken, ok, skipped, warning, type Finding } from './check.ts';

interface ServedWorld {
  client: () => Promise<Client>;
  accounts: readonly { account: string }[];
  /** What the processes of the configuration serve; null without a configuration. */
  group: string | null;
  egress: string;
  /** The process that looks has the lead itself, and is about to begin. */
  isLead: boolean;
}

/**
 * Looks whether the group is served: by the heartbeat of the process that leads, since a poll of one that was killed stays
 * listed for a minute, and by workflows whose tasks fail.
 */
export async function served({
  client,
  group,
  egress,
  accounts,
  isLead,
}: ServedWorld): Promise<Finding | readonly Finding[]> {
  if (group === null) return skipped('not looked at: who leads');
  const connected = await client();
  const names = accounts.map(({ account }) => account);
  const { lead, problems } = await groupHealth({
    client: connected,
    group: async () => group,
    egress,
    accounts: names,
  });
  const { leads, standBy } = lead;
  if (problems.some(({ code }) => code === 'no-lead') && !(await runsAnything(connected, names)))
    return ok(`no worker serves ${group} now`);
  const others = standBy.map(({ name }) => name).filter((name) => name !== leads?.name && !isDead(name));
  const beside = others.length === 0 ? '' : `; ${others.join(', ')} ${others.length === 1 ? 'stands' : 'stand'} by`;
  const isLed = leads !== null && problems.every(({ code }) => code === 'tasks-fail');
  return [
    ...(isLed ? [ok(`${group} is served by ${leads.name}${beside}`)] : []),
    ...problems.map((one) => findingOf(one, isLead)),
  ];
}

/** Broken is what `/healthz` is 503 for; what the version of a worker that is about to begin puts right does not keep it from beginning. */
function findingOf(problem: HealthProblem, isLead: boolean): Finding {
  const isBroken = problem.code === 'not-stored' || !(isLead || isServing([problem]));
  const make = isBroken ? broken : warning;
  return make(healthText(problem), healthRemedy(problem));
}

/** What waits for a worker. A desk that was never started lacks none. */
const waiting = [
  'accountDesk',
  'adMaintenance',
  'orderLifecycle',
  'orderPlacement',
  'adPublication',
  'adChange',
] as const;

async function runsAnything(client: Client, accounts: readonly string[]): Promise<boolean> {
  const names = accounts.map((account) => `'${account}'`).join(', ');
  const types = waiting.map((type) => `'${type}'`).join(', ');
  const query = `ExecutionStatus = 'Running' AND WorkflowType IN (${types}) AND PeerdeskAccount IN (${names})`;
  return (await client.workflow.count(query)).count > 0;
}
