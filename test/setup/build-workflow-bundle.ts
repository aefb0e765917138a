import { writeFile } from 'node:fs/promises';
import { DefaultLogger, bundleWorkflowCode } from '@temporalio/worker';
import { inProject } from '../../src/server/project-root.ts';

/** Writes the bundle of the workflows to the file named on the command line. */
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: node test/setup/build-workflow-bundle.ts FILE');
const { code } = await bundleWorkflowCode({
  workflowsPath: inProject('src', 'workflows', 'index.ts'),
  logger: new DefaultLogger('ERROR'),
});
await writeFile(file, code);
