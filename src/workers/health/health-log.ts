import type { Logger } from 'pino';
import type { FailingWorkflow, HealthProblem } from '../../domain/health/health.ts';
import { healthText } from '../../words/health-words.ts';
import type { Health } from './health-watch.ts';

/** What of a change of the health is worth a line: each problem when it begins, each workflow whose tasks fail, and the end. */
export function healthLog(
  logger: Pick<Logger, 'info' | 'error'>,
  { causeOf }: { causeOf: (workflow: FailingWorkflow) => string },
): (health: Health) => void {
  let before: readonly HealthProblem[] = [];
  const named = new Set<string>();
  return ({ isServing, problems }) => {
    for (const problem of problems) {
      if (!before.some(({ code }) => code === problem.code))
        logger.error({ event: 'health', state: problem.code }, healthText(problem));
      if (problem.code === 'tasks-fail') nameEach(problem.failing.listed);
    }
    if (problems.length === 0 && before.length > 0) logger.info({ event: 'health' }, 'the desk is served again');
    if (problems.length === 0 && before.length === 0 && !isServing)
      logger.error({ event: 'health' }, 'this worker does not poll');
    before = problems;
  };

  function nameEach(listed: readonly FailingWorkflow[]): void {
    for (const workflow of listed) {
      const { workflowId, runId } = workflow;
      if (named.has(runId)) continue;
      named.add(runId);
      logger.error(
        { event: 'health', workflowId, runId, reason: causeOf(workflow) },
        'the tasks of this workflow fail: it does not go on',
      );
    }
  }
}
