import { IllegalStateError, type DataConverter } from '@temporalio/common';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { workerConverter } from '../../codec/data-converter.ts';
import { plainCodec } from '../../codec/payload-codec.ts';
import { AskingWorkflows } from '../notices/asking-workflows.ts';
import type { History } from './protocol-json.ts';

/** A history, and which run of which workflow it is of. */
export interface NamedHistory {
  /** How a report names it: its workflow, or its file. */
  name: string;
  workflowId: string;
  workflowType: string;
  events: number;
  history: History;
}

/** What became of a history on the code of a bundle. */
export interface Replayed {
  name: string;
  workflowId: string;
  runId: string;
  workflowType: string;
  events: number;
  /** Why it does not replay, with the event and the command that differ; null: it does. */
  failure: string | null;
}

/**
 * Replays histories, one after the other, on the workflows of a bundle. It calls nothing: activities and timers take
 * their results from the history.
 */
export async function* replayHistories(
  workflowBundle: { code: string },
  histories: AsyncIterable<NamedHistory> | Iterable<NamedHistory>,
  dataConverter: DataConverter = workerConverter(plainCodec, 'default'),
): AsyncGenerator<Replayed> {
  silenceTemporal();
  const options = { workflowBundle, dataConverter, sinks: new AskingWorkflows().sinks() };
  const given: NamedHistory[] = [];
  const handOver = async function* (): AsyncGenerator<NamedHistory> {
    for await (const history of histories) {
      given.push(history);
      yield history;
    }
  };
  for await (const { workflowId, runId, error } of Worker.runReplayHistories(options, handOver())) {
    const { name = workflowId, workflowType = '', events = 0 } = given.shift() ?? {};
    const failure = error === undefined ? null : `${error.name}: ${error.message}`;
    yield { name, workflowId, runId, workflowType, events, failure };
  }
}

/**
 * A history that does not replay is an answer: Temporal's own parts would also log it, with a stack. A process that has
 * run a worker keeps its own log.
 */
function silenceTemporal(): void {
  try {
    Runtime.install({
      logger: new DefaultLogger('ERROR', () => undefined),
      shutdownSignals: [],
      telemetryOptions: { logging: { filter: 'OFF' } },
    });
  } catch (error) {
    if (!(error instanceof IllegalStateError)) throw error;
  }
}
