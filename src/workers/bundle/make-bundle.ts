/**
 * A process of its own that makes the bundle of the workflows, whose memory goes with it, and writes it to stdout; or
 * keeps it in the cache that its argument names, as an image does while it is built.
 */
import { DefaultLogger } from '@temporalio/worker';
import { bundleKey, makeBundle } from './bundle-source.ts';
import { bundlesIn, writeBundle } from './bundle-store.ts';

const logger = new DefaultLogger('ERROR', ({ message }) => process.stderr.write(`${message}\n`));
const code = await makeBundle(logger);
const [cacheDir] = process.argv.slice(2);
if (cacheDir === undefined) process.stdout.write(code);
else await writeBundle({ folder: bundlesIn(cacheDir), key: await bundleKey() }, code);
