import { personOfKey } from '../../domain/orders/names/key-name.ts';
import { personKey } from '../../domain/orders/names/person-name.ts';
import { readPagePeople } from '../../config/page-people.ts';
import type { LoadedFile } from '../../config/file/load-file.ts';
import { listenOf, type PageSection } from '../../config/file/page/page-section.ts';
import type { Environment } from '../kit/command-context.ts';
import { ok, skipped, warning, type Check, type Finding } from './check.ts';

/** The page of the door, as the configuration has it. */
interface PageWorld {
  section: PageSection;
  file: LoadedFile;
  /** Without what the file sets. */
  env: Environment;
  /** Returns how an address answers, as an HTTP status; rejects where nothing does. */
  ask: (url: string) => Promise<number>;
}

const askLimitMs = 5_000;

/** Asks over the network; what redirects elsewhere is no answer of the page. */
export async function statusAt(url: string): Promise<number> {
  const { status, body } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(askLimitMs) });
  await body?.cancel();
  return status;
}

export const pageChecks: readonly Check<PageWorld>[] = [
  { id: 'page-people', look: people },
  { id: 'page-tls', look: tls },
  { id: 'page-answers', look: answers },
];

/** Each person of the page needs a passkey of this origin to get in. */
function people({ section, file, env }: PageWorld): readonly Finding[] {
  const keys = [...(readPagePeople(file, env)?.keys.keys() ?? [])];
  const withKeys = new Set(keys.map((name) => personKey(personOfKey(name))));
  const names = Object.keys(section.people);
  const without = names.filter((name) => !withKeys.has(personKey(name)));
  if (without.length === 0) return [ok(`page: each of its people has a passkey: ${names.join(', ')}`)];
  return without.map((name) =>
    warning(
      `page: ${name} cannot sign in: no passkey of ${section.origin} is listed`,
      `run \`peerdesk door enrol ${name}\`, open ${section.origin}/enrol on the phone, and list the line that it shows`,
    ),
  );
}

const loopback = /^(localhost|127(\.\d+){3}|::1)$/i;

/** The door speaks HTTP: who reads along on its way has the session. */
function tls({ section }: PageWorld): Finding {
  const { host, port } = listenOf(section);
  if (loopback.test(host)) return ok(`page: listens on this machine alone, at ${host}:${port}`);
  return warning(
    `page: listens at ${host}:${port} without TLS, for all who reach this machine there`,
    'listen at 127.0.0.1, with Tailscale or Caddy in front (docs/phone.md), or see that a private network ends there',
  );
}

/** A page of this machine alone is not asked: it answers while the door runs. */
async function answers({ section: { origin }, ask }: PageWorld): Promise<Finding> {
  const { hostname, protocol } = new URL(origin);
  if (protocol !== 'https:') return skipped(`page: ${origin} is of this machine alone: no phone reaches it`);
  const remedy = 'see that `peerdesk door` or `peerdesk start` runs, and what stands in front of it (docs/phone.md)';
  try {
    const status = await ask(`${origin}/page.css`);
    if (status === 200) return ok(`page: ${origin} answers, with a certificate that this machine trusts`);
    return warning(`page: ${origin} answers HTTP ${status}, which is no answer of the page`, remedy);
  } catch (error) {
    return warning(`page: nothing answers at ${hostname}: ${causeOf(error)}`, remedy);
  }
}

/** The cause of a failed request says more than its name. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
