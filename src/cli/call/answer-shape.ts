import type { z } from 'zod';
import type { Operation } from '../../exchange/table/operation.ts';
import { elementOf, fieldsOf, kindOf, withoutWrappers } from './wire-schema.ts';

const namesShown = 12;

/** Describes an operation's answer in one line: kind of value, or its first fields. */
export function answerShape({ data, envelope, mustBeTrue }: Operation): string {
  if (mustBeTrue === true) return 'true';
  const shape = shapeOf(withoutWrappers(data));
  if (envelope === 'list') return `a list (each ${shape})`;
  return envelope === 'page' ? `items (each ${shape}) and their total` : shape;
}

function shapeOf(schema: z.core.$ZodType): string {
  const element = elementOf(schema);
  if (element !== null) return `a list (each ${shapeOf(element)})`;
  const fields = fieldsOf(schema);
  return fields === null ? kindOf(schema) : `{ ${shownNames(Object.keys(fields))} }`;
}

function shownNames(names: readonly string[]): string {
  const rest = names.length - namesShown;
  const shown = names.slice(0, namesShown).join(', ');
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}
