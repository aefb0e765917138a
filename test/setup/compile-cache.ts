import { inProject } from '../../src/server/project-root.ts';

/**
 * Lets the programs that tests start keep what Node compiled of them: half of a start goes into reading the same
 * TypeScript. The test run itself does without, since coverage needs what the cache leaves out.
 */
export const compileCache: NodeJS.ProcessEnv = {
  NODE_COMPILE_CACHE: inProject('.cache', 'node-compile'),
  NODE_DISABLE_COMPILE_CACHE: undefined,
};
