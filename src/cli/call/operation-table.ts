import type { Operation } from '../../exchange/table/operation.ts';
import { textTable } from '../text/text-table.ts';

/** Formats all operations as a table. Summaries would make the lines too long: the JSON form and the help have them. */
export function operationTable(all: readonly Operation[]): string {
  return textTable(
    [
      { title: 'OPERATION', cell: (operation) => operation.name },
      { title: 'GROUP', cell: (operation) => operation.group },
      { title: 'METHOD', cell: (operation) => operation.method },
      { title: 'PATH', cell: (operation) => operation.path.replace('/sapi/v1/c2c/', '') },
      { title: 'AUTH', cell: (operation) => operation.auth },
      { title: 'KIND', cell: (operation) => operation.kind },
      { title: 'EP', cell: (operation) => operation.ep },
    ],
    all,
  );
}
