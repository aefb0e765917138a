/** Whether the journal of a register has lifted something without the signature that it takes. */
import { z } from 'zod';
import type { AccountConfig } from '../../config/egress-config.ts';
import { signersIn } from '../../config/signers.ts';
import { refusedOrder } from '../../domain/payment-owner.ts';
import { restrictionKinds } from '../../domain/guard/restriction.ts';
import { freeingWord } from '../../domain/signing/signed-freeing.ts';
import { looseningWord } from '../../domain/signing/signed-loosening.ts';
import { rulingWord } from '../../domain/signing/signed-ruling.ts';
import { signedSchema, type SignableWord, type Signed } from '../../domain/signing/signed-word.ts';
import { unholdWord } from '../../domain/signing/signed-unhold.ts';
import { signersSchema, spokenRefusal, type Signers } from '../../register/operations/signers.ts';
import type { Register } from '../../register/register.ts';
import { ok, warning, type Finding } from './check.ts';
import { signatureText } from '../../words/refusal-words.ts';

type Approving = Pick<AccountConfig, 'account' | 'approvers' | 'settings'>;

/** Compares what was lifted with the approvers of its time, and these with the configuration. */
export async function signedWords(register: Register, accounts: readonly Approving[]): Promise<readonly Finding[]> {
  const signed = accounts.filter(({ approvers }) => approvers !== null);
  if (signed.length === 0) return [ok('approvals are typed: what restricts is lifted without a signature')];
  const unknown: Finding[] = [];
  for (const config of signed) if (await isUnknown(register, config)) unknown.push(unknownFinding(config));
  const names = signed.map(({ account }) => account);
  const found = [...unknown, ...(await unsigned(register, names)).map(unsignedFinding)];
  return found.length === 0 ? [ok('what its journal has lifted is signed')] : found;
}

async function isUnknown(register: Register, config: Approving): Promise<boolean> {
  const known = await register.signers({ account: config.account });
  const keysOf = (signers: Signers | null) =>
    Object.entries(signers?.keys ?? {}).map(([name, key]) => `${name}=${key}`);
  return keysOf(known).toSorted().join() !== keysOf(signersIn(config)).toSorted().join();
}

const unknownFinding = ({ account }: Approving): Finding =>
  warning(
    `the register does not know the approvers of ${account} as they are configured: it takes the signatures of those that its worker had`,
    'start the worker, or `peerdesk config reload`: the process that leads names them',
  );

interface Unsigned {
  seq: number;
  account: string;
  what: string;
  why: string;
}

const unsignedFinding = ({ seq, account, what, why }: Unsigned): Finding =>
  warning(
    `entry ${seq} of its journal: ${what} of ${account}: ${why}`,
    'someone has written to the register past its commands: look at what holds (`peerdesk desk show`), and engage again what should',
  );

const pageEntries = 1_000;

type Entry = Awaited<ReturnType<Register['journal']>>[number];

async function unsigned(register: Register, accounts: readonly string[]): Promise<Unsigned[]> {
  const judge = new Judge();
  const found: Unsigned[] = [];
  for (let afterSeq = 0; ;) {
    const page = await register.journal({ afterSeq, limit: pageEntries });
    for (const entry of page) if (accounts.includes(entry.account)) found.push(...judge.judge(entry));
    const last = page.at(-1);
    if (last === undefined || page.length < pageEntries) return found;
    afterSeq = last.seq;
  }
}

const named = z.object({ kind: z.enum(restrictionKinds), key: z.string() });
const signedPart = { by: z.string(), generation: z.string(), signed: signedSchema.nullable() };
const bodies = {
  signers: z.object({ signers: signersSchema.nullable() }),
  loosened: z.object({
    ...signedPart,
    revision: z.number(),
    entries: z.array(named),
    added: z.array(named.extend({ value: z.string() })),
  }),
  unheld: z.object({ ...signedPart, epoch: z.number() }),
  ruled: z.object({ ...signedPart, step: z.enum(['place', 'publish']), attempt: z.number() }),
  freed: z.object({ ...signedPart, epoch: z.number(), attempt: z.number(), payment: z.string() }),
};

/** Reads a journal from its beginning. */
class Judge {
  /** Of each account, at the entry that is read. */
  readonly #signers = new Map<string, Signers | null>();

  judge(entry: Entry): Unsigned[] {
    const { seq, account, kind } = entry;
    if (kind === 'signers') this.#name(entry);
    const signers = this.#signers.get(account) ?? null;
    const read = readers.get(kind);
    if (signers === null || read === undefined) return [];
    const spoken = read(entry);
    if (spoken === null) return [{ seq, account, what: kind, why: 'it does not say what a signature covers' }];
    const problem = spokenRefusal({ ...spoken, nowMs: entry.at_ms }, signers);
    if (problem === null) return [];
    return [{ seq, account, what: spoken.what, why: signatureText(spoken.word.name, problem) }];
  }

  /** One that was changed by hand names no one: those before it count. */
  #name({ account, body }: Entry): void {
    const read = bodies.signers.safeParse(jsonIn(body)).data;
    if (read !== undefined) this.#signers.set(account, read.signers);
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface Spoken {
  what: string;
  word: SignableWord;
  signed: Signed | null;
}

function loosening({ account, body }: Entry): Spoken | null {
  const read = bodies.loosened.safeParse(jsonIn(body)).data;
  if (read === undefined) return null;
  const { entries: gone, by, signed } = read;
  const goes = gone.map(({ kind, key }) => `${kind} ${key}`).join(', ');
  return { what: `the loosening by ${by} (without ${goes})`, word: looseningWord({ ...read, account, gone }), signed };
}

function unhold({ account, subject: orderNumber, body }: Entry): Spoken | null {
  const read = bodies.unheld.safeParse(jsonIn(body)).data;
  if (read === undefined) return null;
  const { by, signed } = read;
  return {
    what: `the unhold of order ${orderNumber} by ${by}`,
    word: unholdWord({ ...read, account, orderNumber }),
    signed,
  };
}

function freeing({ account, subject: orderNumber, body }: Entry): Spoken | null {
  const read = bodies.freed.safeParse(jsonIn(body)).data;
  if (read === undefined) return null;
  const { by, signed } = read;
  const of = orderNumber === refusedOrder ? 'that was refused' : `of order ${orderNumber}`;
  return {
    what: `the freeing of a payment ${of} by ${by}`,
    word: freeingWord({ ...read, account, orderNumber }),
    signed,
  };
}

function ruling({ account, subject, body }: Entry): Spoken | null {
  const read = bodies.ruled.safeParse(jsonIn(body)).data;
  if (read === undefined) return null;
  const { by, step, signed } = read;
  return {
    what: `the ruling by ${by} that the ${step} of ${subject} was not done`,
    word: rulingWord({ ...read, account, subject }),
    signed,
  };
}

/** By the kind of the entry. */
const readers: ReadonlyMap<string, (entry: Entry) => Spoken | null> = new Map([
  ['loosened', loosening],
  ['unheld', unhold],
  ['freed', freeing],
  ['ruled', ruling],
]);
