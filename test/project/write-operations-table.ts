/** `npm run docs`: writes the generated page of docs/ anew, and the generated tables of the runbook. */
import { writeFileSync } from 'node:fs';
import { inProject } from '../../src/server/project-root.ts';
import { failureFile, runbookPage } from './failure-tables.ts';
import { operationsPage, tableFile } from './operations-table.ts';

writeFileSync(inProject(tableFile), await operationsPage());
writeFileSync(inProject(failureFile), await runbookPage());
process.stdout.write(`wrote ${tableFile} and the tables of ${failureFile}\n`);
