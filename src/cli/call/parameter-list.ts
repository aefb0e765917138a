import type { z } from 'zod';
import { parameterMeaning } from '../../exchange/table/guide/parameter-meaning.ts';
import type { Operation } from '../../exchange/table/operation.ts';
import { acceptsNothing, elementOf, fieldsOf, kindOf, withoutWrappers } from './wire-schema.ts';

/** One parameter of an operation, as a person who calls it has to know it. */
export interface Parameter {
  name: string;
  required: boolean;
  /** What a value looks like. */
  kind: string;
  isList: boolean;
  /** What it means, with unit and allowed values; empty when nobody wrote it down. */
  meaning: string;
  /** What the objects of a list hold; none for plain values. */
  fields: Parameter[];
}

/** The parameters of an operation, the required ones first, as its schema tells them. */
export function parametersOf({ name, input }: Operation): Parameter[] {
  return parametersIn(input.shape, { operation: name, path: [] });
}

interface Place {
  operation: string;
  /** The names around: none for a parameter itself. */
  path: readonly string[];
}

function parametersIn(shape: Readonly<Record<string, z.core.$ZodType>>, place: Place): Parameter[] {
  const all = Object.entries(shape).map(([name, schema]) => parameterOf(name, schema, place));
  return [...all.filter(({ required }) => required), ...all.filter(({ required }) => !required)];
}

function parameterOf(name: string, schema: z.core.$ZodType, { operation, path }: Place): Parameter {
  const core = withoutWrappers(schema);
  const element = elementOf(core);
  const inside = [...path, name];
  return {
    name,
    required: !acceptsNothing(schema),
    kind: element === null ? kindOf(core) : `list of ${plural(kindOf(element))}`,
    isList: element !== null,
    meaning: parameterMeaning(operation, inside.join('.')) ?? '',
    fields: parametersIn(fieldsOf(element ?? core) ?? {}, { operation, path: inside }),
  };
}

const plural = (kind: string): string => (kind === 'text' ? 'texts' : `${kind}s`);
