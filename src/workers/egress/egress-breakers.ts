import type { EgressControl, EgressView } from '../../client/index.ts';
import type { Gate, GateState } from '../../exchange/index.ts';

/** Whose breaker a gate has: an account's at a service (host and port). */
export interface LinkedAccount {
  gate: Gate;
  account: string;
  service: string;
}

interface BreakersOptions {
  egress: Pick<EgressControl, 'reportBreaker'>;
  clock: { now(): number };
  onError: (error: unknown) => void;
}

/** The breakers of the accounts of this process: each is reported, and learns of its own alone. */
export class AccountBreakers {
  readonly #options: BreakersOptions;
  readonly #leave = new Map<LinkedAccount, () => void>();
  #view: EgressView | null = null;

  constructor(options: BreakersOptions) {
    this.#options = options;
  }

  add(account: LinkedAccount): () => void {
    const unsubscribe = account.gate.subscribe(breakerReporter(this.#options, account));
    const leave = (): void => {
      unsubscribe();
      this.#leave.delete(account);
    };
    this.#leave.set(account, leave);
    if (this.#view !== null) takeBreaker(this.#options, account, this.#view);
    return leave;
  }

  take(view: EgressView): void {
    this.#view = view;
    for (const account of this.#leave.keys()) takeBreaker(this.#options, account, view);
  }

  close(): void {
    for (const leave of this.#leave.values()) leave();
  }
}

/**
 * An open breaker of another worker of an account, or of this one before its restart, applies here too; a closed one
 * proves nothing. Another account's wrong address or failures are its own: only the ban is shared.
 */
function takeBreaker(
  { clock }: BreakersOptions,
  { gate, account, service }: LinkedAccount,
  { breakers }: EgressView,
): void {
  const breaker = breakers.find((report) => report.account === account && report.service === service)?.breaker;
  if (breaker === undefined || (breaker.openUntilMs ?? 0) <= clock.now()) return;
  if (gate.state().breaker.phase === 'closed') gate.setBreaker(breaker);
}

/** Reports each opening or closing of a breaker, not every counted failure. */
function breakerReporter(
  { egress, onError }: BreakersOptions,
  { gate, account, service }: LinkedAccount,
): (state: GateState) => void {
  let phase = gate.state().breaker.phase;
  return ({ breaker }) => {
    if (breaker.phase === phase) return;
    phase = breaker.phase;
    egress.reportBreaker({ account, service, breaker }).catch(onError);
  };
}
