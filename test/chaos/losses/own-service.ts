/** The marketplace of a case, with keys that it can revoke, and the variables or the file that name both. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsEnvironment } from '../../../src/cli/up/demo-desk.ts';
import type { DeskSettings } from '../../../src/domain/settings.ts';
import { createSimulator, type Simulator } from '../../../src/simulator/simulator.ts';
import { createStillMarket, type StillMarkets } from '../../setup/still-markets.ts';

export const account = 'acme';

/** Quick looks, so that a case needs a minute or two. */
export const settings = {
  marketIntervalMs: 1_000,
  orderPollIntervalMs: 500,
  moneySettleMs: 2_000,
  reconcileWindowMs: 20_000,
  ipBanMinimumMs: 10_000,
} satisfies Partial<DeskSettings>;

export interface OwnService {
  readonly simulator: Simulator;
  readonly markets: StillMarkets;
  /** The variables of a process without a file. */
  readonly env: Record<string, string> & { PEERDESK_BASE_URL: string };
  /** Changes settings of the service. */
  readonly setService: (settings: { readonly releasingMs: number }) => Promise<void>;
  /** The service takes the present key for unknown from now on, and has given out another one. */
  readonly revokeKey: () => void;
  /** The keys that it takes now. */
  readonly keys: () => { readonly apiKey: string; readonly apiSecret: string };
}

export async function openService(seed: number, noticeUrl: string): Promise<OwnService> {
  const known = { name: account, apiKey: 'key-of-acme-0123456789', apiSecret: 'secret-of-acme-0123456789' };
  const markets = createStillMarket();
  const simulator = createSimulator({
    seed,
    accounts: [known],
    market: markets.feed,
    rateLimit: { requests: 300, windowMs: 10_000 },
    tickIntervalMs: 100,
    // What is sent twice is done twice: the ledger has to show it.
    idempotentMoney: false,
  });
  const { baseUrl } = await simulator.listen();
  const env = {
    ...settingsEnvironment(settings),
    PEERDESK_ACCOUNT: account,
    PEERDESK_EGRESS: account,
    PEERDESK_BASE_URL: baseUrl,
    PEERDESK_API_KEY: known.apiKey,
    PEERDESK_API_SECRET: known.apiSecret,
    PEERDESK_NOTIFY_URL: noticeUrl,
  };
  const setService: OwnService['setService'] = async (changes) => {
    const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(changes) };
    const { status } = await fetch(`${baseUrl}/_sim/settings`, body);
    if (status !== 200) throw new Error(`the service refuses the settings: ${status}`);
  };
  const revokeKey = (): void => {
    known.apiKey = 'another-key-of-acme-0123456789';
    known.apiSecret = 'another-secret-of-acme-0123456789';
  };
  return { simulator, markets, env, setService, revokeKey, keys: () => known };
}

const keyNames = ['PEERDESK_ACCOUNT', 'PEERDESK_BASE_URL', 'PEERDESK_API_KEY', 'PEERDESK_API_SECRET'];

/** Writes a file that says the same as the variables, and the keys beside it; returns the variables that are left. */
export function writeDeskFile(folder: string, service: OwnService, temporal: string): Record<string, string> {
  const { env } = service;
  const file = join(folder, 'peerdesk.toml');
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text, { mode: 0o600 });
  writeKeys(folder, service);
  write('hook', env['PEERDESK_NOTIFY_URL'] ?? '');
  const text = `[temporal]
address = "${temporal}"

[egress.${account}]

[account.${account}]
service = "${env.PEERDESK_BASE_URL}"
mode = "sim"
desk = false
other_ads = "leave"
api_key_file = "key"
api_secret_file = "secret"
notify = { url_file = "hook" }
`;
  write('peerdesk.toml', text);
  const without = new Set([...keyNames, 'PEERDESK_NOTIFY_URL', 'PEERDESK_EGRESS']);
  const left = Object.entries(env).filter(([name]) => !without.has(name));
  return { ...Object.fromEntries(left), PEERDESK_CONFIG: file };
}

/** Writes the keys that the service takes now, as a person puts them right. */
export function writeKeys(folder: string, { keys }: Pick<OwnService, 'keys'>): void {
  const { apiKey, apiSecret } = keys();
  writeFileSync(join(folder, 'key'), apiKey, { mode: 0o600 });
  writeFileSync(join(folder, 'secret'), apiSecret, { mode: 0o600 });
}
