import { metricTable, type MetricSpec } from '../../../../src/workers/metrics/metric-table.ts';
import { readProjectFile } from '../../project-files.ts';
import { formatted, rewriteBlock, tableText } from '../markdown.ts';

export const metricsFile = 'docs/metrics.md';

/** One row a metric: name, kind, labels, what it shows. */
export function metricRows(specs: readonly MetricSpec[] = Object.values(metricTable)): string[][] {
  return specs.map(({ name, kind, labels, help }) => [
    `\`${name}\``,
    kind,
    labels.map((label) => `\`${label}\``).join(', '),
    help,
  ]);
}

/** Returns docs/metrics.md with the current table. */
export async function metricsPage(): Promise<string> {
  const table = tableText(['metric', 'kind', 'labels', 'what it shows'], metricRows());
  const written = rewriteBlock(readProjectFile(metricsFile), 'metrics', table);
  return formatted(metricsFile, written);
}
