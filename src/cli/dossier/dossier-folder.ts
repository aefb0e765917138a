/** A dossier as a folder: its files, the list of their sums, and a signature over that list. */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { personOfKey } from '../../domain/orders/names/key-name.ts';
import { dossierWord } from '../../domain/signing/signed-dossier.ts';
import { signedSchema, wordText } from '../../domain/signing/signed-word.ts';
import { isSignature } from '../../register/signature.ts';
import { signWord, type Signing } from '../approver/sign-word.ts';
import { refusal } from '../kit/cli-failure.ts';

/** In the form of `sha256sum`, so that anyone can check it without Peerdesk. */
const sumsName = 'SHA256SUMS';
const signatureName = 'signature.json';
export const dataName = 'dossier.json';
export const textName = 'dossier.md';

interface DossierFile {
  readonly name: string;
  readonly bytes: Buffer;
}

interface DossierNames {
  readonly account: string;
  readonly orderNumber: string;
  readonly madeAtMs: number;
}

interface NewDossier {
  readonly files: readonly DossierFile[];
  readonly names: DossierNames;
  /** Null: it is not signed. */
  readonly signing: Signing | null;
}

/** Throws a refusal for a folder that has something: what was handed in before must not change. */
export function refuseFilled(folder: string): void {
  if (existsSync(folder) && (!lstatSync(folder).isDirectory() || readdirSync(folder).length > 0))
    throw refusal(`${folder} is there already and has something in it: name a new folder with --out`);
}

/** Writes a dossier that only this user can read. */
export function writeDossier(folder: string, { files, names, signing }: NewDossier): void {
  const sums = Buffer.from(files.map(({ name, bytes }) => `${sumOf(bytes)}  ${name}\n`).join(''));
  const signature = signing === null ? [] : [signatureFile(sums, names, signing)];
  for (const { name, bytes } of [...files, { name: sumsName, bytes: sums }, ...signature]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, name), bytes, { mode: 0o600, flag: 'wx' });
  }
}

const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function signatureFile(sums: Buffer, names: DossierNames, signing: Signing): DossierFile {
  const { name, publicKey } = signing.key;
  const by = personOfKey(name);
  const signed = signWord(dossierWord({ ...names, sums: sumOf(sums), by }), signing);
  return { name: signatureName, bytes: Buffer.from(`${JSON.stringify({ ...names, publicKey, signed }, null, 2)}\n`) };
}

/** Who signed a dossier, and with which key. */
export interface DossierSignature extends DossierNames {
  readonly by: string;
  readonly keyId: string;
  readonly publicKey: string;
}

export interface CheckedDossier {
  /** What is wrong, in words, each with its file. */
  readonly faults: readonly string[];
  readonly files: number;
  /** Null: it has none. */
  readonly signature: DossierSignature | null;
}

const maxFiles = 1_000;
const sumLine = /^(?<sum>[0-9a-f]{64}) {2}(?<name>[\w-]+(?:\.\w+)?(?:\/[\w-]+\.\w+)?)$/;

/** Compares each file of a dossier with its sum, and the list of sums with its signature. Throws a refusal for what is no dossier. */
export function checkDossier(folder: string): CheckedDossier {
  const sums = bytesIn(folder, sumsName);
  if (sums === null) throw refusal(`${folder} is no dossier: it has no ${sumsName}`);
  const lines = sums.toString('utf8').split('\n').slice(0, -1);
  const listed = new Map(lines.map((line) => [sumLine.exec(line)?.groups?.['name'] ?? '', line.slice(0, 64)]));
  const names = filesIn(folder).filter((name) => name !== sumsName && name !== signatureName);
  const { signature, fault } = signatureIn(folder, sums);
  const faults = [
    ...(listed.has('') || listed.size !== lines.length
      ? [`${sumsName}: a line is no sum of a file, or is there twice`]
      : []),
    ...[dataName, textName].filter((name) => !listed.has(name)).map((name) => `${name}: it has no sum`),
    ...[...listed].flatMap(([name, sum]) => (name === '' ? [] : faultOf(folder, name, sum))),
    ...names.filter((name) => !listed.has(name)).map((name) => `${name}: it was added`),
    ...(fault === null ? [] : [`${signatureName}: ${fault}`]),
  ];
  return { faults, files: listed.size, signature };
}

function faultOf(folder: string, name: string, sum: string): string[] {
  const bytes = bytesIn(folder, name);
  if (bytes === null) return [`${name}: it is missing`];
  return sumOf(bytes) === sum ? [] : [`${name}: it was changed`];
}

/** Null: it is not there, or is no plain file. */
function bytesIn(folder: string, name: string): Buffer | null {
  const file = join(folder, name);
  return existsSync(file) && lstatSync(file).isFile() ? readFileSync(file) : null;
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).slice(0, maxFiles);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length));
}

const signatureSchema = z.object({
  account: z.string(),
  orderNumber: z.string(),
  madeAtMs: z.number(),
  publicKey: z.string(),
  signed: signedSchema,
});

/** A signature speaks of the moment at which it was made: its end, which it has as every word has one, makes no dossier false. */
function signatureIn(folder: string, sums: Buffer): { signature: DossierSignature | null; fault: string | null } {
  const bytes = bytesIn(folder, signatureName);
  if (bytes === null) return { signature: null, fault: null };
  const read = signatureSchema.safeParse(jsonIn(bytes));
  if (!read.success) return { signature: null, fault: 'it is no signature' };
  const { publicKey, signed, ...names } = read.data;
  const { keyId } = signed;
  const by = personOfKey(keyId);
  const text = wordText(dossierWord({ ...names, sums: sumOf(sums), by }), signed);
  const isRight = isSignature({ publicKey, text, signature: signed.signature });
  return isRight
    ? { signature: { ...names, by, keyId, publicKey }, fault: null }
    : { signature: null, fault: 'it does not fit the list of sums' };
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
