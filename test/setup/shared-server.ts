import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A Temporal server that test files share, whichever processes they run in. */
export interface SharedServer {
  address: string;
  /** Namespaces that the server knows, with every search attribute of Peerdesk. */
  namespaces: readonly string[];
  /** A folder with a file for each namespace that someone has. */
  claims: string;
}

/** Takes a namespace that no other test has or has had. Rejects when there is none left. */
export async function claimNamespace({ namespaces, claims }: SharedServer): Promise<string> {
  for (const namespace of namespaces) {
    try {
      await writeFile(join(claims, namespace), '', { flag: 'wx' });
      return namespace;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  throw new Error(`all ${namespaces.length} namespaces are taken: raise the count in provide-temporal-server.ts`);
}
