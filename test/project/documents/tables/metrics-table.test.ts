import { expect, it } from 'vitest';
import { readProjectFile } from '../../project-files.ts';
import { metricsFile, metricsPage } from './metrics-table.ts';

it('docs/metrics.md lists every metric, as `npm run docs` writes it', async () => {
  expect(readProjectFile(metricsFile)).toBe(await metricsPage());
});
