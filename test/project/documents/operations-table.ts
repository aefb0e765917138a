import { operations, type Operation } from '../../../src/exchange/index.ts';
import { readProjectFile, typescriptFiles } from '../project-files.ts';
import { formatted } from './markdown.ts';

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
  is repeated by its caller; a *money step* is sent once, and what came of it is read afterwards.
- **tested by**: tests of \`test/\` that name the operation, beside those that drive every operation of the table:`;

/** Test files that go through the whole table, so that naming them in every row would be useless. */
const throughTheTable = /\bit\.each\(\s*(?:Object\.values\(operations\)|names\b|served\b)/;

const headings = [
  'operation',
  'what it does',
  'EP',
  'method',
  'path',
  'auth',
  'parameters',
  'retry class',
  'tested by',
];

/** Returns the expected docs/operations.md. */
export async function operationsPage(): Promise<string> {
  const tests = testFiles();
  const everywhere = tests.filter(({ text }) => throughTheTable.test(text)).map(({ name }) => `\`${name}\``);
  const rows = Object.values(operations).map((operation) => rowOf(operation, tests));
  const table = [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const page = `${introduction} ${everywhere.join(', ')}.\n\n${table.join('\n')}\n`;
  return formatted(tableFile, page);
}

interface TestFile {
  readonly name: string;
  readonly text: string;
}

/** The tests of the client and of its agreement with the simulator, by their names after test/. */
function testFiles(): TestFile[] {
  return typescriptFiles('test')
    .filter((file) => /^test\/(exchange|contract)\/.*\.test\.ts$/.test(file))
    .map((file) => ({ name: file.replace(/^test\//, '').replace(/\.test\.ts$/, ''), text: readProjectFile(file) }));
}

function rowOf(operation: Operation, tests: readonly TestFile[]): string[] {
  const { name, group, ep, method, path, auth, parameters, kind, alternative } = operation;
  const other = alternative === undefined ? '' : ` (else ${alternative.method} \`${shortPath(alternative.path)}\`)`;
  const names = tests.filter(({ text }) => namesOperation(text, operation)).map((file) => file.name);
  return [
    group === 'system' ? `\`${name}\`` : `\`${group}.${name}\``,
    operation.summary,
    ep ?? '',
    method,
    `\`${shortPath(path)}\`${other}`,
    auth,
    parameters,
    retryClasses[kind],
    names.toSorted().join(', ') || 'those above',
  ];
}

const shortPath = (path: string): string => (path.startsWith(prefix) ? path.slice(prefix.length) : path);

/** A call of the typed method, or the name or path as text: a bare word such as `search` may mean anything. */
function namesOperation(text: string, { name, group, path }: Operation): boolean {
  const call = group === 'system' ? `client.${name}(` : `.${group}.${name}(`;
  const ending = path.split('/').slice(-2).join('/');
  return [call, `'${name}'`, `${ending}'`].some((form) => text.includes(form));
}
