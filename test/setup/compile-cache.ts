import { inProject } from '../../src/server/project-root.ts';

/** What the programs that tests start have compiled. */
export const compileCacheFolder = inProject('.cache', 'node-compile');

/**
 * Lets programs that tests start cache their compiled code: half of a start is spent on reading the same TypeScript.
 * Where coverage is measured vitest switches it off, for them too without this.
 */
export const compileCache: NodeJS.ProcessEnv = {
  NODE_COMPILE_CACHE: compileCacheFolder,
  NODE_DISABLE_COMPILE_CACHE: undefined,
};
