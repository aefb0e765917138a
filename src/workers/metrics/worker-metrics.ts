import { AccountMetrics } from './account-metrics.ts';
import { MetricRegistry } from './metric-registry.ts';

/** The metrics of a worker process. Without a port no one reads them, and counting costs next to nothing. */
export class WorkerMetrics {
  readonly registry = new MetricRegistry();
  /** Where Temporal's own metrics are exported on this machine, for this process to join; null: they are not. */
  readonly sdkPort: number | null;

  constructor(sdkPort: number | null = null) {
    this.sdkPort = sdkPort;
  }

  account(account: string, egress: string): AccountMetrics {
    return new AccountMetrics(this.registry, { account, egress, clock: Date });
  }
}
