import type { OperationFacts } from '../world/sim-call.ts';
import { illegalParameter, missingParameters, unreadParameters } from '../world/sim-refusal.ts';

type Fields = Record<string, unknown>;

interface SentParameters {
  query: ReadonlyMap<string, string>;
  body: Readonly<Fields>;
}

const alwaysKnown: ReadonlySet<string> = new Set(['timestamp', 'recvWindow', 'signature']);

/**
 * Checks the request against the operation's schema and returns the fields that the handler uses.
 *
 * Throws -1102 with the names that are missing or malformed, and -1104 for unknown query parameters. A body may hold
 * unknown fields: live desks send the whole form of the web page.
 */
export function checkRequest(operation: OperationFacts & { vague?: boolean }, sent: SentParameters): Fields {
  const fields = fieldsOf(operation, sent);
  const parsed = operation.input.safeParse(fields);
  if (!parsed.success) {
    const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
    const names = Object.keys(operation.input.shape).filter((name) => wrong.has(name));
    throw operation.vague === true ? illegalParameter() : missingParameters(names);
  }
  requireAllRead(operation, sent.query);
  return fields;
}

/** The history accepts its parameters in either place (interface 5 rule 6); nothing else does. */
function fieldsOf({ parameters, auth }: OperationFacts, { query, body }: SentParameters): Fields {
  const inQuery = [...query].filter(([name]) => !alwaysKnown.has(name));
  if (auth === 'chain') return present([...inQuery, ...Object.entries(body)]);
  return present(parameters === 'query' ? inQuery : Object.entries(body));
}

const present = (entries: readonly (readonly [string, unknown])[]): Fields =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null && value !== ''));

function requireAllRead({ parameters, input }: OperationFacts, query: ReadonlyMap<string, string>): void {
  const known = (name: string): boolean =>
    alwaysKnown.has(name) || (parameters === 'query' && Object.hasOwn(input.shape, name));
  const read = [...query.keys()].filter(known).length;
  if (read < query.size) throw unreadParameters(read, query.size);
}
