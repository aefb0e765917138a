import type { z } from 'zod';
import { parameterMeaning } from '../../exchange/table/guide/parameter-meaning.ts';
import type { Operation } from '../../exchange/table/operation.ts';
import { acceptsNothing, elementOf, fieldsOf, kindOf, withoutWrappers } from './wire-schema.ts';

/** One parameter of an operation, as a person who calls it has to know it. */
export interface Parameter {
  name: string;
  required: boolean;
  /** The form of a value. */
  kind: string;
  isList: boolean;
  /** Its meaning, with unit and allowed values; empty when undocumented. */
  meaning: string;
  /** The fields of a list's objects; none for plain values. */
  fields: Parameter[];
}

/** Returns the parameters of an operation from its schema, the required ones first. */
export function parametersOf({ name, input }: Operation): Parameter[] {
  return parametersIn(input.shape, { operation: name, path: [] });
}

interface Place {
  operation: string;
  /** The enclosing names: none for a parameter itself. */
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
