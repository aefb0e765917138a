import { readFileSync } from 'node:fs';
import type { EgressConfig } from '../../config/egress-config.ts';
import { secretVariables } from '../../config/file/variable-rows.ts';
import type { Environment } from '../kit/command-context.ts';

const filteredVariables = [...secretVariables, 'TEMPORAL_CODEC_AUTH'];
const shortestSecret = 6;

/**
 * Returns the function that takes every secret out of a text: those of the variables, those of the files that variables
 * name, and the further ones.
 */
export function secretFilter(env: Environment, further: readonly string[] = []): (text: string) => string {
  const values = filteredVariables.flatMap((name) => [env[name], fileContent(env[`${name}_FILE`])]);
  const secrets = [...values, ...further].filter((value) => value !== undefined).flatMap(withPassword);
  // The longest first: one that is a part of another one must not leave the rest of it.
  const taken = secrets.filter(({ length }) => length >= shortestSecret).toSorted((a, b) => b.length - a.length);
  return (text) => taken.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}

/** A database names the password of its address without the rest. */
function withPassword(secret: string): string[] {
  const password = URL.parse(secret)?.password ?? '';
  return password === '' ? [secret] : [secret, password];
}

/** Returns the secrets of a process and its accounts, which may stand in no variable but in files of its own. */
export function secretsOf({ accounts, register }: EgressConfig): string[] {
  const ofRegister = register.kind === 'postgres' ? [register.url] : [];
  const ofAccounts = accounts.flatMap(({ credentials, totpSeed, notices }) => [
    credentials.apiKey,
    credentials.apiSecret,
    ...(totpSeed === null ? [] : [totpSeed]),
    // It may carry a token.
    ...(notices?.url ? [notices.url.href] : []),
    ...(notices?.telegram ? [notices.telegram.address.token] : []),
    ...(notices?.push ? [notices.push.privateKey] : []),
  ]);
  return [...ofRegister, ...ofAccounts];
}

function fileContent(path: string | undefined): string | undefined {
  if (path === undefined || path === '') return undefined;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    // A secret that cannot be read cannot have got into a message.
    return undefined;
  }
}
