import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { inProject } from '../../src/server/project-root.ts';
import { compileCache, compileCacheFolder } from './compile-cache.ts';

/** Nothing answers there: a worker has loaded all its code when it finds out, and ends by itself. */
const unanswered = {
  TEMPORAL_ADDRESS: '127.0.0.1:1',
  PEERDESK_ACCOUNT: 'acme',
  PEERDESK_BASE_URL: 'http://127.0.0.1:1',
  PEERDESK_API_KEY: 'key-of-acme-0123456789',
  PEERDESK_API_SECRET: 'secret-of-acme-0123456789',
};

/**
 * Compiles the code of a worker once in a new checkout. A process keeps what it compiled when it ends in order, and most
 * workers of the tests are killed: without this each of them would compile all of it, half of the work of its start.
 */
export async function compileWorker(): Promise<void> {
  if (existsSync(compileCacheFolder)) return;
  const { PATH, HOME } = process.env;
  const worker = spawn(process.execPath, [inProject('bin', 'peerdesk.mjs'), 'worker'], {
    env: { PATH, HOME, ...compileCache, ...unanswered },
    stdio: 'ignore',
  });
  await once(worker, 'exit');
}
