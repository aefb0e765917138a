import { afterAll, beforeAll, describe } from 'vitest';
import { registerContract } from './contract.ts';
import { TestDesk, payment } from './contract/test-desk.ts';
import { PostgresProcess, postgresMissing } from './postgres-process.ts';
import { raceContract } from './race-contract.ts';

const missing = postgresMissing();
const title =
  missing === null ? 'a register in PostgreSQL' : `a register in PostgreSQL, which cannot be had: ${missing}`;

describe.skipIf(missing !== null)(title, () => {
  const server = new PostgresProcess();
  beforeAll(() => server.start());
  afterAll(() => server.end());

  registerContract(() => server.openNew());

  raceContract(async (count) => {
    const url = await server.create();
    return Promise.all(
      Array.from({ length: count }, async () => {
        const register = await server.open(url);
        const desk = await TestDesk.open({ register, change: (sql) => server.query(url, sql) });
        return (key: string) => desk.claim(`order-${key}`, { payments: [payment(key)] });
      }),
    );
  });
});
