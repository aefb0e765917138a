import type { z } from 'zod';
import type { Operation } from '../../exchange/operation.ts';
import * as wire from '../../exchange/wire-value.ts';
import { textTable } from '../text-table.ts';

export interface Parameter {
  name: string;
  required: boolean;
  /** What a value looks like. */
  kind: string;
  isList: boolean;
}

const kinds = new Map<unknown, string>([
  [wire.decimal, 'decimal'],
  [wire.integer, 'integer'],
  [wire.int64, 'id (integer)'],
  [wire.quantity, 'number'],
  [wire.millis, 'time (ms since the epoch)'],
  [wire.text, 'text'],
  [wire.identifier, 'identifier'],
  [wire.flag, 'true or false'],
  [wire.side, 'BUY or SELL'],
  [wire.rawStatus, 'status'],
]);

/** The parameters of an operation, the required ones first, as its schema tells them. */
export function parametersOf({ input }: Operation): Parameter[] {
  const all = Object.entries(input.shape).map(([name, schema]) => parameterOf(name, schema));
  return [...all.filter(({ required }) => required), ...all.filter(({ required }) => !required)];
}

function parameterOf(name: string, schema: z.core.$ZodType): Parameter {
  const core = withoutWrappers(schema);
  const list = elementOf(core);
  const kind = list === null ? kindOf(core) : `list of ${kindOf(withoutWrappers(list))}`;
  return { name, required: !acceptsNothing(schema), kind, isList: list !== null };
}

const kindOf = (schema: z.core.$ZodType): string =>
  kinds.get(schema) ?? (isType(schema, 'object') ? 'objects (--body)' : 'value');

/** The readers are themselves pipes, so a known one ends the search. */
function withoutWrappers(schema: z.core.$ZodType): z.core.$ZodType {
  if (kinds.has(schema)) return schema;
  const inner = innerOf(schema);
  return inner === null ? schema : withoutWrappers(inner);
}

function innerOf(schema: z.core.$ZodType): z.core.$ZodType | null {
  if (isType(schema, 'optional') || isType(schema, 'nullable'))
    return (schema as z.ZodOptional | z.ZodNullable)._zod.def.innerType;
  return isType(schema, 'pipe') ? (schema as z.ZodPipe)._zod.def.out : null;
}

function elementOf(schema: z.core.$ZodType): z.core.$ZodType | null {
  return isType(schema, 'array') ? (schema as z.ZodArray)._zod.def.element : null;
}

const isType = (schema: z.core.$ZodType, type: string): boolean => schema._zod.def.type === type;

function acceptsNothing(schema: z.core.$ZodType): boolean {
  return 'safeParse' in schema && (schema as z.ZodType).safeParse(undefined).success;
}

/** The help of one operation: what it is and what it takes. */
export function operationHelp(operation: Operation): string {
  const { name, method, path, auth, kind, ep } = operation;
  const parameters = parametersOf(operation);
  const head = [
    `${name}${ep === null ? '' : ` (${ep})`}`,
    `  ${method} ${path}`,
    `  authentication ${auth}; ${meanings[kind]}`,
  ];
  if (parameters.length === 0)
    return [...head, '', 'It takes no parameters.', '', 'Example:', `  $ peerdesk call ${name}`].join('\n');
  const table = textTable(
    [
      { title: 'PARAMETER', cell: (parameter) => parameter.name },
      { title: 'NEEDED', cell: (parameter) => (parameter.required ? 'yes' : 'no') },
      { title: 'VALUE', cell: (parameter) => parameter.kind },
    ],
    parameters,
  );
  return [...head, '', table, '', 'Example:', `  $ ${exampleCall(operation, parameters)}`].join('\n');
}

const meanings = {
  read: 'a read: changes nothing',
  'idempotent-write': 'a write that may be repeated',
  money: 'a money step: sent once, asks for --yes',
} as const;

function exampleCall({ name, kind }: Operation, parameters: readonly Parameter[]): string {
  const required = parameters.filter((parameter) => parameter.required);
  const given = required.map(
    (parameter) => `--param ${parameter.name}=${parameter.isList ? '…' : exampleValue(parameter.kind)}`,
  );
  return ['peerdesk call', name, ...given, ...(kind === 'money' ? ['--yes'] : [])].join(' ');
}

function exampleValue(kind: string): string {
  if (kind === 'BUY or SELL') return 'BUY';
  if (kind === 'decimal') return '9.35';
  return kind === 'integer' ? '1' : '…';
}

/** All operations, as a table. */
export function operationTable(all: readonly Operation[]): string {
  return textTable(
    [
      { title: 'OPERATION', cell: (operation) => operation.name },
      { title: 'GROUP', cell: (operation) => operation.group },
      { title: 'METHOD', cell: (operation) => operation.method },
      { title: 'PATH', cell: (operation) => operation.path.replace('/sapi/v1/c2c/', '') },
      { title: 'AUTH', cell: (operation) => operation.auth },
      { title: 'KIND', cell: (operation) => operation.kind },
      { title: 'EP', cell: (operation) => operation.ep },
    ],
    all,
  );
}
