/** Whose signatures lift what restricts an account: as its worker has named them, so that no command can name others. */
import { z } from 'zod';
import type { StayingThing, WordRefusal } from '../../domain/register/word-refusal.ts';
import { isPasskeyText } from '../../domain/signing/passkey-text.ts';
import {
  signedWordRefusal,
  type SignableWord,
  type SignatureProblem,
  type Signed,
} from '../../domain/signing/signed-word.ts';
import { isSignature } from '../signature.ts';
import { oneRow, type Sql } from '../sql.ts';
import { accountOf } from './accounts.ts';
import { note } from './journal.ts';

/** The approvers of an account. */
export const signersSchema = z
  .strictObject({
    /** Public keys by the name of the key. */
    keys: z.record(z.string(), z.string()),
    /** Longest life of a signature. */
    lifeMs: z.number(),
  })
  .readonly();
export type Signers = z.infer<typeof signersSchema>;

const rowSchema = z.object({ signers: z.string().nullable() });

/** Returns whose signatures the account needs; null: none is needed. */
export async function signersOf(sql: Sql, { account }: { readonly account: string }): Promise<Signers | null> {
  const query = { text: 'SELECT signers FROM accounts WHERE account = ?', values: [account] };
  const text = (await oneRow(sql, rowSchema, query))?.signers ?? null;
  return text === null ? null : signersSchema.parse(JSON.parse(text));
}

/** What a worker, or a person who rebuilds a register, says of an account. */
interface SignersNamed {
  readonly account: string;
  readonly signers: Signers | null;
  readonly nowMs: number;
}

/** Names the approvers of an account. The journal has each change: what was lifted is judged by those of its time. */
export async function nameSigners(sql: Sql, { account, signers, nowMs }: SignersNamed): Promise<void> {
  await accountOf(sql, account);
  const text = signers === null ? null : JSON.stringify(signers);
  const before = await signersOf(sql, { account });
  if (text === (before === null ? null : JSON.stringify(before))) return;
  await sql.run('UPDATE accounts SET signers = ? WHERE account = ?', [text, account]);
  await note(sql, { atMs: nowMs, account, kind: 'signers', subject: '', body: { signers } });
}

interface Spoken {
  readonly word: SignableWord;
  readonly signed: Signed | null;
  readonly nowMs: number;
}

/** Returns why a word does not count with these approvers, or null. */
export function spokenRefusal({ word, signed, nowMs }: Spoken, signers: Signers | null): SignatureProblem | null {
  if (signers === null) return null;
  const { keys, lifeMs } = signers;
  return signedWordRefusal(word, signed, {
    nowMs,
    lifeMs,
    // A passkey signs what is shown on a page: no page asks for these words, so one that was asked for one was misled.
    publicKeys: new Map(ofCommands(keys)),
    verify: isSignature,
  });
}

/** Returns why a word does not count for an account, with what stays as it is, or null. */
export async function wordRefusal(
  sql: Sql,
  spoken: Spoken,
  { account, ...staying }: StayingThing & { readonly account: string },
): Promise<WordRefusal | null> {
  const signers = await signersOf(sql, { account });
  const problem = spokenRefusal(spoken, signers);
  if (problem === null || signers === null) return null;
  const { name: word } = spoken.word;
  return { code: 'unsigned-word', word, problem, signers: commandSigners(signers), ...staying };
}

/** Those that a command can sign with: a passkey signs on its page. */
const ofCommands = (keys: Signers['keys']): [string, string][] =>
  Object.entries(keys).filter(([, publicKey]) => !isPasskeyText(publicKey));

/** Returns their names. */
const commandSigners = ({ keys }: Signers): string[] =>
  ofCommands(keys)
    .map(([name]) => name)
    .toSorted();
