import { personKey } from '../domain/orders/names/person-name.ts';
import type { PageRole } from '../domain/people/page-role.ts';
import { readApprovers, readKeysFile } from './environment/approver-keys.ts';
import { ConfigurationError, type Environment } from './environment/service-environment.ts';
import { readPasskeyText } from '../domain/signing/passkey-text.ts';
import { fileAccounts } from './file/file-accounts.ts';
import { accountEnvironment } from './file/file-egress.ts';
import { inFolder } from './file/file-variables.ts';
import type { LoadedFile } from './file/load-file.ts';

/** Who may sign in to the page, and what he may do there. */
interface PageConfig {
  /** Of all who have a role. */
  readonly names: readonly string[];
  readonly roleOf: (person: string) => PageRole | null;
  /** Passkeys of the page's origin, by their names. */
  readonly keys: ReadonlyMap<string, string>;
}

/** Reads the people of the page and their passkeys; null: the file has no page. Throws ConfigurationError. */
export function readPagePeople(loaded: LoadedFile, env: Environment): PageConfig | null {
  const section = loaded.file.door?.page;
  if (section === undefined) return null;
  const roleOf = pageRoles(section);
  const ofOrigin = entriesOf(loaded, env).filter(([, key]) => {
    const read = readPasskeyText(key);
    return !('problem' in read) && read.origin === section.origin;
  });
  const keys = new Map<string, string>();
  for (const [name, key] of ofOrigin) {
    if ((keys.get(name) ?? key) !== key)
      throw new ConfigurationError(`${name} has two passkeys: name them by their devices, as in ${name}+phone`);
    keys.set(name, key);
  }
  return { names: Object.keys(section.people), roleOf, keys };
}

/** Returns what each person of the page may do, whether he has a key or not. Throws ConfigurationError for one who is named twice. */
export function pageRoles({ people }: { people: Readonly<Record<string, PageRole>> }): PageConfig['roleOf'] {
  const roles = new Map(Object.entries(people).map(([name, role]) => [personKey(name), role]));
  if (roles.size < Object.keys(people).length)
    throw new ConfigurationError('people of [door.page] names a person twice, in other letters');
  return (person) => roles.get(personKey(person)) ?? null;
}

/** The approvers of each account, and who approves nothing. */
function entriesOf(loaded: LoadedFile, env: Environment): (readonly [string, string])[] {
  const { file, folder } = loaded;
  const approvers = fileAccounts(file).flatMap((account) => [
    ...(readApprovers(accountEnvironment(loaded, account, env)) ?? []),
  ]);
  const keysFile = file.door?.page?.keys_file;
  return keysFile === undefined
    ? approvers
    : [...approvers, ...readKeysFile(inFolder(keysFile, folder), 'keys_file of [door.page]')];
}
