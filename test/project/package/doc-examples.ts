/** The `@example` blocks of what the package exports: each becomes a program that is compiled and run. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import * as client from '../../../src/client/index.ts';
import * as exchange from '../../../src/exchange/index.ts';
import { inProject } from '../../../src/server/project-root.ts';
import { readProjectFile, typescriptFiles } from '../project-files.ts';

const run = promisify(execFile);
const entries = { client, exchange };
export type Entry = keyof typeof entries;

/** One example of an export; `code` holds the lines of its blocks. */
export interface DocExample {
  readonly name: string;
  readonly code: string;
}

/** What an example finds, by name: text, or a constant. */
export type Given = Readonly<Record<string, unknown>>;

/** What the examples of an entry call, made as a reader makes it. */
const connected: Readonly<Record<Entry, string>> = {
  client: `import { connectTemporal } from 'peerdesk/client';
export const { client, close } = await connectTemporal();`,
  exchange: `import { createExchangeClient } from 'peerdesk/exchange';
const { PEERDESK_BASE_URL: baseUrl = '', PEERDESK_API_KEY: apiKey = '', PEERDESK_API_SECRET: apiSecret = '' } = process.env;
export const client = createExchangeClient({ baseUrl, credentials: { apiKey, apiSecret } });
export const close = () => client.close();`,
};

/** Constants that a reader calls through a client of Temporal; the others declare words and messages of the desk's own parts. */
const sentByHand = ['adCommands', 'orderCommands', 'deskCommands', 'guardCommands'];

/** Returns the examples of the functions, the classes and these constants of an entry; of one without example the code is empty. */
export function examplesOf(entry: Entry): DocExample[] {
  const sources = typescriptFiles('src').map(readProjectFile).join('\n');
  const shown = Object.entries(entries[entry]).filter(
    ([name, value]) => typeof value === 'function' || sentByHand.includes(name),
  );
  return shown.map(([name]) => ({ name, code: examplesIn(commentOf(sources, name)).join('\n') }));
}

/** Returns the comment before the declaration of an export; empty: it has none. */
function commentOf(sources: string, name: string): string {
  const declared = new RegExp(String.raw`^export (?:async )?(?:function|class|const) ${name}\b`, 'm').exec(sources);
  const before = sources.slice(0, declared?.index ?? 0);
  return before.endsWith('*/\n') ? before.slice(before.lastIndexOf('/**')) : '';
}

function examplesIn(comment: string): string[] {
  const lines = comment.split('\n').map((line) => line.replace(/^ *\*\/?[ ]?/, ''));
  const blocks: string[][] = [];
  let block: string[] | null = null;
  for (const line of lines) {
    if (line.startsWith('@')) {
      block = line.trim() === '@example' ? [] : null;
      if (block !== null) blocks.push(block);
    } else block?.push(line);
  }
  return blocks.map((code) => code.join('\n').trim());
}

/** `expression; // → value` in an example means that the expression has this value. */
const checked = (code: string): string => code.replaceAll(/^( *)(.+); \/\/ → (.+)$/gm, '$1assert.deepEqual($2, $3);');

const mentions = (code: string, name: string): boolean => new RegExp(String.raw`\b${name}\b`).test(code);

function programOf(entry: Entry, { code }: DocExample, given: Given): string {
  const [imports, body] = [/^import .*$/gm, /^(?!import ).*$/gm].map((lines) => code.match(lines)?.join('\n') ?? '');
  const used = Object.keys(entries[entry]).filter((name) => mentions(code, name));
  const constants = Object.entries(given).map(
    ([name, value]) => `const ${name} = ${JSON.stringify(value)} as ${typeof value === 'string' ? 'string' : 'const'};`,
  );
  return [
    `import assert from 'node:assert/strict';`,
    `import { ${used.join(', ')} } from 'peerdesk/${entry}';`,
    `import { client } from './given.ts';`,
    imports,
    ...constants,
    // A block: an example may have a name of its own for what it was given.
    `{\n${checked(body ?? '')}\n}`,
    `export {};`,
  ].join('\n');
}

const runAll = (names: readonly string[]): string => `import { writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { close } from './given.ts';
const failures: Record<string, string> = {};
for (const name of ${JSON.stringify(names)}) {
  try {
    await import(\`./\${name}.ts\`);
  } catch (error) {
    failures[name] = inspect(error);
  }
}
await close();
writeFileSync('failures.json', JSON.stringify(failures));
`;

/** Writes the examples of an entry into a folder of this package, where its name resolves as for its reader. */
export async function writeExamples(
  entry: Entry,
  examples: readonly DocExample[],
  given: (example: DocExample) => Given | Promise<Given>,
): Promise<string> {
  await mkdir(inProject('.cache'), { recursive: true });
  const folder = await mkdtemp(inProject('.cache', 'examples-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const options = { noUnusedLocals: false };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', compilerOptions: options, include: ['*.ts'] }),
  );
  await writeFile(join(folder, 'given.ts'), connected[entry]);
  await writeFile(join(folder, 'run.ts'), runAll(examples.map(({ name }) => name)));
  for (const example of examples)
    await writeFile(join(folder, `${example.name}.ts`), programOf(entry, example, await given(example)));
  return folder;
}

/** Compiles the examples of a folder; returns what the compiler says, empty when they compile. */
export async function compileExamples(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const compiler = inProject('node_modules', 'typescript', 'bin', 'tsc');
  const compile = run(process.execPath, [compiler, '--project', folder], { cwd: folder, env });
  return compile.then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}

/** Runs the examples of a folder one after the other in one process; returns the failures by export. */
export async function runExamples(folder: string, env: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  await run(process.execPath, ['run.ts'], { cwd: folder, env });
  return JSON.parse(await readFile(join(folder, 'failures.json'), 'utf8')) as Record<string, string>;
}
