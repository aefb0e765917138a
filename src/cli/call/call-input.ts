import { parseWireJson } from '../../exchange/wire-json.ts';
import type { Operation } from '../../exchange/operation.ts';
import { misuse } from '../cli-failure.ts';
import { parametersOf } from './parameter-list.ts';

type Fields = Record<string, unknown>;

/**
 * The fields of a call: the JSON object of --body, then each --param over it. Values of --param stay text, so that a
 * long number loses no digit; a parameter that is a list, or is given twice, becomes a list. Throws a failure for what
 * cannot be read, and for any field of an operation that takes none.
 */
export function callFields(
  operation: Operation,
  given: { param: readonly string[]; body?: string | undefined },
): Fields {
  const lists = new Set(
    parametersOf(operation)
      .filter(({ isList }) => isList)
      .map(({ name }) => name),
  );
  const fields: Fields = bodyFields(given.body);
  const isGiven = given.param.length > 0 || Object.keys(fields).length > 0;
  if (operation.parameters === 'none' && isGiven) {
    throw misuse(`${operation.name} takes no parameters: leave out --param and --body`);
  }
  for (const [name, values] of groupByName(given.param)) {
    fields[name] = values.length > 1 || lists.has(name) ? values : values[0];
  }
  return fields;
}

function bodyFields(body: string | undefined): Fields {
  if (body === undefined) return {};
  const value = parseBody(body);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw misuse('--body must be a JSON object, such as \'{"page":1,"rows":10}\'');
}

function parseBody(body: string): unknown {
  try {
    return parseWireJson(body);
  } catch {
    throw misuse('--body is not JSON: quote it as one argument, such as \'{"page":1,"rows":10}\'');
  }
}

function groupByName(params: readonly string[]): Map<string, string[]> {
  const grouped = new Map<string, string[]>();
  for (const param of params) {
    const at = param.indexOf('=');
    if (at < 1) throw misuse('--param must be name=value, such as --param page=1');
    const name = param.slice(0, at);
    grouped.set(name, [...(grouped.get(name) ?? []), param.slice(at + 1)]);
  }
  return grouped;
}
