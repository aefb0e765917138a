import { begins, held, none, type KeyChange } from './changes.ts';
import { capsCases, hoursCases, ruleLines, shownKey } from './rule-changes.ts';
import { secretChanges, wayChanges } from './way-changes.ts';

const restart = (variable: string): string[] => [`needs a restart: [temporal] (${variable}): `];
const allBegin = (part: string): string[] =>
  ['main', 'second'].map((name) => `change ${name}: ${part}; it begins again`);
const money = (words: string): string[] => [`${words} [money]`];
const looser = (words: string, what: string): string[] => [`${words} [money]; LOOSENS: ${what}`];

/** [temporal] is the connection: made once, but for what is agreed to beside live writes. */
export const temporalChanges: readonly KeyChange[] = [
  { key: 'temporal.address', from: 'localhost:7233', to: 'localhost:7234', there: restart('TEMPORAL_ADDRESS') },
  { key: 'temporal.namespace', from: 'one', to: 'two', there: restart('TEMPORAL_NAMESPACE') },
  { key: 'temporal.profile', from: 'one', to: 'two', there: restart('TEMPORAL_PROFILE') },
  { key: 'temporal.tls', from: true, to: false, there: restart('TEMPORAL_TLS') },
  { key: 'temporal.tls_server_name', from: 'one', to: 'two', there: restart('TEMPORAL_TLS_SERVER_NAME') },
  { key: 'temporal.tls_ca_file', from: 'one', to: 'two', there: restart('TEMPORAL_TLS_SERVER_CA_CERT_PATH') },
  { key: 'temporal.tls_cert_file', from: 'one', to: 'two', there: restart('TEMPORAL_TLS_CLIENT_CERT_PATH') },
  { key: 'temporal.tls_key_file', from: 'one', to: 'two', there: restart('TEMPORAL_TLS_CLIENT_KEY_PATH') },
  { key: 'temporal.api_key_file', from: 'keys/old', to: 'keys/new', there: restart('TEMPORAL_API_KEY') },
  { key: 'temporal.api_key_env', from: 'OLD_SECRET', to: 'NEW_SECRET', there: restart('TEMPORAL_API_KEY') },
  {
    key: 'temporal.allow_dev_server',
    from: false,
    to: true,
    there: [...allBegin('allow_dev_server'), held('a development server controls live writes')],
    back: allBegin('allow_dev_server'),
  },
  { key: 'temporal.codec_keys_file', from: 'keys/old', to: 'keys/new', there: restart('PEERDESK_CODEC_KEYS_FILE') },
  { key: 'temporal.codec', from: 'strict', to: 'migrate', there: restart('PEERDESK_CODEC') },
  {
    key: 'temporal.allow_plain_payloads',
    from: false,
    to: true,
    there: [...allBegin('allow_plain_payloads'), held('payloads in clear control live writes')],
    back: allBegin('allow_plain_payloads'),
  },
  {
    key: 'temporal.allow_plain',
    from: false,
    to: true,
    there: [held('a connection in clear controls live writes'), ...restart('PEERDESK_ALLOW_PLAIN_TEMPORAL')],
    back: restart('PEERDESK_ALLOW_PLAIN_TEMPORAL'),
  },
];

/** The register is opened once. */
export const registerChanges: readonly KeyChange[] = [
  {
    key: 'register.url_file',
    from: 'keys/register-old',
    to: 'keys/register-new',
    there: ['needs a restart: register.url_file: the register is opened at the start'],
  },
];

/** Without a key of the guard its rules stay: each case has one. */
const ruled = { 'account.main.release.policy': 'approve' };
const rules = 'change main: release rules (…) become (…)';

const releaseChanges: readonly KeyChange[] = [
  {
    key: 'account.*.release.policy',
    from: 'approve',
    to: 'match',
    there: looser(rules, 'policy approve becomes match'),
    back: money(rules),
  },
  {
    key: 'account.*.release.amount_cap',
    from: '100 BOB',
    to: '500 BOB',
    there: looser(rules, 'the cap 100 BOB becomes 500 BOB'),
    back: money(rules),
  },
  {
    key: 'account.*.release.approvers',
    from: 2,
    to: 1,
    there: looser(rules, '2 approvers become 1'),
    back: money(rules),
  },
  {
    key: 'account.*.release.approvers_above',
    from: '100 BOB',
    to: '500 BOB',
    beside: { 'account.main.release.approvers_then': 2 },
    there: looser(rules, 'the total of fewer approvers 100 BOB becomes 500 BOB'),
    back: money(rules),
  },
  {
    key: 'account.*.release.approvers_then',
    from: 3,
    to: 2,
    beside: { 'account.main.release.approvers_above': '100 BOB' },
    there: looser(rules, '3 approvers above 100 BOB become 2'),
    back: money(rules),
  },
  {
    key: 'account.*.release.policies',
    from: ['approve'],
    to: ['approve', 'match'],
    there: [...begins('release limits'), held('main: release policy match')],
    back: begins('release limits'),
  },
  {
    key: 'account.*.release.max',
    from: '100 BOB',
    to: '500 BOB',
    there: [...begins('release limits'), held('main: largest release: 500 BOB instead of 100 BOB')],
    back: begins('release limits'),
  },
  {
    key: 'account.*.release.max_per_day',
    from: '100 BOB',
    to: '500 BOB',
    there: [...begins('release limits'), held('main: releases a day: 500 BOB instead of 100 BOB')],
    back: begins('release limits'),
  },
  {
    key: 'account.*.release.approvers_file',
    from: 'approvers',
    to: 'approvers-new',
    beside: { 'account.main.release.approvals': 'signed' },
    there: [...begins('approvers'), held('main: the key of approver bob')],
    back: [...begins('approvers'), held('main: the key of approver ana')],
  },
];

