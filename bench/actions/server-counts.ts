/** What a Temporal server has counted since its start. */
export interface ServerCounts {
  /** What Temporal Cloud would bill, by its kind. */
  actions: Record<string, number>;
  /** Calls to its frontend, by operation; those that wait for work are left out. */
  requests: Record<string, number>;
  /** Those that wait for work. */
  polls: Record<string, number>;
}

const line = /^(\w+)\{(.*)\} ([\d.e+]+)/;
const isPoll = /^Poll/;
const isNoWork = /^(GetSystemInfo|Check)/;

/** Reads the metrics of a server. Rejects when it does not answer. */
export async function readServerCounts(url: string): Promise<ServerCounts> {
  const text = await (await fetch(url)).text();
  const counts: ServerCounts = { actions: {}, requests: {}, polls: {} };
  for (const row of text.split('\n')) {
    const [, name = '', labels = '', value = '0'] = line.exec(row) ?? [];
    if (labelOf(labels, 'namespace') === 'temporal-system') continue;
    if (name === 'action') add(counts.actions, labelOf(labels, 'action_type'), Number(value));
    const operation = labelOf(labels, 'operation');
    const isCall = name === 'service_requests' && labelOf(labels, 'service_name') === 'frontend';
    if (!isCall || isNoWork.test(operation)) continue;
    add(isPoll.test(operation) ? counts.polls : counts.requests, operation, Number(value));
  }
  return counts;
}

function add(sums: Record<string, number>, name: string, value: number): void {
  sums[name] = (sums[name] ?? 0) + value;
}

const labelOf = (labels: string, name: string): string =>
  new RegExp(`(?:^|,)${name}="([^"]*)"`).exec(labels)?.[1] ?? '';
