import { parseWireJson } from '../../exchange/wire/wire-json.ts';
import type { Operation } from '../../exchange/table/operation.ts';
import { misuse } from '../kit/cli-failure.ts';
import type { BodySource } from './body-source.ts';
import { parametersOf, type Parameter } from './parameter-list.ts';
import { refuseUnknownFields } from './unknown-field.ts';

type Fields = Record<string, unknown>;

/** What a user typed of the parameters. */
interface GivenFields {
  param: readonly string[];
  body?: BodySource | undefined;
  /** Sends unknown names too. */
  allowUnknown?: boolean;
}

/**
 * Returns the fields of a call: the JSON object of --body, overridden by each --param. Values of --param stay text, so
 * that a long number loses no digit; a parameter that is a list, or is unknown and given twice, becomes a list. Throws
 * a failure for unreadable input, for unknown names, and for any field of an operation without parameters.
 */
export function callFields(operation: Operation, { param, body, allowUnknown }: GivenFields): Fields {
  const fields = new Map(Object.entries(bodyFields(body)));
  if (operation.parameters === 'none' && param.length + fields.size > 0) {
    throw misuse(`${operation.name} takes no parameters: leave out --param and --body`);
  }
  const parameters = new Map(parametersOf(operation).map((parameter) => [parameter.name, parameter]));
  for (const [name, values] of groupByName(param)) {
    fields.set(name, paramValue(operation, { name, values, parameter: parameters.get(name) }));
  }
  const all = Object.fromEntries(fields);
  if (allowUnknown !== true) refuseUnknownFields(operation, all);
  return all;
}

interface GivenParam {
  name: string;
  values: readonly string[];
  /** Undefined when the operation has none of this name. */
  parameter: Parameter | undefined;
}

function paramValue(operation: Operation, { name, values, parameter }: GivenParam): unknown {
  if (parameter === undefined) return values.length > 1 ? values : values[0];
  if (parameter.fields.length > 0) throw misuse(`${name} has fields inside: ${bodyAdvice(operation, name)}`);
  if (parameter.isList) return values;
  if (values.length > 1) throw misuse(`--param ${name} is given ${values.length} times, but ${name} is no list`);
  return values[0];
}

/** The example shows its form, whatever else the call needs. */
function bodyAdvice({ examples }: Operation, name: string): string {
  const example = examples?.find((fields) => name in fields)?.[name];
  const form = example === undefined ? '' : `, such as --body '${JSON.stringify({ [name]: example })}'`;
  return `give it as JSON with --body${form}; other parameters may stay in --param`;
}

function bodyFields(body: BodySource | undefined): object {
  if (body === undefined) return {};
  const value = parseBody(body);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw misuse(`${body.from} must be a JSON object, such as '{"page":1,"rows":10}'`);
}

function parseBody({ text, from }: BodySource): unknown {
  try {
    return parseWireJson(text);
  } catch {
    const quoted = from === '--body' ? 'quote it as one argument' : 'it must hold one object';
    throw misuse(`${from} is not JSON: ${quoted}, such as '{"page":1,"rows":10}'`);
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
