import { readFileSync } from 'node:fs';
import { defaultPayloadConverter } from '@temporalio/common';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { fromPlain } from '../../../src/workers/replay/plain-history.ts';
import { aheadOfTaskText } from '../../../src/workflows/contract/ahead-of-task.ts';
import { createTaskWatch } from '../../../src/workflows/kit/ahead-of-task.ts';
import { TestWorker } from '../test-worker.ts';
import { messageOf, startScriptedTemporal, type Answer } from './scripted-temporal.ts';
import { AskingWorkflows } from '../../../src/workers/notices/asking-workflows.ts';

interface RecordedEvent {
  eventId: number;
  workflowTaskStartedEventAttributes?: { historySizeBytes: number };
}

const recording = new URL('../../replay/histories/0.1.0/guard-permits.json', import.meta.url);
const plain = JSON.parse(readFileSync(recording, 'utf8')) as { workflowId: string; history: unknown };
const recorded = (fromPlain(plain.history) as { events: RecordedEvent[] }).events;

/** The last task that a worker has completed, and the last event that it left; the guard then waits. */
const [lastStarted, quiet] = [40, 43];
/** Numbers of the protocol. */
const types = { signaled: 26, scheduled: 5, started: 6 };
const commandNames: Readonly<Record<number, string>> = { 1: 'activity', 14: 'message' };

const payloads = (value: unknown) => ({ payloads: [defaultPayloadConverter.toPayload(value)] });
const bytesOfLast = Math.max(...recorded.map((one) => one.workflowTaskStartedEventAttributes?.historySizeBytes ?? 0));
const signal = { signalName: 'block', input: payloads({ counterparty: 'stranger', by: 'ana' }), header: {} };
const eventTime = { seconds: 2_000_000_000 };
const events = [
  ...recorded.slice(0, quiet),
  { eventId: quiet + 1, eventType: types.signaled, eventTime, workflowExecutionSignaledEventAttributes: signal },
  { eventId: quiet + 2, eventType: types.scheduled, eventTime, workflowTaskScheduledEventAttributes: { attempt: 1 } },
  {
    eventId: quiet + 3,
    eventType: types.started,
    eventTime,
    workflowTaskStartedEventAttributes: { scheduledEventId: quiet + 2, historySizeBytes: bytesOfLast + 1 },
  },
];

const permit = {
  step: 'mark-paid',
  subject: '20000000000000000001',
  generation: 'e338fba3-c8a7-457b-8bc5-27badb594675',
  number: 1,
  callId: 'e338fba3-c8a7-457b-8bc5-27badb594676',
  known: null,
};

/** An update as the server sends it along with a task. */
function updateMessage(): object {
  const request = messageOf('temporal.api.update.v1.Request');
  const input = { name: 'permit', args: payloads(permit), header: {} };
  const body = request.encode(request.create({ meta: { updateId: 'one', identity: 'test' }, input })).finish();
  return {
    id: 'one/request',
    protocolInstanceId: 'one',
    eventId: quiet + 2,
    body: { type_url: 'type.googleapis.com/temporal.api.update.v1.Request', value: body },
  };
}

const task = (part: object) => ({
  taskToken: Buffer.from('task'),
  workflowExecution: { workflowId: plain.workflowId, runId: 'e338fba3-c8a7-457b-8bc5-27badb594677' },
  workflowType: { name: 'guard' },
  workflowExecutionTaskQueue: { name: 'peerdesk:acme' },
  attempt: 1,
  previousStartedEventId: lastStarted,
  ...part,
});
/** The server asked it of no task: it came with the history as it was by then. */
const query = (args: object) =>
  task({ query: { queryType: 'memory', ...args }, history: { events: events.slice(0, quiet + 2) } });
const begun = task({ startedEventId: quiet + 3, history: { events }, messages: [updateMessage()] });

/** Returns what a worker answers that starts with an empty cache. */
async function answersTo(tasks: readonly object[]): Promise<Answer[]> {
  const server = await startScriptedTemporal(tasks);
  const connection = await NativeConnection.connect({ address: server.address });
  const worker = await TestWorker.create({
    connection,
    taskQueue: 'peerdesk:acme',
    workflowBundle: { codePath: inject('workflowBundle') },
    sinks: new AskingWorkflows().sinks(),
    shutdownForceTime: '1s',
  });
  const answers = await worker.runUntil(server.answers(tasks.length));
  await connection.close();
  server.close();
  return answers;
}

