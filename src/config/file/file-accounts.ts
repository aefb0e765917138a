import { evidenceText } from '../environment/evidence-keys.ts';
import type { AccountSection } from './account-section.ts';
import type { PeerdeskFile } from './file-schema.ts';

const fallbackEgress = 'default';

/** An account of the file with what it takes over from the file as a whole. */
export interface FileAccount {
  account: string;
  egress: string;
  section: AccountSection;
}

/** Returns the accounts of the file in the order in which they are written. */
export function fileAccounts(file: PeerdeskFile): FileAccount[] {
  return Object.entries(file.account ?? {}).map(([account, section]) => ({
    account,
    egress: section.egress ?? onlyEgress(file),
    section,
  }));
}

function onlyEgress({ egress = {} }: PeerdeskFile): string {
  const [only, ...others] = Object.keys(egress);
  return only === undefined || others.length > 0 ? fallbackEgress : only;
}

/** Returns the names of the outgoing addresses that have accounts. */
export function usedEgresses(file: PeerdeskFile): string[] {
  return [...new Set(fileAccounts(file).map(({ egress }) => egress))];
}

/** Returns PEERDESK_EVIDENCE of an account as the file says it; null: it has no source of evidence. */
export function evidenceOf(file: PeerdeskFile, account: string): string | null {
  const publicKey = file.door?.public_key;
  const [only = ''] = fileAccounts(file).map((one) => one.account);
  const sources = Object.entries(file.payments ?? {}).filter(
    ([, section]) => section.class === 'evidence' && (section.account ?? only) === account,
  );
  if (publicKey === undefined || sources.length === 0) return null;
  return evidenceText(sources.map(([name]) => [name, publicKey]));
}
