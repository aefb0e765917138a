import { hostname } from 'node:os';
import type { Client } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import { served } from '../../../src/cli/doctor/served-check.ts';
import { groupHealth } from '../../../src/cli/health/group-health.ts';

/** No process has it. */
const deadHere = `4194305@${hostname()}`;

interface Seen {
  /** The leader at each look, with the age of its last heartbeat in s; the last one stays. */
  leads: readonly (readonly [name: string, ageS: number] | null)[];
  standBy?: readonly string[];
  failing?: readonly string[];
  /** What waits for a worker. */
  desks?: number;
  /** All that runs. */
  running?: number;
  /** Why no workflow can be read. */
  why?: Error;
  /** Whether the server knows its namespace. */
  isNamed?: boolean;
}

function clientOf({ leads, standBy = [], failing = [], desks = 1, running = 9, why, isNamed = true }: Seen): Client {
  const nowS = Math.floor(Date.now() / 1_000);
  let look = -1;
  const describe = async () => {
    if (why !== undefined) throw why;
    look += 1;
    const lead = leads[Math.min(look, leads.length - 1)] ?? null;
    if (lead === null) return { raw: { pendingActivities: [] } };
    const [lastWorkerIdentity, ageS] = lead;
    return {
      raw: { pendingActivities: [{ state: 2, lastWorkerIdentity, lastHeartbeatTime: { seconds: nowS - ageS } }] },
    };
  };
  const lastAccessTime = { seconds: nowS };
  const within = (_: unknown, ask: () => Promise<unknown>) => ask();
  return {
    options: { namespace: 'default' },
    withDeadline: within,
    withAbortSignal: within,
    workflowService: {
      describeNamespace: () => (isNamed ? Promise.resolve({}) : Promise.reject(new Error('no answer'))),
      describeTaskQueue: async () => ({ pollers: standBy.map((identity) => ({ identity, lastAccessTime })) }),
    },
    workflow: {
      getHandle: () => ({ describe }),
      list: async function* () {
        const TemporalReportedProblems = ['category=WorkflowTaskFailed', 'cause=WorkflowTaskFailedCauseOdd'];
        const typedSearchAttributes = { get: () => TemporalReportedProblems };
        for (const workflowId of failing) yield { workflowId, runId: 'run', typedSearchAttributes };
      },
      count: async (query: string) => ({ count: query.includes('accountDesk') ? desks : running }),
    },
  } as unknown as Client;
}

async function look(seen: Seen) {
  const place = {
    client: clientOf(seen),
    group: async () => 'g',
    egress: 'e',
    accounts: ['a'],
    pause: async () => undefined,
  };
  const { lead, problems } = await groupHealth(place);
  return [lead.leads?.name ?? null, problems.map(({ code }) => code)];
}

describe('how a group is served, at this moment', () => {
  it.each<[string, Seen, readonly [leader: string | null, codes: string[]]]>([
    ['a lead that was heard of just now', { leads: [['7@far', 1]] }, ['7@far', []]],
    [
      'one whose heartbeat looks old and comes again: the clocks differ',
      {
        leads: [
          ['7@far', 60],
          ['7@far', 60],
          ['7@far', 58],
        ],
      },
      ['7@far', []],
    ],
    ['one whose heartbeats are not stored', { leads: [['7@far', 60]] }, ['7@far', ['not-stored']]],
    ['a lead that passes on', { leads: [null, null, ['8@far', 0]], standBy: ['8@far'] }, ['8@far', []]],
    ['a lead that no process takes', { leads: [null], standBy: ['8@far'] }, [null, ['no-lead']]],
    [
      'a leader of this machine that was killed',
      { leads: [[deadHere, 1]], standBy: [deadHere] },
      [deadHere, ['no-lead']],
    ],
    ['no process at all', { leads: [null] }, [null, ['no-lead']]],
    ['a workflow whose tasks fail', { leads: [['7@far', 1]], failing: ['order:a:1'] }, ['7@far', ['tasks-fail']]],
  ])('%s', async (_, seen, judged) => expect(await look(seen)).toEqual(judged));
});

/** A gRPC status, as the client of Temporal has it. */
const status = (code: number, details: string): Error =>
  new Error('Failed to describe workflow', {
    cause: Object.assign(new Error(`${code} ${details}`), { code, details, metadata: {} }),
  });

describe('a server that answers, and reads and stores nothing', () => {
  const ask = (why: Error, isNamed: boolean) => {
    const client = clientOf({ leads: [null], why, isNamed });
    return groupHealth({ client, group: async () => 'g', egress: 'e', accounts: ['a'] });
  };
  const lost = [status(14, 'shard status unknown'), status(4, 'Deadline exceeded')];

  it.each(lost)('is not served: %s', async (why) => {
    const { problems } = await ask(why, true);
    expect(problems).toEqual([{ code: 'not-stored', leader: null }]);
  });

  it.each(lost)('one that does not answer at all is another trouble: %s', async (why) => {
    await expect(ask(why, false)).rejects.toThrow();
  });

  it('a refusal stays one', async () => {
    const refused = status(7, 'no');
    await expect(ask(refused, true)).rejects.toBe(refused);
  });
});

describe('what the doctor finds of it', () => {
  const found = async (seen: Seen, isLead = false) => {
    const world = { client: async () => clientOf(seen), accounts: [{ account: 'a' }], group: 'g', egress: 'e', isLead };
    return [await served(world)].flat().map(({ verdict, text }) => `${verdict}: ${text}`);
  };

  it('no worker yet is no fault; none beside what waits for one is broken, as at `/healthz`', async () => {
    expect(await found({ leads: [null], desks: 0 })).toEqual(['ok: no worker serves g now']);
    expect(await found({ leads: [null] })).toEqual([expect.stringMatching(/^broken: no worker leads/)]);
    expect(await found({ leads: [null] }, true)).toEqual([expect.stringMatching(/^warning: no worker leads/)]);
  });

  it('who leads and who stands by', async () => {
    expect(await found({ leads: [['7@far', 0]], standBy: ['7@far', '8@far'] })).toEqual([
      'ok: g is served by 7@far; 8@far stands by',
    ]);
  });

  it('what fails, beside who leads: the worker that puts it right is not kept from beginning', async () => {
    expect(await found({ leads: [['7@far', 0]], failing: ['order:a:1'] })).toEqual([
      'ok: g is served by 7@far',
      'warning: one workflow does not go on, because its tasks fail: order:a:1 (Odd)',
    ]);
  });

  it('what fails so widely that `/healthz` is 503 is broken, but not for the worker that is about to begin', async () => {
    const seen: Seen = { leads: [['7@far', 0]], failing: ['guard:a'] };
    const line = expect.stringMatching(/^broken: one workflow does not go on/);
    expect(await found(seen)).toEqual(['ok: g is served by 7@far', line]);
    expect(await found({ ...seen, failing: ['order:a:1'], running: 2 })).toContainEqual(line);
    expect(await found(seen, true)).toContainEqual(expect.stringMatching(/^warning: one workflow/));
  });

  it('without a configuration nothing is looked at', async () => {
    const world = {
      client: () => Promise.reject(new Error('asked')),
      accounts: [],
      group: null,
      egress: 'e',
      isLead: false,
    };
    expect(await served(world)).toMatchObject({ verdict: 'skipped' });
  });
});
