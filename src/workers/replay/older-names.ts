/**
 * Histories as `tctl` and older programs write them: the names of enumerations in short ("WorkflowExecutionStarted" for
 * "EVENT_TYPE_WORKFLOW_EXECUTION_STARTED"), which the SDK would read as nothing at all.
 */

/** A type of the protocol, as protobufjs describes it: a message has fields, an enumeration values. */
export interface ProtocolType {
  readonly name: string;
  readonly fields?: Readonly<Record<string, ProtocolField>>;
  readonly values?: Readonly<Record<string, number>>;
}

interface ProtocolField {
  resolve(): unknown;
  readonly resolvedType: ProtocolType | null;
}

/** A text that no value of its enumeration has. */
class UnknownName extends Error {
  override readonly name = 'UnknownName';
}

/** Returns the JSON of a message with the present names of its enumerations. Throws UnknownName for an event of an unknown type, unless it may be ignored. */
export function withPresentNames(json: unknown, type: ProtocolType): unknown {
  if (Array.isArray(json)) return json.map((item) => withPresentNames(item, type));
  if (type.values !== undefined) return typeof json === 'string' ? presentName(json, type) : json;
  if (typeof json !== 'object' || json === null) return json;
  const parts = Object.entries(json).map(([name, part]) => [name, partWithNames(part, typeOf(type, name))]);
  const renamed = Object.fromEntries(parts) as Record<string, unknown>;
  refuseUnknownEvent(renamed, type);
  return renamed;
}

/** Of a map the parts are messages; the protocol's own texts, such as moments, have no fields here. */
function partWithNames(part: unknown, type: ProtocolType | null): unknown {
  return type === null ? part : withPresentNames(part, type);
}

function typeOf({ fields }: ProtocolType, name: string): ProtocolType | null {
  const field = fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
  field?.resolve();
  return field?.resolvedType ?? null;
}

function presentName(text: string, { name, values = {} }: ProtocolType): string {
  if (Object.hasOwn(values, text)) return text;
  const wanted = folded(`${name}${text}`);
  return Object.keys(values).find((value) => folded(value) === wanted) ?? text;
}

const folded = (text: string): string => text.replaceAll('_', '').toLowerCase();

function refuseUnknownEvent({ eventType, workerMayIgnore }: Record<string, unknown>, type: ProtocolType): void {
  if (type.name !== 'HistoryEvent' || typeof eventType !== 'string' || workerMayIgnore === true) return;
  const known = typeOf(type, 'eventType')?.values ?? {};
  if (!Object.hasOwn(known, eventType))
    throw new UnknownName(`it has an event of the unknown type ${eventType.slice(0, 80)}`);
}
