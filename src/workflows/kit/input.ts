import {
  ApplicationFailure,
  CancellationScope,
  allHandlersFinished,
  condition,
  workflowInfo,
} from '@temporalio/workflow';
import type { z } from 'zod';
import { issuesText } from '../../domain/issue-text.ts';
import type { KeptMemory } from '../contract/kept-memory.ts';
import { unreadableReason } from '../contract/unreadable.ts';
import type { Run } from './run.ts';

/**
 * Returns the parsed input of a workflow. A malformed one fails the execution with the reason, and so does a memory
 * that no continue-as-new has carried: a forged one could name approvals and finished steps.
 */
export function parseInput<Input extends object>(schema: z.ZodType<Input>, input: unknown): Input {
  const { workflowType, continuedFromExecutionRunId } = workflowInfo();
  const unreadable = unreadableReason(input);
  if (unreadable !== null) refuseUnreadable(unreadable);
  const read = schema.safeParse(input);
  if (!read.success) {
    throw ApplicationFailure.nonRetryable(`${workflowType}: ${issuesText(read.error)}`, 'MALFORMED_INPUT');
  }
  if ('memory' in read.data && read.data.memory !== undefined && continuedFromExecutionRunId === undefined) {
    throw ApplicationFailure.nonRetryable(`${workflowType}: memory is set by continue-as-new only`, 'FORGED_MEMORY');
  }
  return read.data;
}

/**
 * The input of a run that was under way, or that an earlier run has made, was readable once: this worker lacks a key.
 * An error that is no Temporal failure fails the task alone, and the run goes on when a worker has the key. A run that
 * begins with such an input was begun by a stranger: it ends.
 */
function refuseUnreadable(reason: string): never {
  const { workflowType, continuedFromExecutionRunId, unsafe } = workflowInfo();
  if (unsafe.isReplaying || continuedFromExecutionRunId !== undefined) {
    throw new Error(`${workflowType}: ${reason}; the run waits for a worker that can read it`);
  }
  throw ApplicationFailure.nonRetryable(`${workflowType}: ${reason}`, 'MALFORMED_INPUT');
}

/**
 * Runs a main loop so that a cancellation from outside (a button of the Web UI) does not end it: `onCancel` asks a
 * human, or has it end by itself where it may. At the end commands that wait for a look are answered, and the
 * handlers finish, because a continue-as-new drops what they still hold.
 */
export async function keptThroughCancel<T>(
  run: Run<KeptMemory>,
  main: () => Promise<T>,
  onCancel: () => void = () => undefined,
): Promise<T> {
  CancellationScope.current().cancelRequested.catch(onCancel);
  return CancellationScope.nonCancellable(async () => {
    const end = await main();
    run.settle(Number.MAX_SAFE_INTEGER);
    await condition(allHandlersFinished);
    return end;
  });
}
