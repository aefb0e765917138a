/**
 * Builds a bundle of the workflows in a process of its own, which frees its memory: the kind that the first argument
 * names, to stdout; or each kind, stored in the cache that the second names, as the build of an image does.
 */
import { DefaultLogger } from '@temporalio/worker';
import { bundleKey, makeBundle, type BundleKind } from './bundle-source.ts';
import { bundlesIn, writeBundle } from './bundle-store.ts';

const logger = new DefaultLogger('ERROR', ({ message }) => process.stderr.write(`${message}\n`));
const [wish = 'clear', cacheDir] = process.argv.slice(2);
const wishes: readonly BundleKind[] = wish === 'all' ? ['clear', 'sealed'] : [wish === 'sealed' ? 'sealed' : 'clear'];
for (const kind of wishes) {
  const code = await makeBundle(kind, logger);
  if (cacheDir === undefined) process.stdout.write(code);
  else await writeBundle({ folder: bundlesIn(cacheDir), key: await bundleKey(kind) }, code);
}
