import { Context } from '@temporalio/activity';
import type { ActivityDependencies } from './dependencies.ts';
import { toActivityFailure } from './failure.ts';

/** Reads wait for as long as a ban lasts: the wait is a pending retry. */
const unlimitedMs = Number.POSITIVE_INFINITY;

/** Runs a read; its failure becomes one that the server retries with the right delay. */
export function read<T>(deps: ActivityDependencies, call: () => Promise<T>): Promise<T> {
  return converted(deps, call, unlimitedMs);
}

/** Runs a write that may be repeated; a failure that needs a longer wait than this goes back to the workflow. */
export function write<T>(deps: ActivityDependencies, call: () => Promise<T>): Promise<T> {
  return converted(deps, call, deps.settings.backoffCapMs);
}

async function converted<T>(
  deps: ActivityDependencies,
  call: () => Promise<T>,
  longestRetryMs: number,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const { attempt } = Context.current().info;
    const { random, settings } = deps;
    throw toActivityFailure(error, { attempt, random, settings, longestRetryMs });
  }
}
