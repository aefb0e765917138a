/** `npm run docs`: writes the generated pages of docs/ and the generated tables of other pages. */
import { writeFileSync } from 'node:fs';
import { inProject } from '../../../../src/server/project-root.ts';
import { failureFile, failurePage } from './failure-tables.ts';
import { metricsFile, metricsPage } from './metrics-table.ts';
import { configurationFile, configurationPage, schemaFile, schemaPage } from './configuration-tables.ts';
import { namesFile, namesPage } from './names-table.ts';
import { operationsPage, tableFile } from './operations-table.ts';
import { drawingsFile, drawingsPage } from '../drawings/state-drawings.ts';
import { clientFile, clientPage, settingsFile, settingsPage } from './settings-table.ts';

writeFileSync(inProject(tableFile), await operationsPage());
writeFileSync(inProject(drawingsFile), await drawingsPage());
writeFileSync(inProject(failureFile), await failurePage());
writeFileSync(inProject(settingsFile), await settingsPage());
writeFileSync(inProject(clientFile), await clientPage());
writeFileSync(inProject(namesFile), await namesPage());
writeFileSync(inProject(metricsFile), await metricsPage());
writeFileSync(inProject(configurationFile), await configurationPage());
writeFileSync(inProject(schemaFile), await schemaPage());
process.stdout.write(
  `wrote ${tableFile}, ${drawingsFile}, ${settingsFile}, ${metricsFile}, ${namesFile}, ${schemaFile} and the tables of ${failureFile}, ${clientFile} and ${configurationFile}\n`,
);
