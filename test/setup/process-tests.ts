import { globSync, readFileSync } from 'node:fs';

const starters = [
  'run-peerdesk',
  'desk-process',
  'worker-process',
  'desk-harness',
  'register-process',
  'postgres-process',
  'doc-examples',
];
const startsProcess = new RegExp(`from '(?:node:child_process|[^']*/(?:${starters.join('|')})\\.ts)'`);

/** Returns the test files below the folder that start processes, by their imports. */
export function filesThatStartProcesses(folder: string): string[] {
  return globSync(`${folder}/**/*.test.ts`).filter((file) => startsProcess.test(readFileSync(file, 'utf8')));
}
