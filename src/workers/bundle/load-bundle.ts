import { spawn } from 'node:child_process';
import { extname } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { bundleKey, type BundleKind } from './bundle-source.ts';
import { bundlesIn, readBundle, writeBundle } from './bundle-store.ts';

interface BundleOptions {
  /** Default: clear. */
  kind?: BundleKind;
  /** Caches to search; the last one also stores a new bundle. None: the bundle is built each time. */
  cacheDirs: readonly string[];
  /** Logs where the bundle comes from, and why a cache was useless. */
  logger: Record<'debug' | 'warn', (fields: object, line: string) => void>;
  /** Ends the making of a bundle that nothing needs any more. */
  signal?: AbortSignal;
  /** Makes the code of a bundle; default: the bundler, in a child process. */
  make?: (kind: BundleKind, signal?: AbortSignal) => Promise<string>;
}

const event = 'bundle';

/**
 * Returns the bundle of the workflows: from a cache, else made and stored for the next start. An unusable cache only costs
 * the time that it would have saved.
 */
export async function loadBundle({
  kind = 'clear',
  cacheDirs,
  logger,
  signal,
  make = makeInChild,
}: BundleOptions): Promise<{ code: string }> {
  const key = await bundleKey(kind);
  const folders = cacheDirs.map(bundlesIn);
  for (const folder of folders) {
    const stored = await readBundle({ folder, key });
    if (stored.kind === 'refused') {
      logger.warn({ event, reason: stored.reason }, `the workflow bundle in ${folder} is not used`);
    }
    if (stored.kind !== 'found') continue;
    logger.debug({ event }, `the workflow bundle comes from ${folder}`);
    return { code: stored.code };
  }
  logger.debug({ event }, 'bundling the workflows');
  const code = await make(kind, signal);
  const folder = folders.at(-1);
  if (folder !== undefined) {
    await writeBundle({ folder, key }, code).catch((error: unknown) =>
      logger.debug({ event, error: String(error) }, 'the workflow bundle is not kept'),
    );
  }
  return { code };
}

/** All that Node needs to start; a bundler needs no keys. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SYSTEMROOT'];

async function makeInChild(kind: BundleKind, signal?: AbortSignal): Promise<string> {
  const entry = fileURLToPath(new URL(`./make-bundle${extname(import.meta.url)}`, import.meta.url));
  const env = Object.fromEntries(passedOn.map((name) => [name, process.env[name]]));
  // A process group of its own: Ctrl-C is for the worker, which then ends in order.
  const child = spawn(process.execPath, [entry, kind], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal === undefined ? {} : { signal }),
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, complaint, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (exitCode !== 0) throw new Error(`the workflows could not be bundled: ${complaint.trim().slice(-1_000)}`);
  return code;
}
