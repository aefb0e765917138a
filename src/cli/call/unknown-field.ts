import type { Operation } from '../../exchange/table/operation.ts';
import { askWhether, nearestName } from '../../config/nearest-name.ts';
import { misuse } from '../kit/cli-failure.ts';
import { parametersOf, type Parameter } from './parameter-list.ts';

/**
 * Throws a failure for the first unknown field of a call, inner ones included. The client allows unknown fields, since
 * newer versions of the service may know them, and the service ignores what it does not know: a misspelt name would
 * look like success.
 */
export function refuseUnknownFields(operation: Operation, fields: Readonly<Record<string, unknown>>): void {
  const unknown = unknownIn(fields, parametersOf(operation));
  if (unknown === null) return;
  const { path, names } = unknown;
  const nearest = nearestName(path.at(-1) ?? '', names);
  const meant = nearest === null ? null : [...path.slice(0, -1), nearest].join('.');
  const more = `\`peerdesk call ${operation.name} --help\` shows all, --allow-unknown sends it as it is`;
  throw misuse(`${operation.name} has no parameter ${path.join('.')}${askWhether(meant)} ${more}`);
}

interface UnknownField {
  /** The names around it, and its own. */
  path: string[];
  /** The names that there are in its place. */
  names: string[];
}

function unknownIn(value: unknown, parameters: readonly Parameter[]): UnknownField | null {
  if (Array.isArray(value)) return firstOf(value, (entry) => unknownIn(entry, parameters));
  if (typeof value !== 'object' || value === null) return null;
  const names = parameters.map(({ name }) => name);
  return firstOf(Object.entries(value), ([name, inner]) => {
    const parameter = parameters.find((one) => one.name === name);
    if (parameter === undefined) return { path: [name], names };
    // A value without fields of its own is plain, and the client judges its contents.
    const found = parameter.fields.length === 0 ? null : unknownIn(inner, parameter.fields);
    return found === null ? null : { ...found, path: [name, ...found.path] };
  });
}

function firstOf<T>(items: readonly T[], find: (item: T) => UnknownField | null): UnknownField | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}
