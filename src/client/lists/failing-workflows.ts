import { isGrpcServiceError, type Client } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import { noneFailing, type FailingWorkflow, type FailingWorkflows } from '../../domain/health/health.ts';
import { egressWorkflowId, leadWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { temporalTrouble } from '../connection/temporal-trouble.ts';

/** Whose workflows are looked at. */
interface FailingFilter {
  readonly accounts: readonly string[];
  readonly group: string;
  readonly egress: string;
}

/** The server's own. */
const reportedProblems = defineSearchAttributeKey('TemporalReportedProblems', 'KEYWORD_LIST');
/** So many are named. */
const maxListed = 20;

/**
 * Returns which workflows cannot go on because their tasks fail, as the server notes it after a few failures in a row; null
 * where it notes nothing of the kind. Rejects when it does not answer.
 */
export async function failingWorkflows(client: Client, filter: FailingFilter): Promise<FailingWorkflows | null> {
  const { accounts, group, egress } = filter;
  const names = accounts.map((account) => `'${account}'`).join(', ');
  const ids = `'${leadWorkflowId(group)}', '${egressWorkflowId(egress)}'`;
  const running = `ExecutionStatus = 'Running' AND (PeerdeskAccount IN (${names}) OR WorkflowId IN (${ids}))`;
  const failing = `${running} AND TemporalReportedProblems IS NOT NULL`;
  try {
    const listed: FailingWorkflow[] = [];
    for await (const { workflowId, runId, typedSearchAttributes } of client.workflow.list({
      query: failing,
      pageSize: maxListed,
    })) {
      listed.push({ workflowId, runId, cause: causeOf(typedSearchAttributes.get(reportedProblems) ?? []) });
      if (listed.length === maxListed) break;
    }
    if (listed.length === 0) return noneFailing;
    const count = listed.length < maxListed ? listed.length : (await client.workflow.count(failing)).count;
    return { count, running: (await client.workflow.count(running)).count, listed };
  } catch (error) {
    if (isUnknownAttribute(error)) return null;
    throw error;
  }
}

/** A server before 1.30 has no such attribute. */
function isUnknownAttribute(error: unknown): boolean {
  const cause = error instanceof Error && !isGrpcServiceError(error) ? error.cause : error;
  const trouble = cause instanceof Error ? temporalTrouble(cause) : null;
  return trouble?.kind === 'invalid' && trouble.words.includes('TemporalReportedProblems');
}

/** The words name a category and a cause: `cause=WorkflowTaskFailedCauseNonDeterministicError`. */
function causeOf(words: readonly string[]): string {
  const [, cause = 'unknown'] = /^cause=(?:WorkflowTaskFailedCause)?(\w{1,80})$/.exec(words.at(-1) ?? '') ?? [];
  return cause;
}
