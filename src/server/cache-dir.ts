import { homedir, platform } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { inProject, isWritableDirectory, projectRoot } from './project-root.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the absolute path for downloaded server programs and other expensive results: the setting
 * `PEERDESK_CACHE_DIR`, else `.cache` in a writable checkout, else the operating system's cache folder. Creates
 * nothing.
 */
export function serverCacheDir(env: Environment): string {
  if (env['PEERDESK_CACHE_DIR']) return resolve(env['PEERDESK_CACHE_DIR']);
  return isCheckout() ? inProject('.cache') : join(userCacheDir(env), 'peerdesk');
}

/**
 * Returns the absolute paths of the caches to read: the folder of the setting alone, else the project's own `.cache`,
 * which an image brings ready, and last the writable one.
 */
export function cacheDirs(env: Environment): string[] {
  if (env['PEERDESK_CACHE_DIR']) return [serverCacheDir(env)];
  return [...new Set([inProject('.cache'), serverCacheDir(env)])];
}

function isCheckout(): boolean {
  const installed = projectRoot.split(sep).includes('node_modules');
  return !installed && isWritableDirectory(projectRoot);
}

function userCacheDir(env: Environment): string {
  const home = env['HOME'] ?? homedir();
  if (platform() === 'darwin') return join(home, 'Library', 'Caches');
  if (platform() === 'win32') return env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local');
  return env['XDG_CACHE_HOME'] ?? join(home, '.cache');
}
