import { none, type KeyChange } from './changes.ts';

const beside = {
  'door.page.origin': 'https://desk.example.net',
  'door.page.people.ana': 'view',
};
const change = (key: string, from: unknown, to: unknown): KeyChange => ({
  key: `door.page.${key}`,
  from,
  to,
  // The door reads them itself, and no worker does.
  there: none,
  beside,
});

export const pageChanges: readonly KeyChange[] = [
  change('origin', 'https://desk.example.net', 'http://localhost:8451'),
  change('listen', '127.0.0.1:8451', '127.0.0.1:0'),
  change('keys_file', 'lookers', 'others'),
  { ...change('people.*', 'view', 'approve'), at: 'door.page.people.ana' },
];
