import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { deskControl } from '../../../src/client/index.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import type { AccountDeskInput, DeskView, IntakeReport } from '../../../src/workflows/contract/definitions.ts';
import { rules } from '../fixtures.ts';
import { heldUntilCancelled, untilView, withWorkers, type FakeActivities } from '../workflow-harness.ts';

export function deskInput(account: string, part: Partial<AccountDeskInput> = {}): AccountDeskInput {
  return { account, egress: 'default', mode: 'sim', adoptAds: null, ...part };
}

export function startDesk({ client }: TestWorkflowEnvironment, input: AccountDeskInput) {
  return client.workflow.start('accountDesk', {
    workflowId: definitions.deskWorkflowId(input.account),
    taskQueue: definitions.groupTaskQueue(input.account),
    args: [input],
  });
}

const { limits: _limits, ...rulesWithoutLimits } = rules;
export const adoptAds = { rules: rulesWithoutLimits, limitRatio: '0.02' };

export type Handle = Awaited<ReturnType<typeof startDesk>>;

const me = { by: 'ana' };
/** An intake that looks until it is cancelled. */
export const watchOrders: Required<FakeActivities>['watchOrders'] = heldUntilCancelled;
export const view = (handle: Handle, holds: (view: DeskView) => boolean): Promise<DeskView> =>
  untilView(() => handle.query(definitions.deskStateQuery), holds);

/** A report in which nothing is odd. */
export const report: IntakeReport = {
  atMs: 1,
  running: 3,
  started: 5,
  businessStatus: 'open',
  unreadable: [],
  uncarried: [],
  untold: [],
  cutAfter: null,
  guard: { switches: { all: null, releases: null, repricing: null, ads: null }, rules: null },
  egress: { banUntilMs: null, breakerOpenUntilMs: null },
};
export const tell = (handle: WorkflowHandle, part: Partial<IntakeReport>): Promise<void> =>
  handle.signal(definitions.intakeReportFact.signal, { ...report, ...part });

async function stopped({ client }: TestWorkflowEnvironment, handle: Handle, account: string): Promise<void> {
  // By its id: the handle of a start knows the first run only.
  const latest = client.workflow.getHandle(handle.workflowId);
  // As an operator does: a command whose task the server had to repeat is sent again.
  await deskControl(client, account).stop(me);
  await latest.result();
}

/** Runs one desk with the activities; stopped after the test. */
export async function withDesk(
  env: TestWorkflowEnvironment,
  {
    account,
    activities,
    input = {},
  }: { account: string; activities: FakeActivities; input?: Partial<AccountDeskInput> },
  test: (handle: Handle) => Promise<void>,
): Promise<void> {
  await withWorkers(env, { account, activities }, async () => {
    const handle = await startDesk(env, deskInput(account, input));
    await test(handle);
    await stopped(env, handle, account);
  });
}
