/** Reads a history that was downloaded from Temporal, in every form of a download. */
import { z } from 'zod';
import { fromPlain } from './plain-history.ts';
import { historyFromProtocolJson, type History } from './protocol-json.ts';

/** The file is no history. The message explains what it is instead and how to get one. */
export class HistoryFileError extends Error {
  override readonly name = 'HistoryFileError';
}

/** A history, and the id of its workflow where the file names it. */
interface DownloadedHistory {
  workflowId: string | null;
  workflowType: string;
  events: number;
  history: History;
}

const eventSchema = z.looseObject({
  eventType: z.union([z.string(), z.number()]),
  workflowExecutionStartedEventAttributes: z
    .looseObject({ workflowType: z.looseObject({ name: z.string() }), workflowId: z.string().optional() })
    .optional(),
});
const historySchema = z.looseObject({ events: z.array(eventSchema).min(1) });
/** A recording of test/replay/histories keeps bytes as text. */
const recordingSchema = z.strictObject({ workflowId: z.string(), history: historySchema });

const howTo = 'download one with: npx peerdesk temporal workflow show --workflow-id ID -o json > FILE';

/** Parses a file's text as a history. Throws HistoryFileError. */
export function readHistory(text: string): DownloadedHistory {
  const data = parsed(text);
  const recording = recordingSchema.safeParse(data);
  if (recording.success) {
    const { workflowId, history } = recording.data;
    return { ...factsOf(history), workflowId, history: fromPlain(history) as History };
  }
  const download = historySchema.safeParse(unwrapped(data));
  if (!download.success) throw new HistoryFileError(`no history: it has no list of events; ${howTo}`);
  return { ...factsOf(download.data), history: fromDownload(download.data) };
}

const answerSchema = z.looseObject({ history: z.looseObject({}) });

/** `tctl` writes the list of events alone, and an answer of the server has it in a history. */
function unwrapped(data: unknown): unknown {
  if (Array.isArray(data)) return { events: data };
  const answer = answerSchema.safeParse(data);
  return answer.success ? answer.data.history : data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HistoryFileError(`no JSON; ${howTo}`);
  }
}

function factsOf({ events }: z.infer<typeof historySchema>): Omit<DownloadedHistory, 'history'> {
  const started = events[0]?.workflowExecutionStartedEventAttributes;
  if (started === undefined)
    throw new HistoryFileError(`no whole history: its first event is not the start of a workflow; ${howTo}`);
  return { workflowId: started.workflowId ?? null, workflowType: started.workflowType.name, events: events.length };
}

function fromDownload(data: unknown): History {
  try {
    return historyFromProtocolJson(data);
  } catch (error) {
    throw new HistoryFileError(
      `no history that this SDK can read: ${error instanceof Error ? error.message : 'unknown'}`,
    );
  }
}
