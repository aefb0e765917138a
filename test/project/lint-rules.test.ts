import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inProject } from '../../src/server/project-root.ts';

interface Sample {
  file: string;
  code: string;
}

const bans = 'no-restricted-imports';
const globals = 'no-restricted-globals';
const properties = 'no-restricted-properties';
const lines = (count: number): string => 'f();\n'.repeat(count);

/** Folder, sample code, and the rule that refuses it. */
const refused: [folder: string, code: string, rule: string][] = [
  ['src/domain', "import 'node:fs';", bans],
  ['src/domain', "import 'undici';", bans],
  ['src/domain', "import '@temporalio/common';", bans],
  ['src/domain', "import '../exchange/a.ts';", bans],
  ['src/domain/orders', "import '../../exchange/a.ts';", bans],
  ['src/domain', 'export const now = Date.now();', globals],
  ['src/domain', 'export const now = new Date();', globals],
  ['src/domain', 'export const home = process.env;', globals],
  ['src/domain', 'export const home = globalThis;', globals],
  ['src/domain', 'setTimeout(() => {}, 1);', globals],
  ['src/domain', 'export const dice = Math.random();', properties],
  ['src/exchange', "import '@temporalio/activity';", bans],
  ['src/exchange', "import '../activities/a.ts';", bans],
  ['src/exchange', "import '../workflows/a.ts';", bans],
  ['src/exchange', "import '../server/a.ts';", bans],
  ['src/exchange/table/schemas', "import '../../../activities/a.ts';", bans],
  ['src/exchange', 'export const key = process.env;', properties],
  ['src/config', "import '@temporalio/envconfig';", bans],
  ['src/config/file', "import '../../workflows/a.ts';", bans],
  ['src/config/environment', "import '../../activities/a.ts';", bans],
  ['src/config', "import '../workers/a.ts';", bans],
  ['src/config', 'export const key = process.env;', properties],
  ['src/market', "import '@temporalio/activity';", bans],
  ['src/market', "import '../activities/a.ts';", bans],
  ['src/market', "import '../exchange/a.ts';", bans],
  ['src/market', 'export const key = process.env;', properties],
  ['src/marketplace', "import '@temporalio/activity';", bans],
  ['src/marketplace', "import '../market/a.ts';", bans],
  ['src/marketplace', "import '../activities/a.ts';", bans],
  ['src/marketplace', 'export const key = process.env;', properties],
  ['src/exchange', "import '../marketplace/a.ts';", bans],
  ['src/domain', "import '../marketplace/a.ts';", bans],
  ['src/words', "import '../marketplace/a.ts';", bans],
  ['src/workflows', "import '../marketplace/a.ts';", bans],
  ['src/exchange', "import '../config/a.ts';", bans],
  ['src/exchange', "import '../register/a.ts';", bans],
  ['src/register', "import '@temporalio/common';", bans],
  ['src/register', "import 'undici';", bans],
  ['src/register', "import 'node:net';", bans],
  ['src/register', "import '../exchange/a.ts';", bans],
  ['src/register/operations', "import '../../workers/a.ts';", bans],
  ['src/register/operations', "import type { A } from '../../workflows/contract/a.ts';\nexport type B = A;", bans],
  ['src/register', 'export const key = process.env;', properties],
  ['src/door', "import '@temporalio/client';", bans],
  ['src/door', "import '../exchange/a.ts';", bans],
  ['src/door', "import '../workers/a.ts';", bans],
  ['src/door', 'export const key = process.env;', properties],
  ['src/activities', "import '../config/a.ts';", bans],
  ['src/activities', "import '../exchange/a.ts';", bans],
  ['src/activities', "import type { A } from '../exchange/a.ts';\nexport type B = A;", bans],
  ['src/activities', "import '../workflows/a.ts';", bans],
  ['src/activities', "import type { A } from '../workflows/order/a.ts';\nexport type B = A;", bans],
  ['src/activities', "import { a } from '../workflows/contract/a.ts';\nexport const b = a;", bans],
  ['src/activities', "import '../workers/a.ts';", bans],
  ['src/activities', "import '@temporalio/worker';", bans],
  ['src/activities', 'export const key = process.env;', properties],
  ['src/workflows', "import 'node:crypto';", bans],
  ['src/workflows', "import 'undici';", bans],
  ['src/workflows/order', "import '../../exchange/a.ts';", bans],
  ['src/workflows', "import '../exchange/a.ts';", bans],
  ['src/workflows', "import '../register/a.ts';", bans],
  ['src/workflows', "import type { A } from '../exchange/a.ts';\nexport type B = A;", bans],
  ['src/workflows', "import { a } from '../activities/a.ts';\nexport const b = a;", bans],
  ['src/workflows', "import '@temporalio/client';", bans],
  ['src/workflows', 'export const key = process.env;', globals],
  ['src/words', "import '../workflows/a.ts';", bans],
  ['src/words', "import 'zod';", bans],
  ['src/domain', "import '../words/a.ts';", bans],
  ['src/codec', "import '../client/a.ts';", bans],
  ['src/codec', "import '../workflows/a.ts';", bans],
  ['src/codec', "import '@temporalio/client';", bans],
  ['src/codec', 'export const key = process.env;', properties],
  ['src/client', "import '../activities/a.ts';", bans],
  ['src/client', "import '../exchange/a.ts';", bans],
  ['src/client', "import { a } from '../workflows/a.ts';\nexport const b = a;", bans],
  ['src/client', "import '@temporalio/worker';", bans],
  ['src/cli', "import '../activities/a.ts';", bans],
  ['src/cli', "import { a } from '../workflows/a.ts';\nexport const b = a;", bans],
  ['src/simulator', "import '../workflows/a.ts';", bans],
  ['src/simulator', "import '../activities/a.ts';", bans],
  ['src/simulator', "import '../exchange/a.ts';", bans],
  ['src/simulator/http', "import '../../exchange/wire/a.ts';", bans],
  ['src/simulator', "import '@temporalio/client';", bans],
  ['src/simulator', 'export const key = process.env;', properties],
  ['src/workers', "import '../cli/a.ts';", bans],
  ['src/workers', "import '../simulator/a.ts';", bans],
  ['src/workers', "import '../server/a.ts';", bans],
  ['src/server', "import '../workflows/a.ts';", bans],
  ['src/server', "import 'undici';", bans],
  ['src/server', 'export const key = process.env;', properties],
  ['src/cli', 'async function f(): Promise<void> {}\nf();', 'no-floating-promises'],
  ['src/cli', "import { b } from './circle.ts';\nexport const a = (): unknown => b;", 'no-cycle'],
  ['src/cli', 'export const a: any = 1;', 'no-explicit-any'],
  ['src/cli', 'export const f = (x: string | null): string => x!;', 'no-non-null-assertion'],
  ['src/cli', 'export default 1;', 'no-default-export'],
  [
    'src/cli',
    "export function f(x: 'a' | 'b'): void {\n  switch (x) {\n    case 'a':\n      break;\n  }\n}",
    'switch-exhaustiveness-check',
  ],
  ['src/cli', 'export function f(a: 1, b: 2, c: 3, d: 4): unknown[] {\n  return [a, b, c, d];\n}', 'max-params'],
  ['src/cli', `export function f(): void {\n${lines(61)}}`, 'max-lines-per-function'],
  ['src/cli', `function f(): void {}\n${lines(301)}`, 'max-lines'],
  ['src/cli', `export const f = (x: number): number => ${'x > 1 ? 1 : '.repeat(11)}0;`, 'complexity'],
  ['src/cli', `export const f = (x: unknown): void => {\n${'if (x) {'.repeat(4)}${'}'.repeat(4)}\n};`, 'max-depth'],
  ['src/cli', 'try {\n  JSON.parse("");\n} catch {}', 'no-empty'],
  ['test/domain', 'async function f(): Promise<void> {}\nf();', 'no-floating-promises'],
  ['test/domain', "import { test } from 'vitest';\ntest('adds', () => undefined);", bans],
];

