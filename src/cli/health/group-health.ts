import type { Client } from '@temporalio/client';
import { setTimeout as delay } from 'node:timers/promises';
import { leadControl, type LeadProcess, type LeadProcesses } from '../../client/index.ts';
import { failingWorkflows } from '../../client/lists/failing-workflows.ts';
import { healthProblems, isFresh, type HealthProblem } from '../../domain/health/health.ts';
import { isDead } from '../../workers/queues/take-over.ts';
import { answersAlone } from './answers-alone.ts';

interface GroupPlace {
  readonly client: Client;
  /** May have to be asked for. */
  readonly group: () => Promise<string>;
  readonly egress: string;
  readonly accounts: readonly string[];
  /** How it waits between two looks; absent: as long as it says. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** How a group is served at this moment. */
export interface GroupHealth {
  readonly lead: LeadProcesses;
  readonly problems: readonly HealthProblem[];
}

/** A heartbeat comes every four or five seconds; on a busy machine they may be further apart. */
const looks = 10;
const betweenMs = 1_000;

/** Long for one answer; what is left of a command's time is for the next question. */
const firstAnswerMs = 5_000;

/** Looks at who leads, whether its heartbeats are stored, and what does not go on. Rejects when Temporal does not answer. */
export async function groupHealth(place: GroupPlace): Promise<GroupHealth> {
  try {
    return await seenHealth(place);
  } catch (error) {
    if (!(await answersAlone(place.client, error))) throw error;
    return { lead: { leads: null, standBy: [] }, problems: [{ code: 'not-stored', leader: null }] };
  }
}

async function seenHealth(place: GroupPlace): Promise<GroupHealth> {
  const { client } = place;
  const group = await client.withDeadline(Date.now() + firstAnswerMs, () => place.group());
  const [lead, failing] = await Promise.all([leadOf(place, group), failingWorkflows(client, { ...place, group })]);
  const leader = withoutDead(lead.processes).leads?.name ?? null;
  const quietMs = lead.isQuiet ? Number.POSITIVE_INFINITY : 0;
  return { lead: lead.processes, problems: healthProblems({ silentMs: 0, leader, quietMs, failing, register: null }) };
}

interface SeenLead {
  readonly processes: LeadProcesses;
  readonly isQuiet: boolean;
}

/** One look is enough where the last heartbeat is young, or no process is there that could take the lead. */
async function leadOf({ client, pause = delay }: GroupPlace, group: string): Promise<SeenLead> {
  const control = leadControl(client, group);
  const processes = await client.withDeadline(Date.now() + firstAnswerMs, () => control.processes());
  const { leads, standBy } = withoutDead(processes);
  if (isFresh(sightOf(leads), Date.now())) return { processes, isQuiet: false };
  if (leads === null && standBy.length === 0) return { processes, isQuiet: true };
  for (let look = 0; look < looks; look += 1) {
    await pause(betweenMs);
    const seen = await control.leader();
    if (seen !== null && !isDead(seen.name) && markOf(seen) !== markOf(leads))
      return { processes: { ...processes, leads: seen }, isQuiet: false };
  }
  return { processes, isQuiet: true };
}

/** A process of this machine that has died leads nothing, although the server has still to notice. */
function withoutDead({ leads, standBy }: LeadProcesses): LeadProcesses {
  return {
    leads: leads === null || isDead(leads.name) ? null : leads,
    standBy: standBy.filter(({ name }) => !isDead(name)),
  };
}

const sightOf = (leads: LeadProcess | null) => ({ leader: leads?.name ?? null, heardMs: leads?.heardMs ?? null });
const markOf = (leads: LeadProcess | null): string => (leads === null ? '' : `${leads.name} ${leads.heardMs ?? ''}`);
