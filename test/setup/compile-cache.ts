import { inProject } from '../../src/server/project-root.ts';

/** What the programs that tests start have compiled. */
export const compileCacheFolder = inProject('.cache', 'node-compile');

/**
 * Lets programs that tests start cache their compiled code: half of a start is spent on reading the same TypeScript.
 * The test run itself does not use it, since coverage needs what the cache omits.
 */
export const compileCache: NodeJS.ProcessEnv = {
  NODE_COMPILE_CACHE: compileCacheFolder,
  NODE_DISABLE_COMPILE_CACHE: undefined,
};