const commandsOf = ({ request }: Answer): string[] =>
  (request['commands'] as { commandType: number }[]).map(
    ({ commandType }) => commandNames[commandType] ?? String(commandType),
  );

/** As a replay has it: a task's updates are accepted before what its signals began. */
const asReplayed = ['message', 'message', 'activity'];

beforeAll(() => {
  Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions: { logging: { filter: 'ERROR' } } });
});

describe('design 6: a question that Temporal asks ahead of a task', () => {
  it('leaves the task its order of commands, which a replay has too, and is asked again', async () => {
    const [alone] = await answersTo([begun]);
    const [asked, after] = await answersTo([query({}), begun]);
    expect(alone && commandsOf(alone)).toEqual(asReplayed);
    expect(asked).toMatchObject({ call: 'RespondQueryTaskCompleted', request: { errorMessage: aheadOfTaskText } });
    expect(after?.call).toBe('RespondWorkflowTaskCompleted');
    expect(after && commandsOf(after)).toEqual(asReplayed);
  });

  it('is answered with everything where it asks an ended run; a task that comes all the same is not begun', async () => {
    const [asked, after] = await answersTo([query({ queryArgs: payloads('an ended run') }), begun]);
    expect(asked?.request['errorMessage']).toBe('');
    expect(after).toMatchObject({
      call: 'RespondWorkflowTaskFailed',
      request: { failure: { message: aheadOfTaskText } },
    });
  });
});

/** What reaches a run: jobs, the number of the last event, and the bytes of the history when its last task started. */
type Step = [jobs: 'message' | 'query' | 'asked of an ended run', length: number, bytes: number, more?: StepMore];
/** When the last task started, as seconds and nanoseconds. */
type StepMore = { isReplaying?: boolean; at?: [seconds: number, nanos: number] };

function ends(steps: readonly Step[]): string {
  const watch = createTaskWatch();
  const jobs = {
    message: { signalWorkflow: {} },
    query: { queryWorkflow: { arguments: [] } },
    'asked of an ended run': { queryWorkflow: { arguments: [{}] } },
  };
  for (const [job, historyLength, historySizeBytes, { isReplaying = false, at = [1, 0] } = {}] of steps) {
    const timestamp = { seconds: at[0], nanos: at[1] };
    try {
      watch({ jobs: [jobs[job]], historyLength, historySizeBytes, timestamp, isReplaying } as never);
    } catch (error) {
      return `refused at ${historyLength}: ${String(error)}`;
    }
  }
  return 'goes on';
}

describe('a run is ahead of its tasks', () => {
  const refused = (at: number): string => `refused at ${at}: AheadOfTask: ${aheadOfTaskText}`;

  it.each<[says: string, steps: Step[], end: string]>([
    [
      'never while each task starts with a longer history',
      [
        ['message', 3, 100],
        ['message', 8, 200],
        ['query', 8, 200],
        ['message', 12, 300],
      ],
      'goes on',
    ],
    [
      'not by a second round of the same task',
      [
        ['message', 3, 100],
        ['message', 3, 100],
        ['query', 6, 100],
      ],
      'goes on',
    ],
    [
      'not by a task that began in the answer to another one, a nanosecond later at the same size',
      [
        ['message', 20, 100],
        ['message', 27, 100, { at: [1, 1] }],
        ['query', 27, 100, { at: [1, 1] }],
      ],
      'goes on',
    ],
    [
      'not by what a replay hands out',
      [
        ['message', 3, 100],
        ['message', 5, 100, { isReplaying: true }],
        ['query', 5, 100, { isReplaying: true }],
      ],
      'goes on',
    ],
    [
      'nowhere on a server that counts no bytes',
      [
        ['message', 3, 0],
        ['message', 5, 0],
        ['query', 5, 0],
      ],
      'goes on',
    ],
    [
      'by a message whose task has not started: it refuses queries',
      [
        ['message', 3, 100],
        ['message', 5, 100],
        ['query', 5, 100],
      ],
      refused(5),
    ],
    [
      'and refuses its next task, also after an answer',
      [
        ['message', 3, 100],
        ['message', 5, 100],
        ['asked of an ended run', 5, 100],
        ['message', 6, 150],
      ],
      refused(6),
    ],
    [
      'and finishes what the message began',
      [
        ['message', 3, 100],
        ['message', 5, 100],
        ['message', 5, 100],
      ],
      'goes on',
    ],
  ])('%s', (_says, steps, end) => {
    expect(ends(steps)).toBe(end);
  });
});
