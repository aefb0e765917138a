/** What is said of a group that is not served as it should be. */
import type { HealthProblem } from '../domain/health/health.ts';
import { silentText } from './register-words.ts';

/** So many workflows are named. */
const maxNamed = 3;

/** Returns a problem as a sentence. */
export function healthText(problem: HealthProblem): string {
  switch (problem.code) {
    case 'temporal-silent':
      return 'no Temporal server answers: nothing is priced, released or taken in';
    case 'not-stored':
      if (problem.leader === null)
        return 'Temporal answers, and neither reads nor stores anything of the desk: is the disk of the server full, or is the server held up?';
      return `${problem.leader} leads, and Temporal stores none of its heartbeats: is the disk of the server full, is the server held up, or is that process gone?`;
    case 'no-lead':
      return 'no worker leads: nothing is priced, released or taken in';
    case 'tasks-fail':
      return failingText(problem);
    case 'register-silent':
      return `${silentText}: ${problem.why}`;
  }
}

function failingText({ failing }: Extract<HealthProblem, { code: 'tasks-fail' }>): string {
  const { count, listed } = failing;
  const named = listed.slice(0, maxNamed).map(({ workflowId, cause }) => `${workflowId} (${cause})`);
  const more = count > named.length ? ` and ${count - named.length} more` : '';
  const what =
    count === 1
      ? 'one workflow does not go on, because its tasks fail'
      : `${count} workflows do not go on, because their tasks fail`;
  return `${what}: ${named.join(', ')}${more}`;
}

/** Returns what a person does about it. */
export function healthRemedy({ code }: HealthProblem): string {
  switch (code) {
    case 'temporal-silent':
      return 'start the server, or look why it is held up';
    case 'not-stored':
      return 'make room on the disk of the server (`df`), then look at its log';
    case 'no-lead':
      return 'start `peerdesk worker`, or look in the log of the one that runs';
    case 'tasks-fail':
      return 'put the version back that served before, or look in the log of the worker: it names each with its cause';
    case 'register-silent':
      return 'docs/runbook.md: "the register does not answer"';
  }
}
