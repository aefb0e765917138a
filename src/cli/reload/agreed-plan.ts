import type { EgressConfig } from '../../config/egress-config.ts';
import { boundEnvironment } from '../../config/environment/process-consents.ts';
import type { Environment } from '../../config/environment/service-environment.ts';
import { boundConfig, withoutWays } from '../../config/reload/accepted.ts';
import { refusal } from '../kit/cli-failure.ts';
import { refusePlainTemporal } from '../session/temporal-address.ts';
import { acceptedRecord } from './accepted-record.ts';
import { heldLine, heldText } from './reload-report.ts';
import type { WorkerPlan } from './worker-plan.ts';

/** What a process that serves no accounts of its own goes by, and what of its file waits for consent, a line each. */
interface AgreedPlan {
  plan: WorkerPlan;
  held: readonly string[];
}

/**
 * Returns a plan as far as the workers of its file were agreed to go by it; the process itself agrees to nothing, and
 * records nothing. Throws ConfigurationError when the record of what was accepted cannot be trusted.
 */
export function agreedPlan(plan: WorkerPlan, env: Environment): AgreedPlan {
  if (plan.loaded === null) return { plan, held: [] };
  const record = acceptedRecord(env, { path: plan.loaded.path, egress: plan.config.egress });
  // Its own environment may name other ways to the merchant than that of the workers, whom consent would be asked of.
  const { config, held } = boundConfig(plan.config, withoutWays(record.read()));
  return {
    plan: { ...plan, config, env: boundEnvironment(plan.env, config) },
    held: held.map((value) => heldLine(heldText(value))),
  };
}

/** Whether anything may be written to a real service. */
export const mayWrite = ({ accounts }: EgressConfig): boolean => accounts.some(({ allowLive }) => allowLive);

/** Throws a refusal for a connection in clear that the file allows by now, and that no one has agreed to. */
export function refuseUnagreed(env: Environment, { address, config }: { address: string; config: EgressConfig }): void {
  try {
    refusePlainTemporal(env, { address, allowLive: mayWrite(config) });
  } catch {
    throw refusal(
      `no one has agreed yet that the connection to Temporal at ${address} is not encrypted: start the worker with the [temporal] of before and let \`peerdesk config reload\` ask, or set TEMPORAL_TLS=true`,
    );
  }
}
