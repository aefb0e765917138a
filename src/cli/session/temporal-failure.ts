import {
  QueryNotRegisteredError,
  QueryRejectedError,
  WorkflowFailedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { CommandRefusedError, CommandTimeoutError } from '../../client/kit/command-answer.ts';
import { RequestIdTakenError } from '../../client/controls/placement-request.ts';
import { temporalTrouble } from '../../client/connection/temporal-trouble.ts';
import { parseWorkflowId, type WorkflowIdParts } from '../../workflows/contract/workflow-ids.ts';
import { refusedFailure } from '../../domain/refusals/refusal.ts';
import type { Described } from '../kit/cli-failure.ts';
import { ExitCode } from '../kit/exit-code.ts';

const slow = 'no answer in time: check that `peerdesk worker` runs (--timeout waits longer)';
const slowServer = 'no answer from the Temporal server in time (--timeout waits longer)';
/** The server forgets an update that no worker has taken when it restarts; one that was taken counts once. */
const slowCommand =
  'no answer in time: what was sent may be lost: look, and repeat: a repetition does no harm; check that `peerdesk worker` runs (--timeout waits longer)';

/** Returns the exit code and line for an error of the Temporal client; null for any other error. */
export function describeTemporalFailure(error: Error): Described | null {
  if (error instanceof WorkflowNotFoundError) return notFound(error);
  if (error instanceof WorkflowUpdateFailedError || error instanceof WorkflowFailedError) return failed(error.cause);
  if (isRefusal(error)) return refused(error.message);
  if (error instanceof CommandTimeoutError || error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) {
    return { exitCode: ExitCode.TIMEOUT, line: timeoutLine(error) };
  }
  if (error instanceof QueryNotRegisteredError || error instanceof QueryRejectedError) {
    return {
      exitCode: ExitCode.ERROR,
      line: `${error.message}: the worker runs another version of Peerdesk; update it`,
    };
  }
  const { name } = error;
  if (name === 'NamespaceNotFoundError') return configuration(`${error.message}: check TEMPORAL_NAMESPACE`);
  return grpcFailure(error);
}

/** Only a command and a query need a worker: of the rest the server alone is late. */
function timeoutLine(error: Error): string {
  if (!(error instanceof CommandTimeoutError) || error.asked === 'command') return slowCommand;
  return error.asked === 'query' ? slow : `${error.message} (--timeout waits longer)`;
}

const isRefusal = (error: Error): boolean =>
  error instanceof CommandRefusedError || error instanceof RequestIdTakenError;

const configuration = (line: string): Described => ({ exitCode: ExitCode.CONFIGURATION, line });
const notRunning = (line: string): Described => ({ exitCode: ExitCode.NOT_RUNNING, line });

const wordings: Record<WorkflowIdParts['kind'], (parts: WorkflowIdParts) => string> = {
  ad: ({ subject }) => `ad ${subject} is not kept (never started, or stopped): see \`peerdesk ad list --all\``,
  order: ({ subject }) =>
    `order ${subject} is not carried (unknown, ended, or not seen yet by the desk): see \`peerdesk order list --all\` and \`peerdesk desk show\``,
  place: ({ subject }) => `no placement ${subject} runs: see \`peerdesk order list --all\``,
  change: ({ subject }) => `no change of ad ${subject} runs`,
  publish: ({ subject }) => `no ad is being published as ${subject}: see \`peerdesk config diff\``,
  desk: ({ owner }) => `no desk runs for account ${owner}: start one with \`peerdesk desk start --account ${owner}\``,
  guard: ({ owner }) => `account ${owner} has no guard yet: a worker, a desk or a kill switch starts it`,
  notices: ({ owner }) =>
    `no one is notified for account ${owner}: give its worker PEERDESK_NOTIFY_URL, PEERDESK_NOTIFY_COMMAND or PEERDESK_NOTIFY_TELEGRAM_TOKEN`,
  egress: ({ owner }) => `egress ${owner} has never met a ban or an open breaker`,
  lead: ({ owner }) => `no process leads account ${owner}: start a worker`,
};

function notFound({ workflowId }: WorkflowNotFoundError): Described {
  const parts = parseWorkflowId(workflowId);
  const line = parts === null ? `there is no workflow ${workflowId}` : wordings[parts.kind](parts);
  return { exitCode: ExitCode.NOT_FOUND, line };
}

function failed(cause: Error | undefined): Described {
  const message = cause?.message ?? 'no reason given';
  const isRefusal = cause instanceof ApplicationFailure && cause.type === refusedFailure;
  if (isRefusal) return refused(message);
  return { exitCode: ExitCode.ERROR, line: `the workflow failed: ${message}; look at its history in the Web UI` };
}

const refused = (reason: string): Described => ({ exitCode: ExitCode.REFUSED, line: `refused: ${reason}` });

function grpcFailure(error: Error): Described | null {
  const trouble = temporalTrouble(error);
  if (trouble === null) return null;
  const { words } = trouble;
  switch (trouble.kind) {
    case 'late':
      return { exitCode: ExitCode.TIMEOUT, line: slowServer };
    case 'unreachable':
      return notRunning(`Temporal cannot be reached (${words}): check that it runs, and TEMPORAL_ADDRESS`);
    case 'unserved':
      return notRunning(`no worker answers (${words}): start \`peerdesk worker\``);
    case 'access':
      return configuration(`Temporal refuses access (${words}): check TEMPORAL_API_KEY or the client certificate`);
    case 'namespace':
      return configuration(`${words.replace(/\.$/, '')}: check TEMPORAL_NAMESPACE`);
    case 'invalid':
      return invalidArgument(words);
    case 'other':
      return { exitCode: ExitCode.ERROR, line: `Temporal answered: ${words}; look at its log` };
  }
}

/** A namespace without our search attributes has never seen a worker of ours. */
function invalidArgument(words: string): Described {
  if (!/search attribute|Peerdesk[A-Z]/.test(words))
    return { exitCode: ExitCode.ERROR, line: `Temporal refuses: ${words}` };
  return notRunning(
    `this namespace does not know Peerdesk's search attributes (${words}): start \`peerdesk worker\` once`,
  );
}
