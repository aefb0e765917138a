import { bundleKey, type BundleKind } from '../../../src/workers/bundle/bundle-source.ts';
import { bundlesIn, writeBundle } from '../../../src/workers/bundle/bundle-store.ts';

/** What the next version has changed; the lead is no run of a version. */
const changedTypes = [
  'adMaintenance',
  'orderLifecycle',
  'orderPlacement',
  'accountDesk',
  'guard',
  'egress',
  'accountNotices',
];

/**
 * Returns the bundle of a next version, whose workflows begin with one more command: no history of this version replays
 * on it. The memo `version` says which of both began a run.
 */
export function nextVersionOf(code: string): string {
  const library = /__webpack_require__\("[^"]+\/@temporalio\/workflow\/lib\/index\.js"\)/.exec(code)?.[0];
  if (library === undefined) throw new Error('the bundle does not name the library of the workflows');
  const begin = new RegExp(`async function (?:${changedTypes.join('|')})\\(\\w+\\) \\{`, 'g');
  let changed = 0;
  const next = code.replaceAll(begin, (found) => {
    changed += 1;
    return `${found} ${library}.upsertMemo({ version: 'next' });`;
  });
  if (changed !== changedTypes.length) throw new Error(`${changed} of ${changedTypes.length} workflows were changed`);
  return next;
}

/** Stores a bundle where a worker process with this cache takes it for the one of its sources. */
export async function storeBundle(cacheDir: string, code: string, kind: BundleKind): Promise<void> {
  await writeBundle({ folder: bundlesIn(cacheDir), key: await bundleKey(kind) }, code);
}

/** Returns the bundle of a version that is another build and takes every history. */
export function compatibleVersionOf(code: string): string {
  return `// another build\n${code}`;
}
