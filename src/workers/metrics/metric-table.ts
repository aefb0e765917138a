/** One metric as a scrape shows it. Labels are few and bounded: no order number, no name, no text of the service. */
export interface MetricSpec {
  readonly name: string;
  readonly kind: 'gauge' | 'counter' | 'histogram';
  readonly labels: readonly string[];
  readonly help: string;
}

const ad = ['account', 'ad', 'pair', 'side'] as const;
const address = ['account', 'egress'] as const;

/**
 * Every metric of the desk's own. docs/metrics.md is written from this table, and alert rules and boards are compared
 * with it. A gauge whose value is not known at a scrape is absent from it.
 */
export const metricTable = {
  build: gauge('peerdesk_build_info', ['version', 'node'], 'Always 1; the labels say what runs.'),
  healthy: gauge(
    'peerdesk_healthy',
    [],
    '1 while this process can serve, as /healthz judges: it polls, Temporal answers and stores, workflows go on; else 0.',
  ),
  healthProblem: gauge(
    'peerdesk_health_problem',
    ['problem'],
    '1 while it is so: temporal-silent, not-stored (the heartbeats of the lead), no-lead, tasks-fail, register-silent (said by the process that leads: no money moves); else 0.',
  ),
  failingWorkflows: gauge(
    'peerdesk_workflows_failing',
    [],
    'Running workflows of the group that do not go on because their tasks fail.',
  ),
  configurationBroken: gauge(
    'peerdesk_configuration_broken',
    [],
    '1 while the configuration file cannot be used and this process goes on with the last good one, else 0.',
  ),
  configurationHeld: gauge(
    'peerdesk_configuration_held',
    [],
    'Values of the file that loosen and wait for consent (`peerdesk config reload`).',
  ),
  configurationRead: gauge(
    'peerdesk_configuration_read_timestamp_seconds',
    [],
    'When the configuration that counts was read, in seconds since the epoch.',
  ),
  refusedAccounts: gauge(
    'peerdesk_account_refused',
    ['account'],
    '1 while this process serves the account not, because live writes would be unsafe or its keys are refused, else 0.',
  ),
  leads: gauge(
    'peerdesk_leads',
    ['account'],
    '1 while this process calls the service for the account, 0 while it stands by.',
  ),

  orders: gauge('peerdesk_orders', ['account', 'state'], 'Running orders by what they wait for.'),
  orderAge: gauge(
    'peerdesk_order_oldest_age_seconds',
    ['account', 'state'],
    'Age of the oldest running order in that state, since its workflow began.',
  ),
  placements: gauge('peerdesk_placements', ['account', 'state'], 'Running placements by state.'),
  ads: gauge('peerdesk_ads', ['account', 'state'], 'Ads that are maintained, by state.'),
  needs: gauge(
    'peerdesk_needs',
    ['account', 'type', 'kind'],
    'What waits for a human: an approval is kind release-gate/approval, an undecided money step outcome-unknown or undecided, a price of others foreign-price.',
  ),
  needAge: gauge(
    'peerdesk_need_oldest_age_seconds',
    ['account', 'type', 'kind'],
    'How long the oldest of them has waited.',
  ),
  deskAge: gauge('peerdesk_desk_look_age_seconds', ['account'], 'Age of what is said of orders, ads and needs.'),

  adPrice: gauge('peerdesk_ad_price', ad, 'Price of the ad at the service, in the fiat.'),
  adRank: gauge('peerdesk_ad_rank', ad, 'Rank of the decided price among the competitors that count; 1 is the best.'),
  adDistance: gauge(
    'peerdesk_ad_target_distance_ratio',
    ad,
    'Distance of the price from what the strategy aims for, as a share of the target.',
  ),
  adAtLimit: gauge('peerdesk_ad_at_limit', ad, '1 while a limit keeps the ad from its target, else 0.'),
  adLookAge: gauge('peerdesk_ad_look_age_seconds', ad, 'Time since the last look at the ad that succeeded.'),
  marketAge: gauge(
    'peerdesk_market_age_seconds',
    ['account', 'pair', 'side'],
    'Age of the market data that the newest look at this market went by.',
  ),
  reprices: counter('peerdesk_reprices_total', ['account', 'ad', 'mode'], 'Prices that the service has taken.'),

  moneySteps: counter(
    'peerdesk_money_steps_total',
    ['account', 'step', 'outcome'],
    'Ends of money attempts: executed, rejected, unknown, or intent in mode shadow.',
  ),
  guardAnswers: counter(
    'peerdesk_guard_answers_total',
    ['account', 'step', 'answer'],
    'Answers of the guard, asked last: permitted, or the reason of its refusal.',
  ),

  calls: counter(
    'peerdesk_calls_total',
    ['account', 'operation', 'outcome'],
    'Attempts of calls: ok, refused (an answer that is no success), unanswered (it may have taken effect), not-sent.',
  ),
  callDuration: histogram('peerdesk_call_duration_seconds', ['account', 'operation'], 'From departure to answer.'),
  callWait: histogram(
    'peerdesk_call_wait_seconds',
    ['account', 'priority'],
    'How long calls that left had waited for their turn.',
  ),
  refusals: counter(
    'peerdesk_refusals_total',
    ['account', 'operation', 'category'],
    'Answers of the service that are no success, by category.',
  ),
  callsWaiting: gauge('peerdesk_calls_waiting', ['account'], 'Calls that wait for their turn.'),
  callsInFlight: gauge('peerdesk_calls_in_flight', ['account'], 'Calls that have left and are not answered.'),
  callLimit: gauge(
    'peerdesk_budget_calls_per_second',
    ['account'],
    'The most calls a second that the desk allows itself.',
  ),
  slowdown: gauge(
    'peerdesk_budget_slowdown_ratio',
    ['account'],
    'By what factor the desk spaces its calls wider because a quota is nearly used up; 1 is usual.',
  ),
  quotaUsed: gauge(
    'peerdesk_quota_used_ratio',
    ['account', 'quota'],
    'Used share of a quota of the service (address, account, general), as its last answer within a minute said.',
  ),
  banRemaining: gauge('peerdesk_ban_remaining_seconds', address, 'How long the ban of the address lasts; 0 is none.'),
  bans: counter('peerdesk_bans_total', address, 'Bans that began while this process ran.'),
  breakerOpen: gauge('peerdesk_breaker_open', address, '1 while the breaker is not closed, else 0.'),
  breakerOpenings: counter('peerdesk_breaker_openings_total', address, 'How often the breaker opened.'),
  clockDifference: gauge(
    'peerdesk_clock_difference_seconds',
    ['account', 'against'],
    "How far the clock of the service, or of Temporal, is ahead of this machine's. Against Temporal the time in the queue counts as behind.",
  ),

  processCpu: counter('process_cpu_seconds_total', [], 'User and system time of this process.'),
  processMemory: gauge('process_resident_memory_bytes', [], 'Resident memory of this process.'),
  processStart: gauge('process_start_time_seconds', [], 'When this process began, in seconds since the epoch.'),
  eventLoopDelay: gauge(
    'nodejs_eventloop_lag_p99_seconds',
    [],
    '99th percentile of the delay of the event loop since the scrape before.',
  ),
} as const satisfies Record<string, MetricSpec>;

function gauge<const Labels extends readonly string[]>(name: string, labels: Labels, help: string) {
  return { name, kind: 'gauge', labels, help } as const;
}

function counter<const Labels extends readonly string[]>(name: string, labels: Labels, help: string) {
  return { name, kind: 'counter', labels, help } as const;
}

function histogram<const Labels extends readonly string[]>(name: string, labels: Labels, help: string) {
  return { name, kind: 'histogram', labels, help } as const;
}

type Table = typeof metricTable;
type Key = keyof Table;
type OfKind<Kind extends MetricSpec['kind']> = { [K in Key]: Table[K]['kind'] extends Kind ? K : never }[Key];

export type GaugeKey = OfKind<'gauge'>;
export type CounterKey = OfKind<'counter'>;
export type HistogramKey = OfKind<'histogram'>;
export type LabelsOf<K extends Key> = Readonly<Record<Table[K]['labels'][number], string>>;

/** Upper bounds of the buckets of every histogram, in seconds: from an answer on this machine to a request's time limit. */
export const bucketSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;