const counterparty = (key: string, [from, to]: readonly [number, number], what: string): KeyChange => ({
  key: `account.*.counterparty.${key}`,
  from,
  to,
  there: looser(rules, `the least ${what}, ${from}, becomes ${to}`),
  back: money(rules),
});

const counterpartyChanges: readonly KeyChange[] = [
  counterparty('min_completed_orders', [20, 10], 'completed orders'),
  counterparty('min_finish_rate', [0.9, 0.5], 'finish rate'),
  counterparty('min_register_days', [30, 7], 'days registered'),
  {
    key: 'account.*.counterparty.blocked',
    from: ['mallory', 'trudy'],
    to: ['trudy'],
    there: looser('change main: mallory leaves the block list', 'mallory leaves the block list'),
    back: money('change main: mallory joins the block list'),
  },
];

const killChanges: readonly KeyChange[] = ['all', 'releases', 'repricing', 'ads'].map((name) => ({
  key: `account.*.kill.${name}`,
  from: true,
  to: false,
  there: looser(`change main: kill switch ${name} lifted`, `kill switch ${name} is lifted`),
  back: money(`change main: kill switch ${name} engaged`),
}));

const live = { 'account.main.mode': 'live' };
const elsewhere = (to: string, from: string): string =>
  held(`main: calls and keys go to https://${to}.example.com instead of https://${from}.example.com`);

/** Those of its ads that have none of their own. */
const ofAllAds = (name: string, cases: typeof hoursCases): KeyChange[] =>
  cases.map(([key, from, to, weight]) => {
    const lines = ['11', 'of-fresh'].map((ad) => ruleLines(`change main: ad ${ad}: ${shownKey(key)} `, weight));
    return {
      key: `account.*.${key}`,
      at: `account.main.${name}`,
      from,
      to,
      there: lines.map(({ there }) => there),
      back: lines.map(({ back }) => back),
    };
  });

export const accountChanges: readonly KeyChange[] = [
  {
    key: 'account.*.egress',
    from: 'home',
    to: 'other',
    there: ['drop main: …any more; what runs of it goes on, and waits for a worker'],
    // The usual accounts have one key, and that of the other one was agreed to for its own service.
    back: ['add main', held('main: calls and keys go to https://main.example.com instead of https://second.')],
  },
  {
    key: 'account.*.service',
    from: 'https://a.example.com',
    to: 'https://b.example.com',
    there: [...begins('service'), elsewhere('b', 'a')],
    back: [...begins('service'), elsewhere('a', 'b')],
  },
  {
    key: 'account.*.service',
    from: 'https://a.example.com',
    to: 'https://b.example.com',
    beside: live,
    there: [...begins('service'), elsewhere('b', 'a')],
    back: [...begins('service'), elsewhere('a', 'b')],
  },
  {
    key: 'account.*.mode',
    from: 'shadow',
    to: 'live',
    there: [
      ...looser('change main: desk, mode shadow becomes live; running orders keep theirs', 'mode shadow becomes live'),
      ...looser('change main: ad 11, mode shadow becomes live', 'mode shadow becomes live'),
      ...looser('change main: ad of-fresh, mode shadow becomes live', 'mode shadow becomes live'),
      ...begins('live writes'),
      held('main: mode live: writes to a real service'),
    ],
    back: [
      ...money('change main: desk, mode live becomes shadow; running orders keep theirs'),
      ...money('change main: ad 11, mode live becomes shadow'),
      ...money('change main: ad of-fresh, mode live becomes shadow'),
      ...begins('live writes'),
    ],
  },
  {
    key: 'account.*.desk',
    from: true,
    to: false,
    there: ['stop main: desk; its orders and ads go on'],
    back: money('start main: desk, mode shadow'),
  },
  {
    key: 'account.*.other_ads',
    from: 'leave',
    to: 'stop',
    there: ['stop main: ad 99; it stays online at its price'],
    back: none,
  },
  {
    key: 'account.*.release.approvals',
    at: 'account.main.release',
    from: { approvals: 'signed', approvers_file: 'approvers', policies: ['approve'] },
    to: { approvals: 'typed', policies: ['approve'] },
    there: [...begins('approvers'), held('main: typed approvals count again')],
    back: begins('approvers'),
  },
  ...secretChanges,
  ...releaseChanges.map((change) => ({
    ...change,
    beside: { ...(change.key.endsWith('.policy') ? {} : ruled), ...change.beside },
  })),
  ...counterpartyChanges,
  ...killChanges,
  ...ofAllAds('hours', hoursCases),
  ...ofAllAds('payment_caps', capsCases),
  ...wayChanges,
];
