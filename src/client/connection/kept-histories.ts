import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { closingCalls } from './closing-calls.ts';

const dayMs = 86_400_000;
/** How long a server of ours keeps what has ended: a month of orders to look back at. */
const keptDays = 30;

interface KeptHistories {
  days: number;
  /** How long it was until now; null: it stays as it was. */
  before: number | null;
}

/**
 * Makes a namespace keep what has ended for `keptDays`, also one that was made with less; one that keeps more stays as
 * it is. Rejects when the server does not answer.
 */
export async function keepHistories(address: string, namespace: string): Promise<KeptHistories> {
  const calls = closingCalls();
  const { interceptors } = calls;
  const connection = await Connection.connect({ address, channelArgs: { 'grpc.enable_http_proxy': 0 }, interceptors });
  try {
    const { workflowService } = connection;
    const { config } = await workflowService.describeNamespace({ namespace });
    const before = Math.floor((Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) * 1_000) / dayMs);
    if (before >= keptDays) return { days: before, before: null };
    const workflowExecutionRetentionTtl = msToTs(keptDays * dayMs);
    await workflowService.updateNamespace({ namespace, config: { workflowExecutionRetentionTtl } });
    return { days: keptDays, before };
  } finally {
    calls.close();
    await connection.close();
  }
}