const allowed: [folder: string, code: string][] = [
  ['src/domain/orders', "import '../failures/a.ts';\nimport '../a.ts';"],
  ['src/activities', "import type { A } from '../workflows/contract/a.ts';\nexport type B = A;"],
  ['src/domain', "import './a.ts';\nimport 'zod';\nimport 'decimal.js';\nimport '@noble/hashes/sha2.js';"],
  ['src/exchange', "import '../domain/a.ts';\nimport 'undici';\nimport 'ws';\nimport 'node:crypto';"],
  ['src/exchange/table/schemas', "import '../a.ts';\nimport '../../../domain/a.ts';\nimport 'zod';"],
  ['src/activities', "import '../domain/a.ts';\nimport '../marketplace/a.ts';\nimport '@temporalio/activity';"],
  ['src/market', "import '../domain/a.ts';\nimport '../marketplace/a.ts';"],
  ['src/marketplace', "import '../domain/a.ts';\nimport '../exchange/index.ts';"],
  [
    'src/config/file',
    "import '../a.ts';\nimport '../../domain/a.ts';\nimport 'zod';\nimport 'smol-toml';\nimport 'node:fs';",
  ],
  ['src/config', "import '../exchange/index.ts';"],
  [
    'src/register/sqlite',
    "import '../../domain/register/a.ts';\nimport '../a.ts';\nimport 'zod';\nimport 'node:sqlite';",
  ],
  ['src/register/postgres', "import { Client } from 'pg';\nexport const a = Client;"],
  ['src/domain/orders', "import '../register/a.ts';"],
  ['src/workflows', "import type { A } from '../activities/a.ts';\nexport type B = A;"],
  ['src/workflows', "import '../domain/a.ts';\nimport '@temporalio/workflow';\nimport 'zod';"],
  ['src/workflows/order', "import '../kit/a.ts';\nimport '../../domain/orders/a.ts';"],
  [
    'src/client',
    "import '../domain/a.ts';\nimport '../workflows/contract/definitions.ts';\nimport '@temporalio/client';",
  ],
  ['src/client', "import type { A } from '../workflows/index.ts';\nexport type B = A;"],
  ['src/simulator', "import '../domain/a.ts';\nimport '../exchange/wire/query-string.ts';\nimport 'fastify';"],
  ['src/cli', "import '../server/a.ts';\nimport '../exchange/a.ts';\nimport '../simulator/a.ts';"],
  ['src/server', "import './a.ts';\nimport '@temporalio/testing';\nimport 'node:net';\nimport 'node:fs/promises';"],
  ['test/domain', `export function f(): void {\n${lines(61)}}`],
];

