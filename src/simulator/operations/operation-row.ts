import { z } from 'zod';
import type { SimOperation } from '../world/sim-call.ts';

type Usual = 'needsClientType' | 'countedBy' | 'weight' | 'paged' | 'envelope' | 'auth' | 'input' | 'answer';

/** A row as written in the table: name, place and effect, and whatever differs from the defaults. */
type Row = Omit<SimOperation, Usual | 'method' | 'parameters'> & Partial<SimOperation>;

const usual = {
  auth: 'hmac',
  input: z.looseObject({}),
  answer: null,
  paged: false,
  envelope: 'sapi',
  countedBy: 'ip',
  weight: 1,
} as const;

/** Signed calls, and EP-31 and EP-32; not the key alone and calls without credentials (interface 5). */
const needsClientType = ({ auth }: Row): boolean => auth !== 'none' && auth !== 'key' && auth !== 'chain';

/** A POST: its parameters travel in the body. */
export const post = (row: Row): SimOperation => ({
  ...usual,
  needsClientType: needsClientType(row),
  method: 'POST',
  parameters: row.input === undefined ? 'none' : 'body',
  ...row,
});

/** A GET: its parameters travel in the query. */
export const get = (row: Row): SimOperation => ({
  ...usual,
  needsClientType: needsClientType(row),
  method: 'GET',
  parameters: row.input === undefined ? 'none' : 'query',
  ...row,
});
