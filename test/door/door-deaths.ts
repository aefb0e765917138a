/** A real door that is killed again and again while a sender posts: what was answered is kept, and kept once. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createInterface } from 'node:readline';
import { webhookSignature } from '../../src/door/webhook-signature.ts';
import { createRegister, openRegister } from '../../src/register/open-register.ts';
import { inProject } from '../../src/server/project-root.ts';
import { compileCache } from '../setup/compile-cache.ts';
import { doorOf } from './door-key.ts';

interface DeathsWish {
  readonly folder: string;
  readonly posts: number;
  readonly deaths: number;
  /** Called after each death, with how many posts were answered by then. */
  readonly onDeath?: (death: number, done: number) => void;
}

/** What is left after all of it. */
interface DeathsReport {
  readonly posts: number;
  readonly deaths: number;
  /** Attempts that had no answer, or one that asks to come again. */
  readonly again: number;
  /** Deliveries that were answered and are not in the register. */
  readonly lost: readonly string[];
  readonly sightings: number;
  readonly payments: number;
  readonly expectedPayments: number;
  readonly isWhole: boolean;
}

const key = Buffer.from('a key of 24 bytes, no more');
const sendersAtOnce = 8;

/** Posts everything, each until it is answered by 200 and some of it once more, and kills the door in between. */
export async function postThroughDeaths(wish: DeathsWish): Promise<DeathsReport> {
  const { folder, posts } = wish;
  const file = join(folder, 'state', 'register.sqlite');
  const place = { kind: 'sqlite', file, isSimulators: false } as const;
  mkdirSync(join(folder, 'state'), { recursive: true, mode: 0o700 });
  await createRegister(place, { generation: 'of-deaths', how: 'created', nowMs: Date.now() });
  writeConfiguration(folder);
  const door = new DyingDoor(folder);
  await door.start();
  const tally = { next: 0, done: 0, again: 0 };
  const sender = async (): Promise<void> => {
    for (let number = tally.next++; number < posts; number = tally.next++) {
      tally.again += await postUntilTaken(door, number);
      // A sender that has lost the answer sends again.
      if (number % 5 === 0) tally.again += await postUntilTaken(door, number);
      tally.done += 1;
    }
  };
  try {
    const killing = killAtTimes(door, wish, () => tally.done);
    await Promise.all([killing, ...Array.from({ length: sendersAtOnce }, sender)]);
  } finally {
    await door.end();
  }
  const register = await openRegister(place, { migrate: false });
  const seen = await register.paymentsSeen({});
  const isWhole = (await register.brokenJournalEntry()) === null;
  await register.close();
  const kept = seen.flatMap(({ sightings }) => sightings.map(({ delivery }) => delivery));
  const all = Array.from({ length: posts }, (_, number) => deliveryOf(number));
  const keptOnce = new Set(kept);
  return {
    posts,
    deaths: door.deaths,
    again: tally.again,
    lost: all.filter((delivery) => !keptOnce.has(delivery)),
    sightings: kept.length,
    payments: seen.length,
    expectedPayments: new Set(all.map((delivery, number) => referenceOf(number) ?? delivery)).size,
    isWhole,
  };
}

function writeConfiguration(folder: string): void {
  const text = `[account.main]
service = "https://api.example.com"

${doorOf().write(folder)}
[payments.bank]
scheme = "standard-webhooks"
class = "evidence"
secret_file = "bank"
currency = "BOB"
`;
  writeFileSync(join(folder, 'peerdesk.toml'), text, { mode: 0o600 });
  writeFileSync(join(folder, 'bank'), key.toString(), { mode: 0o600 });
}

const deliveryOf = (number: number): string => `msg_${number}`;
/** Two reports of one payment in every four; the rest have no reference, and are all equal. */
const referenceOf = (number: number): string | null => (number % 4 < 2 ? `TRX ${Math.floor(number / 4)}` : null);

/** Returns how often it had to be sent again. */
async function postUntilTaken(door: DyingDoor, number: number): Promise<number> {
  for (let again = 0; ; again += 1) {
    const status = await post(door.port, number).catch(() => null);
    if (status === 200) return again;
    if (status !== null && status !== 429 && status !== 503) throw new Error(`answered ${status}`);
    await delay(50 + (number % 7) * 20);
  }
}

async function post(port: number, number: number): Promise<number> {
  const reference = referenceOf(number);
  const body = JSON.stringify({ amount: '400.00', currency: 'BOB', payer: 'Ana', reference, state: 'booked' });
  const [id, seconds] = [deliveryOf(number), String(Math.floor(Date.now() / 1_000))];
  const signature = webhookSignature(key, { id, seconds, body });
  const headers = { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature };
  const address = `http://127.0.0.1:${port}/v1/payments/bank`;
  const answer = await fetch(address, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) });
  await answer.arrayBuffer();
  return answer.status;
}

/** Spread over the posts, each in the middle of some. */
async function killAtTimes(door: DyingDoor, { deaths, posts, onDeath }: DeathsWish, done: () => number): Promise<void> {
  for (let death = 1; death <= deaths; death += 1) {
    const at = Math.floor((posts * death) / (deaths + 1));
    while (done() < at) await delay(2);
    await door.die();
    onDeath?.(death, done());
    await door.start();
  }
}

/** A process of `peerdesk door`; killed, it starts again at its port. */
class DyingDoor {
  port = 0;
  deaths = 0;
  readonly #folder: string;
  #child: ChildProcess | null = null;
  #isAsked = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async start(): Promise<void> {
    const args = [inProject('bin', 'peerdesk.mjs'), 'door', '--json', '--log-level', 'error', '--port', `${this.port}`];
    const env = { PATH: process.env['PATH'] ?? '', ...compileCache, PEERDESK_STATE_DIR: join(this.#folder, 'state') };
    const child = spawn(process.execPath, args, { cwd: this.#folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    this.#isAsked = false;
    // Who posts to a door that has ended by itself would never stop.
    child.once('exit', (code, signal) => {
      if (!this.#isAsked) throw new Error(`the door has ended by itself: ${code ?? signal}`);
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const line = await lines.next();
    const { endpoint } = JSON.parse(String(line.value)) as { endpoint: string };
    this.port = Number(new URL(endpoint).port);
  }

  async die(): Promise<void> {
    await this.#stop('SIGKILL');
    this.deaths += 1;
  }

  async end(): Promise<void> {
    await this.#stop('SIGTERM');
  }

  async #stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#isAsked = true;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
