import { expositionText, type Sample } from './exposition.ts';
import {
  bucketSeconds,
  metricTable,
  type CounterKey,
  type GaugeKey,
  type HistogramKey,
  type LabelsOf,
  type MetricSpec,
} from './metric-table.ts';

/** Takes the gauges of one scrape. */
export type SetGauge = <K extends GaugeKey>(key: K, labels: LabelsOf<K>, value: number) => void;

/** Sets the gauges whose value it knows now. */
type Collector = (set: SetGauge) => void;

type Labels = Readonly<Record<string, string>>;

interface Counted {
  labels: Labels;
  value: number;
}

interface Observed {
  labels: Labels;
  /** How many values lie in each bucket, the last of which has no bound. */
  buckets: number[];
  sum: number;
}

/**
 * The metrics of a process. Counters and histograms keep their sums; gauges are asked for at each scrape, so that what is
 * no longer known is absent instead of repeated.
 */
export class MetricRegistry {
  readonly #counters = new Map<CounterKey, Map<string, Counted>>();
  readonly #histograms = new Map<HistogramKey, Map<string, Observed>>();
  readonly #collectors = new Set<Collector>();

  /** Adds to a counter. With 0 the series begins, so that its first event is seen as a rise. */
  count<K extends CounterKey>(key: K, labels: LabelsOf<K>, by = 1): void {
    const row = seriesOf(this.#counters, key, { labels, make: () => ({ labels, value: 0 }) });
    row.value += by;
  }

  /** Records a duration in a histogram. */
  observe<K extends HistogramKey>(key: K, labels: LabelsOf<K>, seconds: number): void {
    const make = (): Observed => ({ labels, buckets: Array(bucketSeconds.length + 1).fill(0), sum: 0 });
    const row = seriesOf(this.#histograms, key, { labels, make });
    const at = bucketSeconds.findIndex((bound) => seconds <= bound);
    const index = at === -1 ? bucketSeconds.length : at;
    row.buckets[index] = (row.buckets[index] ?? 0) + 1;
    row.sum += seconds;
  }

  /** Asks at each scrape. Returns the function that ends it. */
  collect(collector: Collector): () => void {
    this.#collectors.add(collector);
    return () => this.#collectors.delete(collector);
  }

  /** Returns the text of one scrape, in Prometheus' text format. */
  text(): string {
    const gauges = new Map<GaugeKey, Map<string, Counted>>();
    const set: SetGauge = (key, labels, value) => {
      if (!Number.isFinite(value)) return;
      seriesOf(gauges, key, { labels, make: () => ({ labels, value }) }).value = value;
    };
    for (const collector of this.#collectors) collector(set);
    return Object.entries(metricTable)
      .map(([key, spec]) => expositionText(spec, this.#samples(key as keyof typeof metricTable, spec, gauges)))
      .join('');
  }

  #samples(key: keyof typeof metricTable, spec: MetricSpec, gauges: Map<GaugeKey, Map<string, Counted>>): Sample[] {
    const { name, kind } = spec;
    if (kind === 'histogram') {
      return [...(this.#histograms.get(key as HistogramKey)?.values() ?? [])].flatMap((row) =>
        histogramRows(name, row),
      );
    }
    const rows = kind === 'gauge' ? gauges.get(key as GaugeKey) : this.#counters.get(key as CounterKey);
    return [...(rows?.values() ?? [])].map(({ labels, value }) => ({ name, labels, value }));
  }
}

function histogramRows(name: string, { labels, buckets, sum }: Observed): Sample[] {
  let count = 0;
  const rows = buckets.map((inBucket, index) => {
    count += inBucket;
    const bound = bucketSeconds[index];
    return {
      name: `${name}_bucket`,
      labels: { ...labels, le: bound === undefined ? '+Inf' : String(bound) },
      value: count,
    };
  });
  return [...rows, { name: `${name}_sum`, labels, value: sum }, { name: `${name}_count`, labels, value: count }];
}

/** Returns the series with these labels, in the order of the table's own, and makes it when it is new. */
function seriesOf<K extends keyof typeof metricTable, Row>(
  all: Map<K, Map<string, Row>>,
  key: K,
  { labels, make }: { labels: Labels; make: () => Row },
): Row {
  const rows = all.get(key) ?? new Map<string, Row>();
  all.set(key, rows);
  const id = JSON.stringify(metricTable[key].labels.map((label) => labels[label]));
  const row = rows.get(id) ?? make();
  rows.set(id, row);
  return row;
}