const fileOf = (group: string, folder: string, index: number): string => `${folder}/${group}-${index}.ts`;

const samples: Sample[] = [
  ...refused.map(([folder, code], index) => ({ file: fileOf('refused', folder, index), code })),
  ...allowed.map(([folder, code], index) => ({ file: fileOf('allowed', folder, index), code })),
  {
    file: 'src/cli/circle.ts',
    code: `import { a } from './refused-${circleIndex()}.ts';\nexport const b = (): unknown => a;`,
  },
];

function circleIndex(): number {
  return refused.findIndex(([, , rule]) => rule === 'no-cycle');
}

const outputSchema = z.object({
  diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })),
});

/** Lints all samples in one run, in a copy of the project's layout, and returns the rules that each file breaks. */
function lint(directory: string): Map<string, string[]> {
  cpSync(inProject('.oxlintrc.json'), join(directory, '.oxlintrc.json'));
  cpSync(inProject('tsconfig.json'), join(directory, 'tsconfig.json'));
  symlinkSync(inProject('node_modules'), join(directory, 'node_modules'));
  for (const { file, code } of samples) {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), `${code}\n`);
  }
  const oxlint = join('node_modules', 'oxlint', 'bin', 'oxlint');
  const run = spawnSync(process.execPath, [oxlint, '--type-aware', '--format', 'json', 'src', 'test'], {
    cwd: directory,
    encoding: 'utf8',
  });
  const { diagnostics } = outputSchema.parse(JSON.parse(run.stdout));
  const rules = Map.groupBy(diagnostics, ({ filename }) => filename);
  return new Map([...rules].map(([file, found]) => [file, found.map(({ code }) => code.replace(/.*\((.*)\)/, '$1'))]));
}

describe('the linter', () => {
  let broken: Map<string, string[]>;
  let directory: string;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'peerdesk-lint-'));
    broken = lint(directory);
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it.each(refused.map((entry, index) => [...entry, index] as const))('refuses in %s: %j (%s)', (...entry) => {
    const [folder, , rule, index] = entry;
    expect(broken.get(fileOf('refused', folder, index)) ?? []).toContain(rule);
  });

  it('has a rule for every folder of the sources', () => {
    const folders = readdirSync(inProject('src'));
    const ruled = new Set(refused.map(([folder]) => folder));
    expect(folders.filter((folder) => !ruled.has(`src/${folder}`))).toEqual([]);
  });

  it.each(allowed.map((entry, index) => [...entry, index] as const))('allows in %s: %j', (folder, _code, index) => {
    const rules = broken.get(fileOf('allowed', folder, index)) ?? [];
    expect(rules.filter((rule) => rule.startsWith('no-restricted') || rule.startsWith('max-'))).toEqual([]);
  });
});
