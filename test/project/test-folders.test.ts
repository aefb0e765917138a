import { expect, it } from 'vitest';
import config, { testLimitsMs } from '../../vitest.config.ts';
import { projectFiles } from './project-files.ts';

it('every test file lies in a folder that the test run knows', () => {
  const folders = Object.keys(testLimitsMs);
  const testFiles = projectFiles().filter((file) => /\.test\.[cm]?[jt]s$/.test(file));
  expect(folders).toContain('project');
  expect(testFiles.filter((file) => !folders.some((folder) => file.startsWith(`test/${folder}/`)))).toEqual([]);
});

it('the rules are covered in full: lines, branches, functions, statements', () => {
  expect(config.test?.coverage).toMatchObject({
    include: ['src/domain/**/*.ts'],
    thresholds: { lines: 100, branches: 100, functions: 100, statements: 100 },
  });
});
