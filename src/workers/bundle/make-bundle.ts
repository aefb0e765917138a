/**
 * Builds the bundle of the workflows in a process of its own, which frees its memory, and writes it to stdout; or
 * stores it in the cache named by its argument, as the build of an image does.
 */
import { DefaultLogger } from '@temporalio/worker';
import { bundleKey, makeBundle } from './bundle-source.ts';
import { bundlesIn, writeBundle } from './bundle-store.ts';

const logger = new DefaultLogger('ERROR', ({ message }) => process.stderr.write(`${message}\n`));
const code = await makeBundle(logger);
const [cacheDir] = process.argv.slice(2);
if (cacheDir === undefined) process.stdout.write(code);
else await writeBundle({ folder: bundlesIn(cacheDir), key: await bundleKey() }, code);
