import type { MetricSpec } from './metric-table.ts';

/** One line of a scrape. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Returns a metric in Prometheus' text format 0.0.4; the empty text when it has no sample. */
export function expositionText({ name, kind, help }: MetricSpec, samples: readonly Sample[]): string {
  if (samples.length === 0) return '';
  const lines = samples.map((sample) => `${sample.name}${labelText(sample.labels)} ${sample.value}\n`);
  return `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${kind}\n${lines.join('')}`;
}

function labelText(labels: Sample['labels']): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value).replaceAll('"', '\\"')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}
