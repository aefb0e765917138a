/** Real processes around a bank: a Temporal server, a marketplace with a bank, two workers, a door with a source of evidence and one of hints. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { createApproverKey } from '../../../src/cli/approver/approver-files.ts';
import { settingsEnvironment } from '../../../src/cli/up/demo-desk.ts';
import { connectTemporal, registerSearchAttributes, startDesk } from '../../../src/client/index.ts';
import { freePort } from '../../../src/server/free-port.ts';
import { createSimulator, type Simulator } from '../../../src/simulator/simulator.ts';
import { webhookSignature } from '../../../src/door/webhook-signature.ts';
import { doorOf } from '../../door/door-key.ts';
import { createStillMarket } from '../../setup/still-markets.ts';
import { account, settings } from '../losses/own-service.ts';
import { openTemporal } from '../losses/own-temporal.ts';
import { startProgramOf, Worker } from '../losses/workers.ts';
import { until } from '../storm/storm-world.ts';

const rules = {
  policy: 'match',
  amountCap: null,
  counterparty: { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null },
} as const;
/** Some hundred and fifty sales stay open, because no money of theirs comes: a merchant with as many has a larger budget. */
const busySettings = { ...settings, orderPollIntervalMs: 1_000, accountRequestsPerSecond: 40 };
const bankSecret = Buffer.alloc(32, 7);
const phoneSecret = Buffer.alloc(32, 8);

export interface PaymentsWorld {
  readonly client: Client;
  readonly simulator: Simulator;
  readonly workers: readonly Worker[];
  readonly door: Worker;
  /** A message on the merchant's phone that a buyer has forged: it names money that never came. */
  readonly forge: (message: Forged) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Forged {
  readonly id: string;
  readonly amount: string;
  readonly payer: string;
}

interface Wish {
  readonly seed: number;
  /** The merchant takes what his phone reports for evidence. */
  readonly believesHints: boolean;
}

/** Opens a desk that releases by policy match alone; no approval is ever given. */
export async function openPaymentsWorld({ seed, believesHints }: Wish): Promise<PaymentsWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'peerdesk-payments-'));
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    const temporal = await openTemporal(folder);
    ends.push(() => temporal.stop());
    const keys = { apiKey: 'key-of-acme-0123456789', apiSecret: 'secret-of-acme-0123456789' };
    const simulator = createSimulator({
      seed,
      accounts: [{ name: account, ...keys }],
      market: createStillMarket().feed,
      rateLimit: { requests: 1_000, windowMs: 10_000 },
      tickIntervalMs: 100,
      bank: { delayMs: 3_000 },
      // What is sent twice is done twice: the ledger has to show it.
      idempotentMoney: false,
    });
    const { baseUrl } = await simulator.listen();
    ends.push(() => simulator.close());
    const connected = await connectTemporal({ address: temporal.address });
    ends.push(() => connected.close());
    await registerSearchAttributes(connected.client);
    const place = { folder, baseUrl, temporal: temporal.address, keys, believesHints };
    const { door, url, workers } = await startProcesses(place, ends);
    for (const name of ['api', 'app']) {
      const secret = bankSecret.toString('base64');
      simulator.reportTransfers({ name, url: `${url}/v1/payments/bank`, secret, copies: 2 });
    }
    const desk = {
      account,
      egress: account,
      mode: 'sim',
      release: rules,
      adoptAds: null,
      settings: busySettings,
    } as const;
    await startDesk(connected.client, desk);
    const forge = (message: Forged): Promise<void> => postForged(`${url}/v1/payments/phone`, message);
    return { client: connected.client, simulator, workers, door, forge, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Place {
  readonly folder: string;
  readonly baseUrl: string;
  readonly temporal: string;
  readonly keys: Readonly<Record<'apiKey' | 'apiSecret', string>>;
  readonly believesHints: boolean;
}

async function startProcesses(place: Place, ends: (() => unknown)[]) {
  const { folder, baseUrl, temporal, keys, believesHints } = place;
  const signer = doorOf();
  const { publicKey } = createApproverKey({ PEERDESK_APPROVER_DIR: join(folder, 'approvers') }, 'ana');
  const sources = believesHints ? ['bank', 'phone'] : ['bank'];
  const state = { PEERDESK_STATE_DIR: join(folder, 'state') };
  const port = await freePort();
  writeDoor(place, signer);
  const door = new Worker(() =>
    startProgramOf('door', { ...state, PEERDESK_CONFIG: join(folder, 'peerdesk.toml') }, ['--port', String(port)]),
  );
  ends.push(() => door.kill());
  const env = {
    ...settingsEnvironment(busySettings),
    ...state,
    TEMPORAL_ADDRESS: temporal,
    PEERDESK_ACCOUNT: account,
    PEERDESK_EGRESS: account,
    PEERDESK_BASE_URL: baseUrl,
    PEERDESK_API_KEY: keys.apiKey,
    PEERDESK_API_SECRET: keys.apiSecret,
    PEERDESK_APPROVALS: 'signed',
    PEERDESK_APPROVERS: `ana=${publicKey}`,
    PEERDESK_RELEASE_POLICIES: 'match',
    PEERDESK_EVIDENCE: sources.map((name) => `${name}=${signer.publicKey}`).join(','),
  };
  const workers = [0, 1].map(() => new Worker(() => startProgramOf('worker', env)));
  for (const worker of workers) ends.push(() => worker.kill());
  await until(
    'a worker and the door serve',
    async () => workers.some((worker) => worker.said().includes('what this worker may do')) && door.said(),
    (said) => typeof said === 'string' && said.includes('door ready'),
  );
  return { door, workers, url: `http://127.0.0.1:${port}` };
}

function writeDoor({ folder, baseUrl, believesHints }: Place, signer: ReturnType<typeof doorOf>): void {
  const source = (name: string, kind: string): string =>
    `[payments.${name}]\nscheme = "standard-webhooks"\nclass = "${kind}"\nsecret_file = "${name}"\ncurrency = "BOB"\n`;
  const files = {
    'peerdesk.toml': `[account.${account}]
service = "${baseUrl}"
mode = "sim"
[door]
key_file = "door"
public_key = "${signer.publicKey}"
${source('bank', 'evidence')}${source('phone', believesHints ? 'evidence' : 'hint')}`,
    bank: `whsec_${bankSecret.toString('base64')}`,
    phone: `whsec_${phoneSecret.toString('base64')}`,
    door: signer.privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 });
}

const tries = 60;

/** The phone's forwarder signs whatever message has come. It tries again, as all of them do. */
async function postForged(url: string, { id, amount, payer }: Forged): Promise<void> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const seconds = String(Math.floor(Date.now() / 1_000));
    const said = { amount, currency: 'BOB', payer, reference: `SMS-${id}`, memo: '', state: 'booked' };
    const body = JSON.stringify({ ...said, bookedAt: new Date().toISOString() });
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': seconds,
      'webhook-signature': webhookSignature(phoneSecret, { id, seconds, body }),
    };
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
    if (answer?.ok === true) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 1_000);
    });
  }
}
