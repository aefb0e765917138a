import type { ReportLine } from '../../activities/dependencies.ts';
import type { GuardPort } from '../../activities/ports/guard-port.ts';
import type { AttemptReport, ExchangeClient } from '../../exchange/index.ts';
import { AdLooks } from './ad-looks.ts';
import type { MetricRegistry, SetGauge } from './metric-registry.ts';

const moneySteps = ['place', 'mark-paid', 'release', 'cancel', 'publish'] as const;
const moneyEnds = ['executed', 'rejected', 'unknown', 'intent'] as const;

interface AccountPlace {
  account: string;
  egress: string;
  clock: { now(): number };
}

/** What an account's gauges are read from at a scrape. */
interface AccountSources {
  exchange: ExchangeClient;
  isLeading: () => boolean;
  /** How far Temporal's clock is ahead of this machine's, in ms; null: no activity has begun yet. */
  temporalDifferenceMs: () => number | null;
}

/** The metrics of one account: what passes by is counted, and what a scrape asks for is read. */
export class AccountMetrics {
  readonly looks: AdLooks;
  readonly registry: MetricRegistry;
  readonly #place: AccountPlace;

  constructor(registry: MetricRegistry, place: AccountPlace) {
    this.registry = registry;
    this.#place = place;
    this.looks = new AdLooks(place.account, place.clock);
    const { account, egress } = place;
    for (const step of moneySteps) {
      for (const outcome of moneyEnds) registry.count('moneySteps', { account, step, outcome }, 0);
    }
    registry.count('bans', { account, egress }, 0);
    registry.count('breakerOpenings', { account, egress }, 0);
  }

  /** Counts an attempt of a call. */
  attempted({ operation, priority, waitedMs, tookMs, error }: AttemptReport): void {
    const { account } = this.#place;
    const outcome = error === null ? 'ok' : outcomes[error.sent];
    this.registry.count('calls', { account, operation, outcome });
    if (tookMs !== null) {
      this.registry.observe('callDuration', { account, operation }, tookMs / 1_000);
      this.registry.observe('callWait', { account, priority }, waitedMs / 1_000);
    }
    if (error?.sent === 'yes') {
      this.registry.count('refusals', { account, operation, category: error.category });
    }
  }

  /** Counts what the log of the desk's actions reports: prices that were set, and the ends of money attempts. */
  reported({ event, mode, adNumber, operation }: ReportLine): void {
    const { account } = this.#place;
    if (event === 'price' && adNumber !== undefined) {
      this.registry.count('reprices', { account, ad: adNumber, mode: mode ?? '' });
    }
    const step = moneySteps.find((known) => known === operation);
    const outcome = moneyEnds.find((known) => known === event);
    if (step !== undefined && outcome !== undefined) this.registry.count('moneySteps', { account, step, outcome });
  }

  /** Returns the guard with its answers counted. */
  counted(guard: GuardPort): GuardPort {
    return {
      ...guard,
      permit: async (request) => {
        const reply = await guard.permit(request);
        const answer = reply.permitted ? 'permitted' : reply.reason;
        this.registry.count('guardAnswers', { account: this.#place.account, step: request.step, answer });
        return reply;
      },
    };
  }

  /** Answers scrapes from these sources, and counts bans and openings of the breaker. Returns the function that ends it. */
  observe(sources: AccountSources): () => void {
    const stop = this.registry.collect((set) => this.#collect(sources, set));
    const leave = this.#followGate(sources.exchange);
    return () => {
      stop();
      leave();
    };
  }

  #collect({ exchange, isLeading, temporalDifferenceMs }: AccountSources, set: SetGauge): void {
    const { account } = this.#place;
    const leads = isLeading();
    set('leads', { account }, leads ? 1 : 0);
    if (leads) this.looks.collect(set);
    const { waiting, inFlight, stretch, quotas } = exchange.budgetUse();
    set('callsWaiting', { account }, waiting);
    set('callsInFlight', { account }, inFlight);
    set('callLimit', { account }, exchange.settings.accountRequestsPerSecond);
    set('slowdown', { account }, stretch);
    for (const { name, share } of quotas) set('quotaUsed', { account, quota: name }, share);
    this.#collectGate(exchange, set);
    const differences = { service: exchange.clockDifferenceMs(), temporal: temporalDifferenceMs() };
    for (const [against, ms] of Object.entries(differences)) {
      if (ms !== null) set('clockDifference', { account, against }, ms / 1_000);
    }
  }

  #collectGate({ gate }: ExchangeClient, set: SetGauge): void {
    const { account, egress, clock } = this.#place;
    const { banUntilMs, breaker } = gate.state();
    set('banRemaining', { account, egress }, Math.max(0, (banUntilMs ?? 0) - clock.now()) / 1_000);
    set('breakerOpen', { account, egress }, breaker.phase === 'closed' ? 0 : 1);
  }

  #followGate({ gate }: ExchangeClient): () => void {
    const { account, egress, clock } = this.#place;
    let before = gate.state();
    return gate.subscribe((state) => {
      const wasBanned = (before.banUntilMs ?? 0) > clock.now();
      if (!wasBanned && (state.banUntilMs ?? 0) > clock.now()) this.registry.count('bans', { account, egress });
      const opens = before.breaker.phase !== 'open' && state.breaker.phase === 'open';
      if (opens) this.registry.count('breakerOpenings', { account, egress });
      before = state;
    });
  }
}

const outcomes = { yes: 'refused', unknown: 'unanswered', no: 'not-sent' } as const;
