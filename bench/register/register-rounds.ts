import type { Register } from '../../src/register/register.ts';

/** What a money call adds: claim, arm, and the note of its answer. */
const atMs = 1_800_000_000_000;

/** Returns how long each round took, in ms: the three operations of one release, with one payment. */
export async function measureRounds(register: Register, rounds: number): Promise<number[]> {
  const account = 'main';
  const { term, generation } = await register.beginTerm({ account, leader: 'bench', signers: null, nowMs: atMs });
  const seen = { generation, epoch: 0, revision: 0 };
  const tookMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // A day's worth of releases counts for the cap, and the rounds before are older.
    const nowMs = atMs + round * 300_000;
    const begun = performance.now();
    const number = await claimed(register, {
      account,
      term,
      begunIn: generation,
      nowMs,
      subject: `22${round}`,
      key: `payment-${round}`,
    });
    const payments = [`payment-${round}`];
    const moments = { guardAtMs: nowMs, untilMs: nowMs + 30_000, nowMs };
    const armed = await register.arm({ account, term, number, seen, payments, codeStep: null, ...moments });
    if (!armed.armed) throw new Error(armed.code);
    await register.noteAnswer({ account, number, answer: 'OK', nowMs });
    tookMs.push(performance.now() - begun);
  }
  return tookMs;
}

interface Round {
  readonly account: string;
  readonly term: number;
  readonly begunIn: string;
  readonly nowMs: number;
  readonly subject: string;
  readonly key: string;
}

async function claimed(register: Register, { key, ...round }: Round): Promise<number> {
  const money = { asset: 'USDT', amount: '10', price: '7', total: '70', fiat: 'BOB', counterparty: 'user-1' };
  const rest = { epoch: 0, payments: [{ key, proof: key }], perDay: '1000000' };
  const reply = await register.claim({ ...round, callId: `call of ${key}`, step: 'release', ...money, ...rest });
  if (!reply.claimed) throw new Error(reply.code);
  return reply.number;
}
