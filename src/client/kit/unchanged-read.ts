import type { Client } from '@temporalio/client';
import { readOf } from './command-answer.ts';

const timeoutMs = 5_000;

interface ReadOptions<View> {
  client: Client;
  workflowId: string;
  /** Asks the workflow itself. */
  read: () => Promise<View>;
}

/**
 * Asks a workflow again only when its history has grown, for Temporal Cloud bills a query and not a look at how long a history
 * is. What a workflow has received and not handled yet may be missing: what must not miss it asks the workflow itself.
 */
export class UnchangedRead<View> {
  readonly #options: ReadOptions<View>;
  #known: { readonly mark: string; readonly view: View } | null = null;

  constructor(options: ReadOptions<View>) {
    this.#options = options;
  }

  /** Returns what the workflow answers by now. Rejects with WorkflowNotFoundError or CommandTimeoutError. */
  async get(): Promise<View> {
    const mark = await this.#mark();
    if (this.#known?.mark === mark) return this.#known.view;
    // The mark is the older of the two: what comes between is asked for by the next look.
    const view = await this.#options.read();
    this.#known = { mark, view };
    return view;
  }

  async #mark(): Promise<string> {
    const { client, workflowId } = this.#options;
    const handle = client.workflow.getHandle(workflowId);
    const { runId, historyLength } = await readOf({ client, workflowId, timeoutMs }, () => handle.describe());
    return `${runId} ${historyLength}`;
  }
}
