/**
 * Histories in the JSON of Temporal's protocol, as the command line and the Web UI write it. The SDK's function for it,
 * `historyFromJSON`, fails with "type must be a Type" where its packages do not share one copy of protobufjs. This does
 * the same with the copy of the package that holds the messages.
 */
import { createRequire } from 'node:module';
import { withPresentNames, type ProtocolType } from './older-names.ts';

/** The message of the protocol; this project never looks inside of it. */
export type History = object;

interface MessageRoot {
  lookupType: (name: string) => ProtocolType;
}

interface ProtocolModules {
  messages: MessageRoot;
  fromJson: (type: unknown, json: unknown, options: { ignoreUnknownFields: boolean }) => History;
}

/** The modules as the SDK itself finds them: neither is a dependency of this project. */
function protocolModules(): ProtocolModules {
  const common = createRequire(createRequire(import.meta.url).resolve('@temporalio/common'));
  const proto = createRequire(common.resolve('@temporalio/proto'));
  const { patchProtobufRoot } = proto('@temporalio/proto/lib/patch-protobuf-root') as {
    patchProtobufRoot: (root: unknown) => MessageRoot;
  };
  const { fromJson } = proto('protobufjs/ext/protojson') as Pick<ProtocolModules, 'fromJson'>;
  return { messages: patchProtobufRoot(proto('@temporalio/proto')), fromJson };
}

/** Converts JSON to a history, also with the names of older programs. Throws for invalid JSON; unknown fields of newer servers are ignored. */
export function historyFromProtocolJson(json: unknown): History {
  const { messages, fromJson } = protocolModules();
  const type = messages.lookupType('temporal.api.history.v1.History');
  return fromJson(type, withPresentNames(json, type), { ignoreUnknownFields: true });
}
