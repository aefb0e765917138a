import { Context } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import type { AccountActivities } from '../../../src/workers/dispatch/account-activities.ts';
import { AccountWork, type Shares } from '../../../src/workers/dispatch/account-work.ts';
import { createDispatcher, type SentBack } from '../../../src/workers/dispatch/dispatcher.ts';

export const shares: Shares = { call: 2, read: 2, notice: 1, step: 1, look: 2, watch: 2 };

interface Ran {
  name: string;
  account: string;
  workflowId: string | undefined;
}

/** A caller whose activity has so much time in all. */
interface Caller {
  workflowId: string;
  limitMs: number;
  /** Default: 30 s. */
  attemptMs?: number;
  /** Default: the first. */
  attempt?: number;
}

/** Activities of an account that wait until the test lets them end. */
export function openAccounts(names: readonly string[], share: Shares = shares) {
  const ran: Ran[] = [];
  const open = Promise.withResolvers<void>();
  const activity = (name: string, account: string) => async (): Promise<string> => {
    ran.push({ name, account, workflowId: Context.current().info.workflowExecution?.workflowId });
    await open.promise;
    return `${name} of ${account}, asked by ${Context.current().info.workflowExecution?.workflowId}`;
  };
  const ofAll = (account: string) => new Proxy({}, { get: (_, name) => activity(String(name), account) });
  const activities = (account: string) =>
    ({ calls: ofAll(account), money: ofAll(account), watch: ofAll(account) }) as unknown as AccountActivities;
  const admitted = Promise.resolve(true);
  const works = new Map(
    names.map((name) => [name, new AccountWork(activities(name), { shares: share, admitted, clock: () => 0 })]),
  );
  const sentBack: SentBack[] = [];
  const lead = { isHeld: true };
  const dispatcher = createDispatcher({
    isOpen: async () => lead.isHeld,
    workOf: (account) => works.get(account) ?? null,
    refusalOf: () => null,
    onSentBack: (refusal) => sentBack.push(refusal),
    random: () => 0,
  });
  const ask = async (queue: 'calls' | 'money' | 'watch', name: string, caller: string | Caller | null) => {
    const {
      workflowId,
      limitMs,
      attempt = 1,
      attemptMs = 30_000,
    }: { workflowId: string | null; limitMs: number; attempt?: number; attemptMs?: number } = typeof caller === 'object'
      ? (caller ?? { workflowId: null, limitMs: 0, attempt: 1 })
      : { workflowId: caller, limitMs: 0, attempt: 1 };
    const alone = { inWorkflow: false, workflowType: undefined, workflowExecution: undefined };
    const asked = workflowId === null ? alone : { workflowExecution: { workflowId, runId: 'r' } };
    const info = {
      ...asked,
      attempt,
      scheduleToCloseTimeoutMs: limitMs,
      startToCloseTimeoutMs: attemptMs,
    } as ConstructorParameters<typeof MockActivityEnvironment>[0];
    const run = dispatcher[queue][name];
    if (run === undefined) throw new Error(`${name} is not registered on ${queue}`);
    return new MockActivityEnvironment(info).run(run, {});
  };
  return { works, ran, sentBack, ask, lead, letEnd: open.resolve };
}

/** Everything that can happen without another word has happened then. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));
export const many = (count: number, ask: (index: number) => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => ask(index)));
