/** Every variable of ours that a process reads, but for settings: misspelt ones are found by it, and the appendix of docs is written from it. */
interface KnownVariable {
  readonly name: string;
  /** What it may be, and in what. */
  readonly value: string;
  /** What holds without it; empty: nothing. */
  readonly without: string;
  readonly text: string;
  /** The same name with _FILE names a file that holds it. */
  readonly orFile?: true;
}

export const variableTable: readonly KnownVariable[] = [
  {
    name: 'PEERDESK_BASE_URL',
    value: 'https, or http to this machine',
    without: '',
    text: 'origin of the service, without path',
  },
  {
    name: 'PEERDESK_API_KEY',
    value: 'text',
    without: '',
    text: 'the key of the account; better in a file',
    orFile: true,
  },
  { name: 'PEERDESK_API_SECRET', value: 'text', without: '', text: 'its secret; better in a file', orFile: true },
  {
    name: 'PEERDESK_TOTP_SECRET',
    value: 'Base32',
    without: '',
    text: 'seed of the one-time codes of releases',
    orFile: true,
  },
  {
    name: 'PEERDESK_ACCOUNT',
    value: 'alias',
    without: 'main',
    text: 'the account; one key has one alias: two would be two accounts, each with a guard of its own',
  },
  { name: 'PEERDESK_EGRESS', value: 'name', without: 'default', text: 'name of the outgoing address' },
  {
    name: 'PEERDESK_CONFIG',
    value: 'path',
    without: 'peerdesk.toml, where it is found',
    text: 'the configuration file; the variables stand over it',
  },
  { name: 'PEERDESK_MODE', value: 'sim, shadow, live', without: '', text: 'default for --mode' },
  { name: 'PEERDESK_ALLOW_LIVE', value: 'yes', without: 'no', text: 'this worker may write to a real service' },
  {
    name: 'PEERDESK_SHADOW_ADS',
    value: 'numbers, with commas',
    without: '',
    text: 'ads that this worker holds in shadow, whatever their workflows ask for',
  },
  {
    name: 'PEERDESK_RELEASE_POLICIES',
    value: 'approve, match, paid, with commas',
    without: 'all',
    text: 'the policies that this worker releases by; paid counts at a proven simulator only',
  },
  {
    name: 'PEERDESK_MAX_RELEASE',
    value: 'sums, such as 5000 BOB, 700 USD',
    without: 'unlimited',
    text: 'the largest single release of this worker by currency',
  },
  { name: 'PEERDESK_MAX_RELEASE_PER_DAY', value: 'sums', without: 'unlimited', text: 'the same for the sum of a day' },
  {
    name: 'PEERDESK_APPROVALS',
    value: 'typed, signed',
    without: 'typed',
    text: 'signed: approvals count only when a key of PEERDESK_APPROVERS signed them; policy match then needs PEERDESK_EVIDENCE',
  },
  {
    name: 'PEERDESK_APPROVERS',
    value: 'ana=BASE64, ben+phone=passkey:ORIGIN:KEY',
    without: '',
    text: 'the public keys of the approvers, of Ed25519 or passkeys; in a file one a line',
    orFile: true,
  },
  {
    name: 'PEERDESK_EVIDENCE',
    value: 'bank=BASE64, wise=BASE64',
    without: 'none',
    text: 'the sources whose payments may carry a release by policy match, each with the public key of its door',
  },
  {
    name: 'PEERDESK_APPROVER_DIR',
    value: 'path',
    without: '~/.peerdesk/approvers',
    text: 'where peerdesk approver and order approve-release keep private keys',
  },
  {
    name: 'PEERDESK_ALLOW_DEV_SERVER',
    value: 'yes',
    without: 'no',
    text: 'a development server of Temporal, which has no login, may control live writes to a real service',
  },
  {
    name: 'PEERDESK_ALLOW_PLAIN_TEMPORAL',
    value: 'yes',
    without: 'no',
    text: 'with live writes the connection to a Temporal server off this machine may be plain text (a network of your own)',
  },
  {
    name: 'PEERDESK_ALLOW_PLAIN_PAYLOADS',
    value: 'yes',
    without: 'no',
    text: 'with live writes payloads may reach Temporal in clear',
  },
  {
    name: 'PEERDESK_CODEC_KEYS_FILE',
    value: 'path',
    without: '',
    text: 'the keys that seal what reaches Temporal: a file for this user alone, made by peerdesk codec new-key. PEERDESK_CODEC_KEYS does not exist: keys stand in no variable',
  },
  {
    name: 'PEERDESK_CODEC',
    value: 'strict, migrate',
    without: 'strict with keys',
    text: 'strict: only what is sealed is obeyed; migrate: while a running desk changes over, what is not sealed is read as well',
  },
  {
    name: 'PEERDESK_CODEC_TOKEN_FILE',
    value: 'path',
    without: '',
    text: 'the token that peerdesk codec serve asks for',
  },
  {
    name: 'PEERDESK_IS_SIMULATOR',
    value: 'yes',
    without: 'no',
    text: 'keys may travel over plain http to another machine (a simulator in another container); it must still prove to be a simulator',
  },
  {
    name: 'PEERDESK_AUTH_STEPS',
    value: 'adaptive=key,signed; releaseCoin=signed',
    without: '',
    text: 'other steps of authentication than the usual ones',
  },
  {
    name: 'PEERDESK_PUBLIC_BASE_URL',
    value: 'https',
    without: 'the service’s own',
    text: 'origin of the public search',
  },
  {
    name: 'PEERDESK_SOCKET_HOSTS',
    value: 'hosts, with commas',
    without: 'the service’s own domain',
    text: 'hosts that the chat and image uploads may go to',
  },
  {
    name: 'PEERDESK_PROXY',
    value: 'none, or an address',
    without: '',
    text: 'none: calls leave directly although HTTPS_PROXY, HTTP_PROXY or ALL_PROXY is set',
  },
  {
    name: 'PEERDESK_CHAT_HANDSHAKE',
    value: 'frame, address',
    without: 'frame',
    text: 'frame: the first frame of the chat carries the key; address: the address does',
  },
  { name: 'PEERDESK_CHAT_SOCKET', value: 'off', without: 'on', text: 'orders are found by polling alone' },
  {
    name: 'PEERDESK_GREETINGS',
    value: 'JSON',
    without: 'none',
    text: 'what the desk says by itself in the chats of orders: written as [greetings.NAME] in the file',
  },
  {
    name: 'PEERDESK_NOTIFY_URL',
    value: 'https, or http to this machine',
    without: '',
    text: 'where a worker reports what waits for a human',
    orFile: true,
  },
  {
    name: 'PEERDESK_NOTIFY_SECRET',
    value: 'at least 16 bytes',
    without: '',
    text: 'signs these messages',
    orFile: true,
  },
  {
    name: 'PEERDESK_NOTIFY_COMMAND',
    value: 'absolute path',
    without: '',
    text: 'an executable that gets the same messages as JSON on its stdin',
  },
  {
    name: 'PEERDESK_NOTIFY_TELEGRAM_TOKEN',
    value: 'text',
    without: '',
    text: 'the token of a bot of Telegram that sends the same messages',
    orFile: true,
  },
  {
    name: 'PEERDESK_NOTIFY_TELEGRAM_PEOPLE',
    value: 'NAME=NUMBER, with commas',
    without: '',
    text: 'to whom the bot writes, and whose buttons count: the numbers of people in Telegram',
  },
  {
    name: 'PEERDESK_NOTIFY_TELEGRAM_URGENT',
    value: 'NAME=NUMBER',
    without: '',
    text: 'people who get what is urgent alone',
  },
  {
    name: 'PEERDESK_NOTIFY_QUIET',
    value: 'days with times',
    without: '',
    text: 'when messages of the bot make no sound',
  },
  { name: 'PEERDESK_NOTIFY_QUIET_ZONE', value: 'time zone', without: '', text: 'whose clock these times are on' },
  {
    name: 'PEERDESK_NOTIFY_TELEGRAM_API',
    value: 'https, or http to this machine',
    without: 'https://api.telegram.org',
    text: 'origin of the Bot API, where you run your own',
  },
  {
    name: 'PEERDESK_METRICS_PORT',
    value: 'port',
    without: '',
    text: 'the worker answers metrics on this port of this machine; --metrics-port precedes it',
  },
  {
    name: 'PEERDESK_DEPLOYMENT',
    value: 'name',
    without: '',
    text: 'versions side by side: the name of the deployment',
  },
  {
    name: 'PEERDESK_BUILD_ID',
    value: 'name',
    without: 'the release with a hash of its workflows',
    text: 'versions side by side: the name of this version',
  },
  {
    name: 'PEERDESK_CACHE_DIR',
    value: 'path',
    without: '',
    text: 'cache for a downloaded Temporal server and the workflow bundle',
  },
  {
    name: 'PEERDESK_STATE_DIR',
    value: 'path',
    without: 'STATE_DIRECTORY, else peerdesk in XDG_STATE_HOME, else ~/.peerdesk/state',
    text: 'where the register is, and that a worker was examined',
  },
  {
    name: 'PEERDESK_STARTED_BY',
    value: 'process number',
    without: '',
    text: 'set by peerdesk start for its processes: the process that keeps them, and without which they end',
  },
  {
    name: 'PEERDESK_REGISTER_URL',
    value: 'postgres://…',
    without: 'a file in the state folder',
    text: 'a PostgreSQL database that has the register; better in a file',
    orFile: true,
  },
  { name: 'PEERDESK_SKIP_DOCTOR', value: 'yes', without: 'no', text: 'live writes need no examination' },
  { name: 'PEERDESK_DOCTOR_DAYS', value: 'days', without: '90', text: 'how many days a passed examination counts' },
  { name: 'PEERDESK_DEBUG', value: '1', without: '', text: 'print stacks with errors of the command line' },
  {
    name: 'PEERDESK_TIMEOUT',
    value: 'duration, such as 60s',
    without: '7s to connect, 10s and 15s',
    text: 'how long a command or a call of the client waits for an answer; --timeout precedes it',
  },
  {
    name: 'PEERDESK_TIME_ZONE',
    value: 'zone, such as America/La_Paz',
    without: 'UTC',
    text: 'the zone of the moments in texts of the command line; --json stays UTC',
  },
  {
    name: 'PEERDESK_WEB_UI',
    value: 'address',
    without: 'the running demo’s',
    text: 'Temporal’s Web UI, for links below lists',
  },
  {
    name: 'PEERDESK_LOG_LEVEL',
    value: 'trace, debug, info, warn, error',
    without: 'info',
    text: 'default for --log-level of every long-running command',
  },
];

/** The names of all of them. */
export const variableNames: readonly string[] = variableTable.flatMap(({ name, orFile = false }) =>
  orFile ? [name, `${name}_FILE`] : [name],
);
