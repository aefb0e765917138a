import type { FaultOf } from '../world/fault-script.ts';
import type { SimAnswer } from '../world/sim-call.ts';

type Row = Record<string, unknown>;

/** Returns the answer with the fields that the fault replaces, in `data` or in the rows it selects. */
export function changeAnswer(answer: SimAnswer, fault: FaultOf<'answer'>): SimAnswer {
  const { data } = answer;
  return { ...answer, data: Array.isArray(data) ? data.map((row) => changeRow(row, fault)) : changeRow(data, fault) };
}

function changeRow(row: unknown, { where, fields }: FaultOf<'answer'>): unknown {
  return isRow(row) && isMeant(row, where ?? {}) ? { ...row, ...fields } : row;
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The wire knows some numbers as text and others as numbers: both match. */
const isMeant = (row: Row, where: Readonly<Record<string, string | number>>): boolean =>
  Object.entries(where).every(([name, wanted]) => {
    const held = row[name];
    return (typeof held === 'string' || typeof held === 'number') && String(held) === String(wanted);
  });
