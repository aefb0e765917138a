/** A history in the form of older programs. */
import { createRequire } from 'node:module';
import { historyFromProtocolJson } from '../../src/workers/replay/protocol-json.ts';

interface Protocol {
  lookupType: (name: string) => unknown;
}

/** The prefixes of enumerations, which older programs leave out: "Started" for "EVENT_TYPE_STARTED". */
const prefixes: Readonly<Record<string, string>> = {
  eventType: 'EVENT_TYPE_',
  kind: 'TASK_QUEUE_KIND_',
  initiator: 'CONTINUE_AS_NEW_INITIATOR_',
  parentClosePolicy: 'PARENT_CLOSE_POLICY_',
  workflowIdReusePolicy: 'WORKFLOW_ID_REUSE_POLICY_',
  retryState: 'RETRY_STATE_',
  timeoutType: 'TIMEOUT_TYPE_',
};

/** Returns the events of a download with the present names of enumerations. */
export function namedEvents(download: unknown): object[] {
  const common = createRequire(createRequire(import.meta.url).resolve('@temporalio/common'));
  const proto = createRequire(common.resolve('@temporalio/proto'));
  const { patchProtobufRoot } = proto('@temporalio/proto/lib/patch-protobuf-root') as {
    patchProtobufRoot: (root: unknown) => Protocol;
  };
  const { toJson } = proto('protobufjs/ext/protojson') as { toJson: (type: unknown, message: object) => unknown };
  const type = patchProtobufRoot(proto('@temporalio/proto')).lookupType('temporal.api.history.v1.History');
  return (toJson(type, historyFromProtocolJson(download)) as { events: object[] }).events;
}

/** Returns the same as `tctl workflow show --output_filename` writes it: a list, with short names. */
export const exportedByTctl = (download: unknown): object[] => shortened(namedEvents(download)) as object[];

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortPart(name, part)]));
}

function shortPart(name: string, part: unknown): unknown {
  const prefix = prefixes[name];
  if (prefix === undefined || typeof part !== 'string' || !part.startsWith(prefix)) return shortened(part);
  return part
    .slice(prefix.length)
    .toLowerCase()
    .replaceAll(/(?:^|_)([a-z0-9])/g, (_, first: string) => first.toUpperCase());
}
