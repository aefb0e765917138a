/** `npm run docs`: writes the generated page of docs/ anew. */
import { writeFileSync } from 'node:fs';
import { inProject } from '../../src/server/project-root.ts';
import { operationsPage, tableFile } from './operations-table.ts';

writeFileSync(inProject(tableFile), await operationsPage());
process.stdout.write(`wrote ${tableFile}\n`);
