import { afterAll, describe } from 'vitest';
import { registerContract } from './contract.ts';
import { SqliteFolder } from './sqlite-folder.ts';

describe('a register in a file', () => {
  const folder = new SqliteFolder();
  afterAll(() => folder.end());

  registerContract(() => folder.openNew());
});
