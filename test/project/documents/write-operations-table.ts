/** `npm run docs`: writes the generated pages of docs/ and the generated tables of the runbook. */
import { writeFileSync } from 'node:fs';
import { inProject } from '../../../src/server/project-root.ts';
import { failureFile, runbookPage } from './failure-tables.ts';
import { operationsPage, tableFile } from './operations-table.ts';
import { clientFile, clientPage, settingsFile, settingsPage } from './settings-table.ts';

writeFileSync(inProject(tableFile), await operationsPage());
writeFileSync(inProject(failureFile), await runbookPage());
writeFileSync(inProject(settingsFile), await settingsPage());
writeFileSync(inProject(clientFile), await clientPage());
process.stdout.write(`wrote ${tableFile}, ${settingsFile} and the tables of ${failureFile} and ${clientFile}\n`);
