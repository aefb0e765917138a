import { operations, type Operation } from '../../../../src/exchange/index.ts';
import { formatted } from '../markdown.ts';

export const tableFile = 'docs/operations.md';
/** The start of nearly every path; the page omits it. */
export const prefix = '/sapi/v1/c2c/';

const retryClasses: Readonly<Record<Operation['kind'], string>> = {
  read: 'read',
  'idempotent-write': 'idempotent write',
  money: 'money step',
};

const ofRelease = Object.values(operations).filter(({ path }) => path.startsWith(prefix));

const introduction = `# Operations

Every operation of the exchange client: the ${ofRelease.length} of release 7.4, the public search (EP-0) and the service's time. This
page is generated (\`npm run docs\`) from the table that the client works by, and a test compares it with the code and
with the simulator. \`peerdesk call <operation> --help\` has the rest: every parameter with its unit, the refusals to
expect, where it is written, and an example.

- **path**: below \`${prefix}\`, unless it starts with a slash.
- **auth**: \`hmac\` signed; \`adaptive\` signed, then key only on -1021 or -1022; \`chain\` query and signature, then body
  and signature, then key only; \`key\` key header only; \`key-web\` the same, where a signature or timestamp is an error;
  \`none\` nothing at all. Every call carries \`clientType: web\`.
- **retry class**: a *read* is repeated by the client while that takes at most a second and a half; an *idempotent write*
  is repeated by its caller; a *money step* is sent once, and what came of it is read afterwards.`;

const headings = ['operation', 'what it does', 'EP', 'method', 'path', 'auth', 'parameters', 'retry class'];

/** Returns the expected docs/operations.md. */
export async function operationsPage(): Promise<string> {
  const rows = Object.values(operations).map(rowOf);
  const table = [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const page = `${introduction}\n\n${table.join('\n')}\n`;
  return formatted(tableFile, page);
}

function rowOf(operation: Operation): string[] {
  const { name, group, ep, method, path, auth, parameters, kind, alternative } = operation;
  const other = alternative === undefined ? '' : ` (else ${alternative.method} \`${shortPath(alternative.path)}\`)`;
  return [
    group === 'system' ? `\`${name}\`` : `\`${group}.${name}\``,
    operation.summary,
    ep ?? '',
    method,
    `\`${shortPath(path)}\`${other}`,
    auth,
    parameters,
    retryClasses[kind],
  ];
}

const shortPath = (path: string): string => (path.startsWith(prefix) ? path.slice(prefix.length) : path);
