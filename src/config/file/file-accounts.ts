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
