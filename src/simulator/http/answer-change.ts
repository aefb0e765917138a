import type { FaultOf } from '../world/fault-script.ts';
import type { SimAnswer } from '../world/sim-call.ts';

type Row = Record<string, unknown>;

/** Returns the answer with the fields that the fault replaces, in `data` or in the rows it selects. */
export function changeAnswer(answer: SimAnswer, fault: FaultOf<'answer'>): SimAnswer {
  const { data } = answer;
  return { ...answer, data: Array.isArray(data) ? data.map((row) => changeRow(row, fault)) : changeRow(data, fault) };
}

function changeRow(row: unknown, { where, fields }: FaultOf<'answer'>): unknown {
  if (!isRow(row) || !isMeant(row, where ?? {})) return row;
  return Object.entries(fields).reduce((changed, [name, value]) => withField(changed, name.split('.'), value), row);
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The wire knows some numbers as text and others as numbers: both match. */
const isMeant = (row: Row, where: Readonly<Record<string, string | number>>): boolean =>
  Object.entries(where).every(([name, wanted]) => {
    const held = name.split('.').reduce<unknown>((value, part) => (isRow(value) ? value[part] : undefined), row);
    return (typeof held === 'string' || typeof held === 'number') && String(held) === String(wanted);
  });

/** A part that is no object stays as it is. */
function withField(row: Row, [name = '', ...rest]: readonly string[], value: unknown): Row {
  if (rest.length === 0) return { ...row, [name]: value };
  const part = row[name];
  return isRow(part) ? { ...row, [name]: withField(part, rest, value) } : row;
}
