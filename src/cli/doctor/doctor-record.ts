import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { AccountConfig } from '../../config/egress-config.ts';
import { stateFolder } from '../../config/environment/state-folder.ts';
import { keyFingerprint } from '../../exchange/key-fingerprint.ts';
import type { Environment } from '../kit/command-context.ts';
import { isOwnPrivateFile, writePrivateFile } from '../kit/private-files.ts';

type Examined = Pick<AccountConfig, 'account' | 'baseUrl' | 'credentials'>;

const recordSchema = z.object({
  account: z.string(),
  service: z.string(),
  key: z.string(),
  atMs: z.number(),
  seal: z.string().regex(/^[0-9a-f]{64}$/),
});
type DoctorRecord = z.infer<typeof recordSchema>;

/**
 * Records that an account was examined and nothing was broken. Reaching Temporal is not enough to write it, and a record
 * that is written without the account's secret is not believed.
 */
export function keepRecord(env: Environment, account: Examined, atMs: number): string {
  const facts = factsOf(account, atMs);
  const file = recordFile(env, account);
  writePrivateFile(file, `${JSON.stringify({ ...facts, seal: sealOf(facts, account) })}\n`);
  return file;
}

/** Returns when this account was last examined with these keys at this service, and nothing was broken; or null. */
export function examinedAt(env: Environment, account: Examined): number | null {
  const record = readRecord(recordFile(env, account));
  if (record === null) return null;
  const wanted = sealOf(factsOf(account, record.atMs), account);
  return timingSafeEqual(Buffer.from(wanted, 'hex'), Buffer.from(record.seal, 'hex')) ? record.atMs : null;
}

function recordFile(env: Environment, { account }: Examined): string {
  return join(stateFolder(env), `examined-${account}.json`);
}

function readRecord(file: string): DoctorRecord | null {
  try {
    return isOwnPrivateFile(file) ? recordSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
  } catch {
    // Missing or damaged: it was never examined.
    return null;
  }
}

function factsOf({ account, baseUrl, credentials }: Examined, atMs: number): Omit<DoctorRecord, 'seal'> {
  return { account, service: new URL(baseUrl).host, key: keyFingerprint(baseUrl, credentials.apiKey), atMs };
}

function sealOf({ account, service, key, atMs }: Omit<DoctorRecord, 'seal'>, { credentials }: Examined): string {
  const text = JSON.stringify(['peerdesk-examined', account, service, key, atMs]);
  return createHmac('sha256', credentials.apiSecret).update(text).digest('hex');
}
