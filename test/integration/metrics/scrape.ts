/** What a scrape exports: its families, with kind and the labels of their samples, and its values. */
export interface Scrape {
  families: Map<string, { kind: string; labels: Set<string> }>;
  /** The values of the samples that have these labels. */
  values: (name: string, labels: Readonly<Record<string, string>>) => number[];
  /** Every value of a label. */
  labelValues: (label: string) => string[];
}

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Reads Prometheus' text format, as far as a worker writes it. */
export function readScrape(text: string): Scrape {
  const lines = text.split('\n');
  const samples = lines.filter((line) => line !== '' && !line.startsWith('#')).map(readSample);
  const families: Scrape['families'] = new Map();
  for (const line of lines) {
    const [, name = '', kind = ''] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (name !== '') families.set(name, { kind, labels: new Set() });
  }
  addLabels(families, samples);
  return {
    families,
    values: (name, labels) =>
      samples.filter((sample) => sample.name === name && hasAll(sample.labels, labels)).map(({ value }) => value),
    labelValues: (label) => [...new Set(samples.flatMap(({ labels }) => labels[label] ?? []))],
  };
}

/** In one pass: a slow machine scrapes some hundred times before all was seen. */
function addLabels(families: Scrape['families'], samples: readonly Sample[]): void {
  for (const { name, labels } of samples) {
    const family = families.get(name) ?? families.get(name.replace(/_(bucket|sum|count)$/, ''));
    // The bound of a bucket is no label that a series is told apart by.
    for (const label of Object.keys(labels)) if (label !== 'le') family?.labels.add(label);
  }
}

function hasAll(labels: Sample['labels'], wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([label, value]) => labels[label] === value);
}

function readSample(line: string): Sample {
  const [, name = '', block = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  const pairs = [...block.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [label, text]);
  return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
}
