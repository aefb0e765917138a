import { snakeName } from '../../../src/config/file/key-names.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { none, type KeyChange } from './changes.ts';

const madeOnce = ['workflowSlots', 'actingSlots', 'moneySlots', 'watchSlots'];

/** A larger one lets more through: held by its words until a person agrees. */
const looserWhenLarger: Readonly<Record<string, string>> = {
  approvalLifeMs: 'life of an approval',
  clockSkewLimitMs: 'difference of the clocks in a money step',
  moneyStepBoundMs: 'time in which a money step may leave',
  moneyRecvWindowMs: 'validity of the signature of a money step',
  recvWindowMs: 'validity of a signature',
  reconcileWindowMs: 'time for which an unknown outcome is looked for without a human',
  slowReadMs: 'time after which an order that cannot be read asks a human',
  releasingStuckMs: 'time after which an order that is being released asks a human',
  limitAlarmMs: 'time after which a limit that binds asks a human',
  noticeLookIntervalMs: 'time between looks at what waits for a human',
  noticeUrgentMs: 'time after which a human is notified again of what waits',
  watchdogMs: 'time without a look after which the watchdog acts',
  watchdogRequestsPerSecond: 'requests a second of the watchdog',
  marketMaxAgeMs: 'age of a market from which a price follows',
  commissionTtlMs: 'age of the commission in a margin',
  priceRangeMarginRatio: 'share of the reference price in the service range',
  rangeEstimateHighFactor: 'high end of an estimated price range',
  overlapRetries: 'retries after an overlap',
  accountRequestsPerSecond: 'requests a second of the account',
  adRequestsPerSecond: 'requests a second of an ad',
  requestsInFlight: 'requests at once',
  rateWeightSlowdownRatio: 'share of the weight from which polls slow down',
  breakerFailureThreshold: 'failures that open the breaker',
  firstOrderCap: 'largest first order of a person',
};
const looserWhenSmaller: Readonly<Record<string, string>> = {
  personCooldownMs: 'time after a cancelled order in which the next one of its person is held',
  moneySettleMs: 'settle time of a money step',
  exclusionZoneTicks: 'ticks that a price keeps from own ads',
  rangeEstimateLowFactor: 'low end of an estimated price range',
  overlapWindowMs: 'window of the retries after an overlap',
  overlapCooldownMs: 'cooldown after overlaps',
  businessBlockMs: 'block after a refusal',
  ipBanDefaultMs: 'length of a ban that names none',
  ipBanMinimumMs: 'shortest ban',
  breakerOpenMs: 'time for which the breaker stays open',
};

/** Another valid value: a bit less, so that no upper bound is in the way. */
function other(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (value === 'none') return '500 BOB';
  if (typeof value === 'string') return String(Number(value) / 2);
  const number = Number(value);
  if (number === 0) return 1;
  return Number.isInteger(number) && number > 1 ? number - 1 : number / 2;
}

function heldLines(accounts: readonly string[], words: string, { name, values }: Setting): string[] {
  const [wanted, agreed] = values.map((value) => `${String(value)}${name.endsWith('Ms') ? ' ms' : ''}`);
  return accounts.map((account) => `HELD ${account}: ${words}: ${wanted} instead of ${agreed}`);
}

interface Setting {
  name: string;
  /** The wanted one, and the one that was agreed to. */
  values: readonly [unknown, unknown];
}

function settingChange(name: string, value: unknown, accounts: readonly string[]): KeyChange {
  const section = accounts.length > 1 ? 'settings' : 'account.*.settings';
  const fewer = other(value);
  const begin = [
    // The share of an account counts when it begins; what the workers run at once, when they are made.
    ...(name === 'workflowSlots'
      ? none
      : accounts.map(
          (account) =>
            `change ${account}: settings; it begins again, and its desk, ads and orders keep their settings until their next run`,
        )),
    ...(madeOnce.includes(name) ? [`needs a restart: settings.${snakeName(name)}: `] : none),
  ];
  const bounds = [looserWhenLarger[name], looserWhenSmaller[name]];
  const [larger = '', smaller = ''] = value === 0 ? bounds.toReversed() : bounds;
  return {
    key: `${section}.${snakeName(name)}`,
    from: value,
    to: fewer,
    there: [...begin, ...(smaller === '' ? none : heldLines(accounts, smaller, { name, values: [fewer, value] }))],
    back: [...begin, ...(larger === '' ? none : heldLines(accounts, larger, { name, values: [value, fewer] }))],
  };
}

const settings = Object.entries(defaultSettings);

/** Settings of every account, and those of one, which has no slots of its own. */
export const settingChanges: readonly KeyChange[] = [
  ...settings.map(([name, value]) => settingChange(name, value, ['main', 'second'])),
  ...settings.filter(([name]) => !madeOnce.includes(name)).map(([name, value]) => settingChange(name, value, ['main'])),
];
