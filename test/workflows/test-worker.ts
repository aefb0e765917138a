import { Worker, type CompiledWorkerOptions, type Logger } from '@temporalio/worker';
import type { WorkflowCreator } from '@temporalio/worker/lib/workflow/interface.js';
import { globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js';
import type { WorkflowBundleWithSourceMapAndFilename } from '@temporalio/worker/lib/workflow/workflow-worker-thread/input.js';

type Bundle = WorkflowBundleWithSourceMapAndFilename;

const bundles = new Map<string, Promise<Bundle | undefined>>();
const creators = new Map<string, Promise<WorkflowCreator>>();

/**
 * A worker whose workflows run in this thread, all of this process in one V8 context, as those of a desk's worker do.
 * To read, map and evaluate the bundle for each test costs more than the test.
 */
export class TestWorker extends Worker {
  protected static override getOrCreateBundle(
    options: CompiledWorkerOptions,
    logger: Logger,
  ): Promise<Bundle | undefined> {
    const { workflowBundle } = options;
    if (workflowBundle === undefined || !('codePath' in workflowBundle))
      return super.getOrCreateBundle(options, logger);
    return once(bundles, workflowBundle.codePath, () => super.getOrCreateBundle(options, logger));
  }

  protected static override async createWorkflowCreator(
    bundle: Bundle,
    options: CompiledWorkerOptions,
    logger: Logger,
  ): Promise<WorkflowCreator> {
    const key = JSON.stringify([bundle.filename, ...options.activities.keys()]);
    const shared = await once(creators, key, async () => {
      const creator = await super.createWorkflowCreator(bundle, withoutTimer(options), logger);
      stopTracingPromises();
      return creator;
    });
    // This worker ends; the context stays for the next one.
    return { createWorkflow: (start) => shared.createWorkflow(start), destroy: async () => undefined };
  }
}

function once<T>(made: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const found = made.get(key) ?? make();
  made.set(key, found);
  return found;
}

/** In this thread the time limit of a step is 49 days; Node starts a thread for each step to watch over it. */
function withoutTimer(options: CompiledWorkerOptions): CompiledWorkerOptions {
  return { ...options, isolateExecutionTimeoutMs: undefined as unknown as number };
}

/**
 * Ends the hook that notes for each new promise of this process, a test's own too, where it was made: the stack of a
 * waiting workflow, which no test asks for. Stacks of errors stay mapped to the sources.
 */
function stopTracingPromises(): void {
  const mapped = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  globalHandlers.uninstall();
  if (mapped !== undefined) Object.defineProperty(Error, 'prepareStackTrace', mapped);
}
