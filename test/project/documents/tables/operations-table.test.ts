import { describe, expect, it } from 'vitest';
import { operations } from '../../../../src/exchange/index.ts';
import { served } from '../../../contract/raw-call.ts';
import { operationsPage, prefix, tableFile } from './operations-table.ts';
import { readProjectFile } from '../../project-files.ts';

const page = readProjectFile(tableFile);
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.replaceAll('`', '').trim()));

/** The columns that code and simulator know too: operation, number, method, path, authentication, parameters. */
const facts = rows.map(([, name, , ep, method, path, auth, parameters]) => {
  const [place = ''] = (path ?? '').split(' (else ');
  const whole = place.startsWith('/') ? place : prefix + place;
  return [name?.split('.').at(-1), ep, method, whole, auth, parameters].join(' ');
});

interface Row {
  readonly name: string;
  readonly ep: string | null;
  readonly method: string;
  readonly path: string;
  readonly auth: string;
  readonly parameters: string;
}

const factsOf = (row: Row): string =>
  [row.name, row.ep === '-' ? '' : (row.ep ?? ''), row.method, row.path, row.auth, row.parameters].join(' ');

describe('docs/operations.md', () => {
  it('is what `npm run docs` writes', async () => {
    expect(page).toBe(await operationsPage());
  });

  it('has a row for every operation of the client, and none besides', () => {
    expect(facts.toSorted()).toEqual(Object.values(operations).map(factsOf).sort());
  });

  it('has a row for every operation that the simulator serves, and none besides', () => {
    expect(facts.toSorted()).toEqual(served.map(factsOf).sort());
  });

  it('states the retry class of each as the client follows it', () => {
    const classes = { read: 'read', 'idempotent-write': 'idempotent write', money: 'money step' };
    const told = rows.map(([, name, , , , , , , retryClass]) => [name?.split('.').at(-1), retryClass]);
    expect(told).toEqual(Object.values(operations).map(({ name, kind }) => [name, classes[kind]]));
  });

  it('says what each does, as the help of the command line does', () => {
    const told = rows.map(([, name, summary]) => [name?.split('.').at(-1), summary]);
    expect(told).toEqual(Object.values(operations).map(({ name, summary }) => [name, summary]));
  });
});
