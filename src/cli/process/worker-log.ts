import type { Logger } from 'pino';
import type { Mode } from '../../domain/mode.ts';
import type { LogLevel } from '../../workers/log/log-levels.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { createProcessLog } from './process-log.ts';
import type { WorkerPlan } from '../reload/worker-plan.ts';

/** What each account may do, as far as its service has been identified: it stands in each of its lines. */
export class AccountModes {
  readonly #modes = new Map<string, readonly Mode[]>();

  set(account: string, modes: readonly Mode[]): void {
    this.#modes.set(account, modes);
  }

  /** Returns the modes of an account, or all that any account of the process has. */
  text(account: string | undefined): string {
    const known = account === undefined ? [...this.#modes.values()].flat() : (this.#modes.get(account) ?? []);
    return known.length === 0 ? 'shadow' : [...new Set(known)].join(',');
  }
}

interface WorkerLog {
  plan: WorkerPlan;
  modes: AccountModes;
  level: LogLevel;
}

/**
 * Creates the log of a worker. A process of a file may come to serve other accounts: only lines about one of them name
 * it.
 */
export function workerLog(context: CommandContext, { plan, modes, level }: WorkerLog): Logger {
  const { accounts, egress } = plan.config;
  const [first, ...others] = accounts;
  const own = { account: first.account, service: new URL(first.baseUrl).host };
  const base: Record<string, string> = plan.loaded === null ? own : { egress };
  const isKnown = (name: string, value: unknown): boolean =>
    name in base ||
    (others.length === 0 && Object.entries(own).some(([key, known]) => key === name && known === value));
  return createProcessLog(context, {
    level,
    base,
    isKnown,
    standing: (account) => ({ modes: modes.text(account) }),
  });
}
